import ConfigDI
import Foundation
import Testing

@testable import configdi_check

@Suite struct UnifiedDiffTests {
  private static let patch = "/usr/bin/patch"

  private func diff(_ old: String, _ new: String) -> String {
    UnifiedDiff.between(old, new, path: "a", paint: Paint(false))
  }

  @Test func showsContext() {
    let old = (1...12).map { "\($0)\n" }.joined()
    #expect(
      diff(old, old.replacing("6\n", with: "six\n"))
        == "--- a\n+++ a\n@@ -3,7 +3,7 @@\n 3\n 4\n 5\n-6\n+six\n 7\n 8\n 9\n")
  }

  @Test("distant changes have separate hunks") func farChangesHaveHunksOfTheirOwn() {
    let old = (1...40).map { "\($0)\n" }.joined()
    let new = old.replacing("10\n", with: "").replacing("30\n", with: "30\nmore\n")
    #expect(
      diff(old, new).split(separator: "\n").filter { $0.hasPrefix("@@") } == ["@@ -7,7 +7,6 @@", "@@ -28,6 +27,7 @@"])
  }

  @Test("a missing final newline is marked") func aMissingFinalNewlineIsSaid() {
    #expect(diff("a\nb", "a\nc\n") == "--- a\n+++ a\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n")
  }

  /// Without them the difference does not fit the file.
  @Test func carriageReturnsAreShown() {
    #expect(diff("a\r\nb\r\n", "a\r\nc\r\n") == "--- a\n+++ a\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n")
    #expect(diff("a\r\n", "a\n") == "--- a\n+++ a\n@@ -1 +1 @@\n-a\r\n+a\n")
  }

  /// A name with a space and lines that end with CRLF.
  @Test("patch applies diffs of unusual files", .enabled(if: FileManager.default.isExecutableFile(atPath: patch)))
  func patchUnderstandsOddFiles() throws {
    let folder = try Folder()
    let old = "one\r\ntwo\r\nthree"
    let new = old.replacing("two", with: "2")
    try folder.write(old, to: "a file")
    try folder.write(UnifiedDiff.between(old, new, path: "a file", paint: Paint(false)), to: "p")
    let (code, output) = try folder.shell("\(Self.patch) -s --binary -p0 -i p")
    #expect(code == 0, "\(output)")
    #expect(try folder.text("a file") == new)
  }

  @Test("patch applies the diff", .enabled(if: FileManager.default.isExecutableFile(atPath: patch)))
  func patchUnderstandsIt() throws {
    let folder = try Folder()
    for _ in 0..<10 {
      let old = (0..<60).map { "\($0 % 7)\n" }
      let new = old.flatMap { line in
        switch Int.random(in: 0..<8) {
        case 0: [] as [String]
        case 1: [line, "new\n"]
        default: [line]
        }
      }
      guard old != new else { continue }
      try folder.write(old.joined(), to: "a")
      try folder.write(diff(old.joined(), new.joined()), to: "p")
      #expect(try folder.shell("\(Self.patch) -s -i p a").code == 0)
      #expect(try folder.text("a") == new.joined())
    }
  }
}
