import ConfigDI
import Foundation
import Testing

@testable import configdi_check

/// Every action on every finding of every fixture: after it the finding is gone, and none is new.
@Suite struct EditorActionTests {
  @Test("each action removes its finding") func mendWhatTheyAreFor() throws {
    var tried = 0
    for name in FixtureTests.names {
      let workspace = EditorWorkspace(folder: "Tests/Data/Fixtures/\(name)")
      let session = LanguageSession(workspace.texts)
      for (uri, findings) in session.shown.sorted(by: { $0.key < $1.key }) {
        for finding in findings {
          let actions = try session.request(
            "textDocument/codeAction",
            ["textDocument": ["uri": .string(uri)], "range": finding["range"] ?? .null, "context": ["diagnostics": []]]
          ).elements
          for action in actions ?? [] {
            tried += 1
            try Self.expectMended(by: action, finding, name, workspace, session)
          }
        }
      }
    }
    #expect(tried > 90)
  }

  @Test(
    "a catalog's and a configuration file's actions add no comment, and their fixes are not said to be too many",
    arguments: [
      (
        "configdi.catalog.json", #"{ "configdiCatalog": 1, "factries": [{ "name": "a", "provides": "App.A" }] }"#,
        "did you mean 'factories'?", true
      ), (".configdi-check.yml", "catalg: none\n", "did you mean 'catalog'?", false),
    ])
  func filesWithoutSuppressions(path: String, text: String, title: String, isTried: Bool) throws {
    let session = LanguageSession(["app.yaml": "configdi: 1\nroots: [A]\nservices: { A: a }\n", path: text])
    let uri = session.uri(path)
    let finding = try #require(session.shown[uri]?.first)
    let actions = try session.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(uri)], "range": finding["range"] ?? .null,
        "context": ["diagnostics": [], "only": ["quickfix"]],
      ])
    #expect(actions.elements?.map { $0["title"]?.string } == [title])
    #expect(actions.elements?.first?["isPreferred"]?.bool ?? false == isTried)
  }

  static func expectMended(
    by action: JSON, _ finding: JSON, _ name: String, _ workspace: EditorWorkspace, _ session: LanguageSession
  ) throws {
    let title = action["title"]?.string ?? ""
    // An action at the place may be for another finding there.
    let own = action["diagnostics"]?.elements?.first ?? finding
    let after = session.apply(try #require(action["edit"]), to: workspace.texts)
    // What only the author knows is for the author to write.
    if after.contains(where: { $0.value.contains("…") && workspace.texts[$0.key]?.contains("…") == false }) { return }
    #expect(after != workspace.texts, "\(name): \(title)")
    let then = LanguageSession(after)
    let (before, left, notes) = (said(session), said(then), notes(then))
    if action["kind"]?.string == "quickfix" {
      let fixed = Self.text(own)
      #expect(left[fixed, default: 0] < before[fixed, default: 0], "\(name): \(title): still \(fixed)")
    }
    // A note is a remark on a sound manifest, as that a provider opens a cycle.
    for (text, count) in left where count > before[text, default: 0] && !notes.contains(text) {
      Issue.record("\(name): \(title): new is \(text)")
    }
  }

  /// How often each finding is shown, by code and message.
  private static func said(_ session: LanguageSession) -> [String: Int] {
    session.shown.values.flatMap { $0 }.reduce(into: [:]) { $0[Self.text($1), default: 0] += 1 }
  }

  private static func notes(_ session: LanguageSession) -> Set<String> {
    Set(session.shown.values.flatMap { $0 }.filter { $0["severity"]?.int == 3 }.map(text))
  }

  private static func text(_ finding: JSON) -> String {
    "\(finding["code"]?.string ?? "") \(finding["message"]?.string ?? "")"
  }
}
