import ConfigDI
import Testing

@testable import configdi_check

/// Every name of a workspace that may be renamed, renamed.
@Suite struct EditorRenameTests {
  @Test("renaming leaves the wiring unchanged") func leaveTheWiringAsItIs() throws {
    var renamed = 0
    for workspace in [try EditorWorkspace(), EditorWorkspace(folder: "Examples/config", without: "broken")] {
      var seen: Set<String> = []
      for (path, text) in workspace.texts.sorted(by: { $0.key < $1.key }) where path.hasSuffix(".yaml") {
        for occurrence in TextNames(Outline(Array(text.utf8))).all {
          for offset in [occurrence.range.lowerBound, occurrence.range.upperBound]
          where seen.insert("\(occurrence.kind) \(occurrence.name) \(offset == occurrence.range.lowerBound)").inserted {
            if try Self.rename(path, at: offset, in: workspace) { renamed += 1 }
          }
        }
      }
    }
    #expect(renamed > 50)
  }

  @Test("a parameter's new name is quoted where YAML would read it as something else", arguments: ["no", "null"])
  func quoteTheNewName(name: String) throws {
    let text =
      "configdi: 1\nparameters:\n  kind: { type: bool, env: K }\n  b: \"${kind}\"\n"
      + "services:\n  A: { select: kind, cases: { true: B, false: B } }\n  B: b\n"
    let session = LanguageSession(["app.yaml": text])
    let offset = try #require(text.utf8.firstRange(of: "kind".utf8)?.lowerBound)
    let edit = try session.ask(
      "rename", "app.yaml", at: text.utf8.distance(from: text.startIndex, to: offset), [("newName", .string(name))])
    #expect(
      session.apply(edit, to: ["app.yaml": text])["app.yaml"]
        == text.replacing("  kind:", with: "  \"\(name)\":").replacing("{kind}", with: "{\(name)}")
        .replacing("select: kind", with: "select: \"\(name)\""))
  }

  @Test("braces with nothing but spaces name no parameter", arguments: ["", " ", "\t "])
  func emptyBraces(spaces: String) {
    let text = "configdi: 1\nparameters: { a: \"x${\(spaces)}y\", b: \"${ a }\" }\n"
    let names = TextNames(Outline(Array(text.utf8))).all.filter { $0.kind == .parameter && !$0.isDeclaration }
    #expect(names.map(\.name) == [" a "])
  }

  /// - Returns: Whether the name may be renamed.
  private static func rename(_ path: String, at offset: Int, in workspace: EditorWorkspace) throws -> Bool {
    let session = LanguageSession(workspace.texts)
    guard let prepared = try? session.ask("prepareRename", path, at: offset),
      let old = prepared["placeholder"]?.string
    else { return false }
    let new = "renamed"
    let edit = try session.ask("rename", path, at: offset, [("newName", .string(new))])
    let after = session.apply(edit, to: workspace.texts)
    #expect(after != workspace.texts, "\(path) at \(offset), \(old)")

    // What a check says is the same, but for the name.
    let findings = session.shown.mapValues { $0.compactMap { $0["code"]?.string } }
    let renamed = LanguageSession(after)
    #expect(renamed.shown.mapValues { $0.compactMap { $0["code"]?.string } } == findings, "\(path): \(old)")

    // Every line of the difference speaks of the name.
    let files = InMemoryFiles(
      workspace.files(in: "before").merging(
        EditorWorkspace(after).files(in: "after"), uniquingKeysWith: { $1 }))
    let difference = Recorder.run("diff", "before/app.yaml", "after/app.yaml", "--root", ".", files: files)
    #expect(difference.code == .success, "\(old): \(difference.error)")
    for line in difference.output.split(separator: "\n") where line != "no changes in the wiring" {
      #expect(line.contains(old) || line.contains(new), "\(path): \(old): \(line)")
    }

    // And back again nothing is left of it.
    let position = try #require(
      after[path]?.utf8.withContiguousStorageIfAvailable { bytes in
        TextNames(Outline(Array(bytes))).all.first { $0.name.contains(new) }?.range
      } ?? nil)
    let parts = ServiceKey(String(decoding: Array((after[path] ?? "").utf8)[position], as: UTF8.self))
    let isVariant = parts.variant.map(String.init) == new
    let back = try renamed.ask(
      "rename", path, at: isVariant ? position.upperBound : position.lowerBound, [("newName", .string(old))])
    #expect(renamed.apply(back, to: after) == workspace.texts, "\(path): \(old) and back")
    return true
  }
}
