import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import Parcels

/// Each broken manifest stands beside what the checker says of it, `NAME.yaml` and `NAME.txt`. With `CONFIGDI_RECORD=1`
/// that is written anew, and the test fails.
@Suite struct BrokenManifestTests {
  static let folder = Example.config.appending(path: "broken")

  static let names = names(in: "") + names(in: "desktop/")

  private static func names(in part: String) -> [String] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: part).path)) ?? []
    return entries.filter { $0.hasSuffix(".yaml") }.map { part + $0.dropLast(5) }.sorted()
  }

  @Test("the output is as recorded", arguments: names) func saysWhatIsWrong(name: String) throws {
    let run = try Command("configdi-check", "\(name).yaml", in: Self.folder)
    let said = run.output + run.error
    let transcript = Self.folder.appending(path: "\(name).txt")
    if ProcessInfo.processInfo.environment["CONFIGDI_RECORD"] == "1" {
      guard (try? String(contentsOf: transcript, encoding: .utf8)) != said else { return }
      try Data(said.utf8).write(to: transcript)
      Issue.record("recorded \(name).txt")
      return
    }
    #expect(try said == String(contentsOf: transcript, encoding: .utf8))
    #expect(run.code == (run.output.contains(": error: ") ? 1 : 0))
  }

  @Test("each broken manifest has one mistake", arguments: names) func isOneMistake(name: String) throws {
    let run = try Command("configdi-check", "--format", "concise", "\(name).yaml", in: Self.folder)
    let codes = Set(run.output.split(separator: "\n").compactMap { $0.split(separator: "[").last?.dropLast() })
    #expect(codes.count == 1, "\(codes.sorted())")
  }

  /// The same manifest as the command line is given, from the same folder.
  @Test(
    "the library prints what the command line prints",
    arguments: ["cycle", "captive", "unknown-factory", "wrong-setting", "missing-service"])
  func theLibrarySaysWhatTheCommandLineSays(name: String) throws {
    let path = Example.config.appending(path: "broken/\(name).yaml").path
    let run = try Command("configdi-check", "--color", "never", path, in: Self.folder)
    let error = try #require(throws: ManifestError.self) {
      try Container(
        manifest: .path(path), registry: FactoryRegistry(PartsAssembly()), options: ManifestOptions(environment: [:]))
    }
    let findings = error.description.split(separator: "\n\n", maxSplits: 1).last.map(String.init)
    #expect(findings == run.output)
  }

  /// Of every error, unless the folder's page says why not.
  @Test("there is one manifest for each kind of mistake") func thereIsOneForEachKindOfMistake() throws {
    let said = try Self.names.map { try String(contentsOf: Self.folder.appending(path: "\($0).txt"), encoding: .utf8) }
    let page = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
    for rule in Rule.all {
      let isShown = said.contains { $0.contains("[\(rule.code)]") }
      let isExcused = page.contains("\(rule.code) \(rule.slug)")
      #expect(!isShown || !isExcused, "\(rule.code) \(rule.slug)")
      #expect(isShown || isExcused || rule.severity < .error, "\(rule.code) \(rule.slug)")
    }
  }
}
