import Testing

@testable import ConfigDI

@Suite struct SpellingTests {
  @Test func findsAnExchangedPair() {
    #expect(Spelling.suggestions(for: "Clokc", among: ["Clock", "Cache"]) == ["Clock"])
  }
}
