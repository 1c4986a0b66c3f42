import ConfigDI
import Foundation
import Testing

@testable import configdi_check

/// Commands over small manifests in which two things multiply.
@Suite struct ProductTests {
  private let catalog =
    #"{ "configdiCatalog": 1, "factories": [{ "name": "f", "provides": "App.A", "settings": { "type": "Own", "fields": [{ "name": "a", "type": "list", "of": { "type": "int" }, "optional": true }] } }] }"#

  private func run(
    _ arguments: [String], _ files: [String: String]
  ) -> (code: ExitCode, output: String, error: String) {
    let recorder = Recorder()
    let console = recorder.console(files: InMemoryFiles(files.merging(["configdi.catalog.json": catalog]) { $1 }))
    return (runProgram(arguments, console: console), recorder.output, recorder.error)
  }

  /// Stages that each change a service of their own.
  private func manifest(stages: Int, services: Int, factory: String = "f") -> String {
    "configdi: 1\nservices:\n" + (0..<services).map { "  A/\($0): \(factory)\n" }.joined() + "stages:\n"
      + (0..<stages).map { "  s\($0): { services: { A/\($0): { eager: true } } }\n" }.joined()
  }

  @Test("keys are generated from a chain of selects in which ways multiply")
  func chainOfSelects() {
    let chain = (0..<90).map { "  A/\($0): { select: p, cases: { true: A/\($0 + 1), false: A/\($0 + 2) } }\n" }.joined()
    let app =
      "configdi: 1\nparameters: { p: { type: bool, env: P } }\nroots: [A/0]\nservices:\n\(chain)  A/90: f\n  A/91: f\n"
    let result = run(["keys", "app.yaml"], ["app.yaml": app])
    #expect(result.code == .success, "\(result.error)")
    #expect(result.output.contains("any A"), "\(result.output)")
  }

  @Test("a page of many stages that are alike has each service once")
  func alikeStages() {
    let app =
      "configdi: 1\nservices:\n" + (0..<40).map { "  A/\($0): f\n" }.joined() + "stages:\n"
      + (0..<60).map { "  s\($0): {}\n" }.joined()
    let result = run(["graph", "app.yaml", "--format", "html"], ["app.yaml": app])
    #expect(result.code == .success, "\(result.error)")
    #expect(result.output.components(separatedBy: #""name":"s"#).count == 61)
    #expect(result.output.components(separatedBy: #""key":"A/7""#).count == 2)
  }

  @Test(
    "what stages multiply is refused before it is done, with the limit and its flag",
    arguments: [
      ["graph", "app.yaml", "--format", "html"], ["compile", "app.yaml", "--output", "out"],
      ["diff", "old.yaml", "app.yaml"],
    ])
  func tooMuchWork(arguments: [String]) {
    let files = [
      "app.yaml": manifest(stages: 50, services: 50), "old.yaml": manifest(stages: 50, services: 50, factory: "g"),
    ]
    let result = run(arguments + ["--limit", "work=20000"], files)
    let said = result.output + result.error
    #expect(result.code == .failure, "\(said)")
    #expect(said.contains("[DI007]") && said.contains("more than 20000 units of work"), "\(said)")
    #expect(said.contains("--limit work=N"), "\(said)")
  }

  @Test("a list that many settings name is counted as often in a plan")
  func listsInManySettings() {
    let list = (0..<2000).map { "\($0)" }.joined(separator: ", ")
    let uses = Array(repeating: "'${p}'", count: 2000).joined(separator: ", ")
    let app = "configdi: 1\nparameters: { p: [\(list)] }\nservices: { A: { factory: f, settings: { a: [\(uses)] } } }\n"
    let result = run(["plan", "app.yaml", "--format", "json"], ["app.yaml": app])
    #expect(
      (result.output + result.error).contains("the plan prints each parameter's value"), "\(result.error)")
    #expect(result.code == .failure)
  }

  @Test("changes of stages that are alike are told for each of them")
  func changesOfAlikeStages() {
    func text(_ factory: String) -> String {
      "configdi: 1\nservices: { A: \(factory) }\nstages: { a: {}, b: {}, c: {} }\n"
    }
    let result = run(
      ["diff", "old.yaml", "app.yaml", "--format", "json"], ["app.yaml": text("f"), "old.yaml": text("g")])
    for stage in ["a", "b", "c"] { #expect(result.output.contains("\"stage\": \"\(stage)\""), "\(result.output)") }
  }
}
