import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// What may follow a document: comments, and `...` on a line of its own.
@Suite struct TextAfterDocumentTests {
  @Test(
    "`...` on its own line ends the document",
    arguments: ["{ a: 1 }\n...\n", "{ a: 1 }\n...\n...\n# end\n", "a: 1\n...\n"])
  func anEndOnItsOwnLineIsNone(text: String) {
    #expect(Reading(text).places.isEmpty)
  }

  @Test(
    "other dots do not end the document", arguments: ["a: 1\n...\n  ...\n", "a: 1\n... ...\n", "a: 1\n...\n...x\n"])
  func otherDotsAreNoEnd(text: String) {
    #expect(Reading(text).places.count == 1)
  }

  @Test("text after the end marker is refused", arguments: ["{ a: 1 } ...\n", "{ a: 1 } ... b\n", "{ a: 1 } b\n"])
  func whatStandsOnTheLastLineOfTheDocumentIsRefused(text: String) {
    #expect(Reading(text).places == ["DI001 1:10"])
  }
}
