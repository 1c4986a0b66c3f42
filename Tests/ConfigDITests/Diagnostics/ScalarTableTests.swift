import Testing

@testable import ConfigDI

@Suite struct ScalarTableTests {
  @Test("scalars and UTF-16 units are counted in any range") func countsWhatStandsBeforeAnyOffset() {
    let text = String(repeating: "aä€🙂", count: 400)
    let bytes = Array(text.utf8)
    let file = SourceFile(path: "a", bytes: bytes)
    for offset in stride(from: 0, through: bytes.count, by: 7) {
      #expect(file.scalars(in: 0..<offset) == bytes[..<offset].count { $0 & 0xC0 != 0x80 })
      #expect(file.scalars(in: offset..<bytes.count) == bytes[offset...].count { $0 & 0xC0 != 0x80 })
    }
    #expect(file.scalars(in: bytes.indices) == text.unicodeScalars.count)
    #expect(file.utf16Units(in: bytes.indices) == text.utf16.count)
    #expect(file.utf16Units(in: 3..<10) == 3)
  }
}
