import ConfigDI
import Foundation
import Testing

@testable import configdi_check

/// A rule's fixture is the example on the rule's page. The page is where it is written; with `CONFIGDI_RECORD=1` the
/// fixture's files are written anew from it, and the run fails.
@Suite struct FixtureExampleTests {
  /// Fixtures of their own: of rules about the command line and the age of files, which have no example; with characters
  /// that no page can show, with a folder around the project, with more services or a catalog.
  private static let own: Set<String> = [
    "DI111-unknown-set-target", "DI111-valid-set", "DI701-stale-catalog", "DI701-valid-current-catalog",
    "DI702-unused-factory", "DI010-suspicious-text", "DI010-valid-suspicious-text", "DI103-import-escapes-root",
    "DI103-valid-import-escapes-root", "DI304-scoped-from-root", "DI301-captive-provider",
    "DI301-valid-scoped-provider", "DI307-in-every-place", "DI308-lazy-of-the-main-actor",
    "DI308-scoped-provider-of-the-main-actor", "DI416-other-argument", "DI416-no-call",
  ]

  @Test("the fixture of a rule equals its example", arguments: FixtureTests.names.filter { !own.contains($0) })
  func aRulesFixtureIsItsExample(name: String) throws {
    let page = try #require(RulePage.all.first { $0.rule.code == name.prefix(5) })
    let example = try #require(name.hasPrefix("\(page.rule.code)-valid") ? page.good : page.bad)
    for file in example.files {
      let place = FixtureTests.root.appending(path: "\(name)/\(file.name)")
      let text = file.text.hasSuffix("\n") ? file.text : file.text + "\n"
      let written = try? String(contentsOf: place, encoding: .utf8)
      if ProcessInfo.processInfo.environment["CONFIGDI_RECORD"] == "1", written != text {
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: place)
        Issue.record("recorded \(name)/\(file.name)")
      } else {
        #expect(written == text, "\(name)/\(file.name)")
      }
    }
  }
}
