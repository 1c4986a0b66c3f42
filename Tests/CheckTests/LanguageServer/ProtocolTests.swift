import ConfigDI
import Testing

@testable import configdi_check

@Suite struct ProtocolTests {
  @Test(
    "JSON is parsed",
    arguments: [
      (#"{"a":[1,-2.5,true,null,"x"]}"#, #"{"a":[1,-2.5,true,null,"x"]}"#),
      (#" [ ] "#, "[]"), (#""\ud83d\ude00\u00e9\n""#, #""😀é\n""#), (#""\ud83d""#, "\"\u{FFFD}\""),
      (#"{"a":1,"b":{}}"#, #"{"a":1,"b":{}}"#),
    ])
  func readsJSON(text: String, expected: String) throws {
    #expect(try JSON(reading: Array(text.utf8)).compactText == expected)
  }

  @Test(
    "invalid JSON is refused",
    arguments: ["", "{", "[1,]", "{\"a\" 1}", "01x", "nul", "\"a", "[1] 2", "{\"a\":}", "'a'", #""\u+041""#])
  func refusesWhatIsNoJSON(text: String) {
    #expect(throws: JSONScanner.Malformed.self) { try JSON(reading: Array(text.utf8)) }
  }

  @Test("deeply nested JSON is refused") func refusesWhatNestsTooDeeply() {
    let text = String(repeating: "[", count: 100_000)
    #expect(throws: JSONScanner.Malformed.self) { try JSON(reading: Array(text.utf8)) }
  }

  @Test("messages can arrive in any pieces") func takesMessagesFromAnyPieces() {
    let stream = "Content-Length: 2\r\n\r\n{}Content-Type: x\r\ncontent-length: 3\r\n\r\n[1]"
    var reader = MessageReader()
    var found: [String] = []
    for byte in stream.utf8 {
      reader.add([byte])
      while case .message(let message)? = reader.next() { found.append(message.compactText) }
    }
    #expect(found == ["{}", "[1]"])
  }

  @Test("the next message after garbage is found") func findsTheNextMessageAfterGarbage() {
    var reader = MessageReader()
    reader.add(Array("Content-Length: 4\r\n\r\n{}Content-Length: 2\r\n\r\n{}Content-Length: 4\r\n\r\nnull".utf8))
    var messages: [String] = []
    var garbage = 0
    while let item = reader.next() {
      switch item {
      case .message(let message): messages.append(message.compactText)
      case .garbage: garbage += 1
      }
    }
    #expect(garbage > 0)
    #expect(messages.last == "null")
  }

  @Test(
    "paths become file URIs and back",
    arguments: [
      ("/a b/ü.yaml", "file:///a%20b/%C3%BC.yaml"), ("/x/100%.yaml", "file:///x/100%25.yaml"),
    ])
  func writesAddresses(path: String, uri: String) {
    #expect(DocumentURI.uri(path) == uri)
    #expect(DocumentURI.path(uri) == path)
  }

  @Test("URIs that are not files have no path") func knowsNoOtherAddresses() {
    #expect(DocumentURI.path("untitled:1") == nil)
    #expect(DocumentURI.path("file:///a/%00") == nil)
    #expect(DocumentURI.path("file://host/a/../b") == "/b")
    #expect(DocumentURI.path("file:/a%20b/c") == "/a b/c")
    #expect(DocumentURI.path("file:///a%+A%-0%2") == "/a%+A%-0%2")
    #expect(DocumentURI.path("file:a/b") == nil)
  }

  @Test("unknown methods and invalid requests have error responses") func answersWhatItDoesNotKnow() throws {
    let session = LanguageSession(["app.yaml": "configdi: 1\n"])
    func code(_ message: JSON) -> Int? { session.receive(message).first?["error"]?["code"]?.int }
    #expect(code(["jsonrpc": "2.0", "id": 901, "method": "no/such"]) == -32601)
    #expect(code(["jsonrpc": "2.0", "id": 1.5, "method": "shutdown"]) == -32600)
    #expect(code(["jsonrpc": "2.0", "id": [], "method": "shutdown"]) == -32600)
    #expect(code([1]) == -32600)
    #expect(session.receive(["jsonrpc": "2.0", "method": "no/such"]).isEmpty)
    #expect(session.receive(["jsonrpc": "2.0", "id": 77, "result": nil]).isEmpty)
    #expect(code(["jsonrpc": "2.0", "id": "a", "method": "initialize", "params": [:]]) == -32600)
  }

  @Test("a call hierarchy passes through collections") func passesCollections() throws {
    let text = """
      configdi: 1
      collections: { cs: { of: C } }
      roots: [S]
      services:
        S: { factory: s, dependencies: { all: { all: cs } } }
        C/a: { factory: c, collect: cs }

      """
    let session = LanguageSession(["app.yaml": text])
    func next(_ method: String, _ item: JSON?, _ end: String) throws -> JSON? {
      try session.request("callHierarchy/\(method)", ["item": item ?? .null]).elements?.first?[end]
    }
    func item(of key: String) throws -> JSON? {
      let start = try #require(text.utf8.firstRange(of: key.utf8)?.lowerBound)
      let offset = text.utf8.distance(from: text.startIndex, to: start)
      return try session.ask("prepareCallHierarchy", "app.yaml", at: offset).elements?.first
    }
    let needed = try next("outgoingCalls", item(of: "S: {"), "to")
    #expect(needed?["name"]?.string == "cs")
    #expect(try next("outgoingCalls", needed, "to")?["name"]?.string == "C/a")
    let user = try next("incomingCalls", item(of: "C/a"), "from")
    #expect(user?["name"]?.string == "cs")
    #expect(try next("incomingCalls", user, "from")?["name"]?.string == "S")
  }

  @Test("an empty configuration leaves the initialization options in force") func keepsTheInitialOptions() throws {
    let session = LanguageSession(
      ["app.yaml": "configdi: 1\n"], capabilities: [("workspace", ["configuration": true])],
      options: ["stage": "test", "codeLens": true])
    let id = try #require(session.messages.last { $0["method"]?.string == "workspace/configuration" }?["id"])
    _ = session.receive(["jsonrpc": "2.0", "id": id, "result": [["stage": "live"]]])
    #expect(session.server.settings.stage == "live")
    #expect(session.server.settings.showsLenses)
  }

  @Test("plain text keeps the asterisks of a value") func keepsAsterisks() {
    #expect("**cron** parameter, `*/5 * * * *`".withoutMarks == "cron parameter, */5 * * * *")
  }

  @Test("requests before initialize and after shutdown fail") func keepsTheOrderOfItsLife() throws {
    var sent: [JSON] = []
    let server = LanguageServer(Recorder().console(), send: { sent.append($0) }, check: { _ in }, log: { _ in })
    server.receive(["jsonrpc": "2.0", "id": 1, "method": "textDocument/hover", "params": [:]])
    #expect(sent.last?["error"]?["code"]?.int == -32002)
    server.receive(["jsonrpc": "2.0", "id": 2, "method": "initialize", "params": ["capabilities": [:]]])
    #expect(sent.last?["result"]?["capabilities"]?["positionEncoding"]?.string == "utf-16")
    server.receive(["jsonrpc": "2.0", "id": 3, "method": "shutdown"])
    #expect(sent.last?["result"]?.isNull == true)
    server.receive(["jsonrpc": "2.0", "id": 4, "method": "shutdown"])
    #expect(sent.last?["error"]?["code"]?.int == -32600)
    #expect(server.exitCode == nil)
    server.receive(["jsonrpc": "2.0", "method": "exit"])
    #expect(server.exitCode == .success)
  }

  @Test("exit without shutdown has a failing exit code") func endsBadlyWithoutShutdown() {
    let server = LanguageServer(Recorder().console(), send: { _ in }, check: { _ in }, log: { _ in })
    server.receive(["jsonrpc": "2.0", "method": "exit"])
    #expect(server.exitCode == .findings)
  }
}

extension JSON: ExpressibleByFloatLiteral {
  init(floatLiteral value: Double) { self = .float(value) }
}
