import ConfigDI
import Testing

@testable import configdi_check

/// Input of the language server that would take it long, or all memory.
@Suite struct BoundedServerTests {
  private func items(_ parts: [[UInt8]]) -> (messages: [String], garbage: [String]) {
    var reader = MessageReader()
    var found = (messages: [String](), garbage: [String]())
    for part in parts {
      reader.add(part)
      while let item = reader.next() {
        switch item {
        case .message(let message): found.messages.append(message.compactText)
        case .garbage(let reason): found.garbage.append(reason)
        }
      }
    }
    return found
  }

  @Test("a header without an end is refused once, and the next message is found")
  func endlessHeader() {
    let line = Array("X-Header: value\r\n".utf8)
    let parts = Array(repeating: Array(repeating: line, count: 64).flatMap { $0 }, count: 200)
    let found = items(parts + [Array("Content-Length: 2\r\n\r\n{}".utf8)])
    #expect(found.garbage == ["a header has more than 65536 bytes"])
    #expect(found.messages == ["{}"])
  }

  @Test("of a line without an end only the end is kept")
  func endlessLine() {
    let parts = Array(repeating: [UInt8](repeating: 0x20, count: 1 << 16), count: 64)
    let found = items(parts + [Array("Content-Length: 2\r\n\r\n{}".utf8)])
    #expect(found.messages == ["{}"])
  }

  @Test(
    "a length beyond all measure is refused, and the next message is found",
    arguments: [
      "9223372036854775807", "9223372036854775808", "99999999999999999999999", "300000000",
    ])
  func endlessBody(length: String) {
    let found = items([Array("Content-Length: \(length)\r\n\r\n{}Content-Length: 2\r\n\r\n[]".utf8)])
    #expect(found.garbage.count == 1 && found.garbage[0].hasPrefix("a message is too long"), "\(found.garbage)")
    #expect(found.messages == ["[]"])
  }

  @Test("places in a long line are right in every encoding", arguments: ["utf-8", "utf-16", "utf-32"])
  func longLine(encoding: String) throws {
    let encoding = try #require(PositionEncoding(rawValue: encoding))
    let word = "aé€𝄞"
    let text = "a: b\n" + String(repeating: word, count: 700) + "\nc"
    let file = SourceFile(path: "a.yaml", bytes: Array(text.utf8))
    let map = TextMap(file, encoding, isOpen: true)
    var offset = 5
    var units = 0
    for character in String(repeating: word, count: 700) {
      #expect(map.position(at: offset) == TextPosition(line: 1, character: units))
      #expect(map.offset(of: TextPosition(line: 1, character: units)) == offset)
      offset += character.utf8.count
      let width =
        switch encoding {
        case .utf8: character.utf8.count
        case .utf16: character.utf16.count
        case .utf32: character.unicodeScalars.count
        }
      // A position inside a character is the character's beginning.
      for inside in 1..<max(1, width) {
        let position = TextPosition(line: 1, character: units + inside)
        #expect(map.offset(of: position) == offset - character.utf8.count)
      }
      units += width
    }
    #expect(map.offset(of: TextPosition(line: 1, character: .max)) == offset)
    #expect(map.offset(of: TextPosition(line: 2, character: 1)) == offset + 2)
  }

  @Test("every declaration of a long mapping is found")
  func manyDeclarations() throws {
    let text =
      "configdi: 1\nservices: { " + (0..<300).map { "S\($0): { alias: S\($0 + 1) }" }.joined(separator: ", ") + " }\n"
    let session = LanguageSession(["app.yaml": text])
    let document: JSON = ["textDocument": ["uri": .string(session.uri("app.yaml"))]]
    let tokens = try session.request("textDocument/semanticTokens/full", document)
    #expect(tokens["data"]?.elements?.count == 600 * 5)
    let symbols = try session.request("textDocument/documentSymbol", document)
    #expect(symbols.elements?.last?["children"]?.elements?.count == 300)
  }

  @Test("the remedies of all findings of a file come in one answer")
  func wholeFile() throws {
    let text =
      "configdi: 1\nservices:\n"
      + (0..<200).map { "  S\($0): { factory: f, settings: { a: \"${p\($0)}\" } }\n" }.joined()
    let session = LanguageSession(["app.yaml": text])
    let actions = try session.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(session.uri("app.yaml"))], "context": ["diagnostics": []],
        "range": ["start": ["line": 0, "character": 0], "end": ["line": 300, "character": 0]],
      ]
    ).elements
    #expect(actions?.count { $0["title"]?.string?.hasPrefix("declare parameters: ") == true } == 200)
  }

  @Test("a key with thousands of values that are indented too far is one declaration")
  func strayValues() throws {
    let text = "configdi: 1\nservices:\n  a: \"x\"\n" + String(repeating: "    \"z\"\n", count: 3_000)
    let session = LanguageSession(["app.yaml": text])
    let symbols = try session.request(
      "textDocument/documentSymbol", ["textDocument": ["uri": .string(session.uri("app.yaml"))]])
    let declared = try #require(symbols.elements?.last?["children"]?.elements)
    #expect(declared.count == 1 && declared[0]["children"] == nil)
  }

  @Test("a version number can be the largest one")
  func largestVersion() {
    let session = LanguageSession(["app.yaml": "configdi: 1\n"])
    let uri = JSON.string(session.uri("app.yaml"))
    session.notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": uri, "languageId": "yaml", "version": .int(.max), "text": "configdi: 1\n"]])
    session.notify(
      "textDocument/didChange", ["textDocument": ["uri": uri], "contentChanges": [["text": "services: {}\n"]]])
    #expect(session.server.documents["/work/app.yaml"]?.file.bytes == Array("services: {}\n".utf8))
  }

  @Test("a process identifier that no process can have is ignored", arguments: [4_294_967_297, -99_999_999_999])
  func impossibleProcess(identifier: Int) {
    let server = LanguageServer(
      Recorder().console(files: InMemoryFiles()), send: { _ in }, check: { _ in }, log: { _ in })
    server.receive([
      "jsonrpc": "2.0", "id": 1, "method": "initialize",
      "params": ["processId": .int(identifier), "capabilities": [:]],
    ])
    #expect(server.clientProcess == nil)
  }
}
