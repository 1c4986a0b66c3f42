import ConfigDI
import Testing

@testable import configdi_check

@Suite struct FindingHashTests {
  /// The documented hash, computed plainly: no window that rolls.
  private func plain(_ units: [UInt16]) -> String {
    var hash: UInt64 = 0
    for index in 0..<100 { hash = hash &* 37 &+ (index < units.count ? UInt64(units[index]) : 0) }
    return String(hash, radix: 16)
  }

  private func hashes(_ text: String) -> [String] {
    FindingHash.lineHashes(SourceFile(path: "a", bytes: Array(text.utf8)))
  }

  @Test("a line's hash includes the lines after it") func aLineIsHashedWithWhatFollows() {
    let units = Array("a:b\nc\n".utf16) + [0xFFFF]
    #expect(hashes("a: b\n\tc\r\n") == ["\(plain(units)):1", "\(plain(Array(units[4...]))):1", "\(plain([0xFFFF])):1"])
  }

  @Test("equal lines are numbered") func equalLinesAreCounted() {
    let filler = String(repeating: "x", count: 200) + "\n"
    let found = hashes(filler + filler + "y\n")
    #expect(found[0].hasSuffix(":1"))
    #expect(found[1] == found[0].dropLast(2) + ":2")
  }

  @Test("only the first hundred UTF-16 units count") func onlyAHundredUnitsCount() {
    let line = String(repeating: "é", count: 100)
    #expect(hashes(line + "a\n")[0] == hashes(line + "b\n")[0])
    #expect(hashes(line.dropLast() + "a\n")[0] != hashes(line.dropLast() + "b\n")[0])
  }

  @Test("a lone carriage return ends a line") func loneReturnsEndLines() {
    #expect(hashes("a\rb\n").count == 3)
    #expect(hashes("").count == 1)
  }

  @Test("the parts of a hash are separated") func partsAreKeptApart() {
    #expect(FindingHash.hex(["ab", "c"]) != FindingHash.hex(["a", "bc"]))
    #expect(FindingHash.hex([]).count == 32)
  }
}
