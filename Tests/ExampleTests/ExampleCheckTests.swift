import Foundation
import Testing

@Suite struct ExampleCheckTests {
  @Test("the example has no findings") func nothingIsFoundInTheExample() throws {
    let run = try Command("configdi-check", "--require-catalog", "--fail-on", "note", "app.yaml")
    #expect(run.code == 0)
    #expect(run.output == "")
    #expect(run.error == "1 manifest, 4 stages, 16 services, 10 calls: no findings. 1 call skipped: computed name\n")
  }

  @Test("every variable of the example is documented") func theWholeEnvironmentIsKnown() throws {
    let run = try Command("configdi-check", "env", "app.yaml")
    for variable in ["PARCELS_URL", "PARCELS_PASSWORD", "PARCELS_CACHE", "ANALYTICS_KEY"] {
      #expect(run.output.contains(variable))
    }
    #expect(!run.output.contains("open sesame"))
  }
}
