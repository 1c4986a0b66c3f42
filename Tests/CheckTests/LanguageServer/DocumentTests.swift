import ConfigDI
import Foundation
import TestSupport
import Testing

@testable import configdi_check

/// Random edits through the protocol, beside a text that is kept in the plainest way.
@Suite struct DocumentTests {
  /// Lines of units, each unit with the text that it begins; the second half of a pair begins none.
  private struct PlainText {
    var text: String
    let encoding: String

    func width(_ scalar: Unicode.Scalar) -> Int {
      switch encoding {
      case "utf-8": String(scalar).utf8.count
      case "utf-16": String(scalar).utf16.count
      default: 1
      }
    }

    /// The index in scalars of a position.
    func index(line: Int, character: Int) -> Int {
      let scalars = Array(text.unicodeScalars)
      var index = 0
      var left = line
      while left > 0 {
        guard let end = scalars[index...].firstIndex(where: { $0 == "\n" || $0 == "\r" }) else { return scalars.count }
        index = scalars[end] == "\r" && end + 1 < scalars.count && scalars[end + 1] == "\n" ? end + 2 : end + 1
        left -= 1
      }
      var units = character
      while index < scalars.count, scalars[index] != "\n", scalars[index] != "\r", units >= width(scalars[index]) {
        units -= width(scalars[index])
        index += 1
      }
      return index
    }

    mutating func replace(_ start: (Int, Int), _ end: (Int, Int), with new: String) {
      let (low, high) = (index(line: start.0, character: start.1), index(line: end.0, character: end.1))
      var scalars = Array(text.unicodeScalars)
      scalars.replaceSubrange(low..<max(low, high), with: Array(new.unicodeScalars))
      text = ""
      text.unicodeScalars.append(contentsOf: scalars)
    }
  }

  @Test("a document follows every edit", arguments: ["utf-8", "utf-16", "utf-32"]) func followEveryEdit(
    encoding: String
  ) throws {
    let count = ProcessInfo.processInfo.environment["CONFIGDI_EDITS"].flatMap { Int($0) } ?? 3000
    let seed = ProcessInfo.processInfo.environment["CONFIGDI_SEED"].flatMap { UInt64($0) } ?? 7
    var random = Seeded(seed)
    let pieces = [
      "a", "\n", "é", "😀", "  ", "\r\n", "key: ", "ü", "\r", "configdi: 1\n", "", "{", "\u{10FFFF}", "x\ny\nz",
    ]
    // No manifest and no name of one, so that nothing is checked meanwhile.
    let session = LanguageSession([:], encoding: encoding)
    session.open("notes.txt", "one\ntwo\n")
    var plain = PlainText(text: "one\ntwo\n", encoding: encoding)
    for step in 0..<count {
      var position: (Int, Int) { (Int.random(in: 0..<9, using: &random), Int.random(in: 0..<14, using: &random)) }
      var (start, end) = (position, position)
      if end < start { swap(&start, &end) }
      var text = ""
      for _ in 0..<Int.random(in: 0..<4, using: &random) { text += pieces.randomElement(using: &random) ?? "" }
      if plain.text.unicodeScalars.count > 400 { text = "" }
      plain.replace(start, end, with: text)
      session.change(
        "notes.txt",
        [
          [
            "range": [
              "start": ["line": .int(start.0), "character": .int(start.1)],
              "end": ["line": .int(end.0), "character": .int(end.1)],
            ], "text": .string(text),
          ]
        ], settling: false)
      guard session.text("notes.txt").map({ Array($0.utf8) }) == Array(plain.text.utf8) else {
        Issue.record("seed \(seed), step \(step): \(session.text("notes.txt") ?? "") is not \(plain.text)")
        return
      }
    }
  }

  @Test("a full text replaces the document") func resynchronisesWithAWholeText() {
    let session = LanguageSession()
    session.open("notes.txt", "one\n")
    session.change(
      "notes.txt",
      [
        ["range": ["start": ["line": 90, "character": 3], "end": ["line": 95, "character": 0]], "text": "two"],
        ["text": "three"],
      ]
    )
    #expect(session.text("notes.txt") == "three")
  }

  @Test("locations move with edits") func carriesPlacesOverEdits() {
    var document = Document(uri: "file:///a", path: "/a", version: 1, text: "one two three", encoding: .utf8)
    document.change(
      TextRange(start: .init(line: 0, character: 0), end: .init(line: 0, character: 3)), to: "ninety", version: 2)
    #expect(document.carried(4..<7, since: 1) == 7..<10)
    document.change(
      TextRange(start: .init(line: 0, character: 8), end: .init(line: 0, character: 8)), to: "-", version: 3)
    #expect(document.carried(4..<7, since: 1) == 7..<11)
    #expect(document.carried(7..<10, since: 2) == 7..<11)
    document.settle(3)
    #expect(document.carried(4..<7, since: 3) == 4..<7)
  }
}
