import TestSupport
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Texts so short that a mark may be their first byte, their last, or both.
@Suite struct ShortTextTests {
  private static let pieces = [
    "\"", "\"\"", "'", ":", ": ", " ", "  ", "\t", "\n", "a", "é", "-", "- ", "? ", "{", "}", "[", "]", ",", "#",
    " #", "&", "*", "!", "|", ">", "%", "@", "---", "\\", "\u{FEFF}", "\u{A0}",
  ]

  @Test("a text of up to three marks is read or refused") func upToThreeMarks() {
    for first in Self.pieces {
      for second in [""] + Self.pieces {
        check(first + second)
        for third in Self.pieces where !second.isEmpty { check(first + second + third) }
      }
    }
  }

  @Test("a text of more marks is read or refused", arguments: 0..<4) func moreMarks(seed: Int) {
    var random = Seeded(UInt64(seed))
    for _ in 0..<2_000 {
      check(
        (0..<Int.random(in: 4...12, using: &random)).map { _ in Self.pieces.randomElement(using: &random)! }.joined())
    }
  }

  /// A finding and each of its edits lie in the text, whether it may be shown or not.
  private func check(_ text: String) {
    for hidden in [nil, 0..<text.utf8.count] {
      let reading = Reading(text, hidden: hidden)
      let places =
        reading.findings.compactMap(\.location)
        + reading.findings.flatMap(\.remedies).flatMap(\.fixes).map(\.location)
      let isRead = reading.document != nil || !reading.findings.isEmpty
      guard !isRead || places.contains(where: { $0.range.upperBound > text.utf8.count }) else { continue }
      Issue.record("\(text.debugDescription): \(reading.places)")
    }
  }
}
