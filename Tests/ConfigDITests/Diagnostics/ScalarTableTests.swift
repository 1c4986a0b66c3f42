import Testing

@testable import ConfigDI

@Suite struct ScalarTableTests {
  @Test("scalars are counted before any offset") func countsWhatStandsBeforeAnyOffset() {
    let text = String(repeating: "aä€🙂", count: 400)
    let bytes = Array(text.utf8)
    let file = SourceFile(path: "a", bytes: bytes)
    for offset in stride(from: 0, through: bytes.count, by: 7) {
      #expect(file.scalars(before: offset) == bytes[..<offset].count { $0 & 0xC0 != 0x80 })
    }
    #expect(file.scalars(before: bytes.count) == text.unicodeScalars.count)
    #expect(file.scalars(before: .max) == text.unicodeScalars.count)
  }
}
