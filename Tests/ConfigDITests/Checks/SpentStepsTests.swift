import Testing

@testable import ConfigDI

/// When the steps of the searches are spent.
@Suite struct SpentStepsTests {
  /// Nothing was given up yet if the searches took exactly what there was.
  @Test("spending exactly the limit is allowed") func theLastStepMayBeTaken() {
    let steps = SearchSteps(10)
    #expect(steps.spend(10))
    #expect(!steps.isSpent)
    #expect(!steps.spend(1))
    #expect(steps.isSpent)
  }
}
