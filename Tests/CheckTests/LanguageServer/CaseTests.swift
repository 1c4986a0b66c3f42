import ConfigDI
import Foundation
import Testing

@testable import configdi_check

/// Marker files: manifests with places marked, what a client asks there, and what it is answered.
///
/// A case begins `#### title`, perhaps with the client's capabilities behind a bar: `utf-16`, `plain` (nothing but text),
/// `lenses`, `hints`, `stage=NAME`, `closed`. `=== workspace` stands for the files of `workspace.txt`, `=== path` begins a
/// file, and `=== change path` lines of one: `- ` before those that go, `+ ` before those that come in their place.
/// `«name»` marks a place and is no text. `=== ask` begins the questions, each with its answer in lines that begin `> `.
/// With `CONFIGDI_RECORD=1` the answers are written anew, and the run fails.
@Suite struct EditorCaseTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")

  static let files: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter {
      $0.hasSuffix(".txt") && $0 != "workspace.txt"
    }.sorted()

  private static func workspace() throws -> String {
    try String(contentsOf: folder.appending(path: "workspace.txt"), encoding: .utf8)
  }

  @Test("every recorded question has the recorded answer", arguments: files) func areAnswered(file: String) throws {
    let url = Self.folder.appending(path: file)
    let text = try String(contentsOf: url, encoding: .utf8)
    let answered = try EditorCases(text, workspace: Self.workspace()).answered()
    if ProcessInfo.processInfo.environment["CONFIGDI_RECORD"] == "1", answered != text {
      try Data(answered.utf8).write(to: url)
      Issue.record("recorded \(file)")
      return
    }
    let (actual, expected) = (answered.split(separator: "\n"), text.split(separator: "\n"))
    for (line, (left, right)) in zip(actual, expected).enumerated() where left != right {
      Issue.record("\(file), about line \(line + 1): answered '\(left)', expected '\(right)'")
      break
    }
    #expect(actual.count == expected.count)
  }

  @Test("there are at least 200 questions") func areManyEnough() throws {
    let count = try Self.files.map { file in
      try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8).split(separator: "\n")
        .count { EditorCases.isQuestion($0) }
    }.reduce(0, +)
    #expect(count >= 200)
  }
}
