import ConfigDI
import Testing

@testable import configdi_check

/// A server in this process with a client beside it: what one sends, the other has at once, and checks run when asked.
final class LanguageSession {
  private final class Outbox {
    var messages: [JSON] = []
    var jobs: [CheckJob] = []
    var log: [String] = []
  }

  let server: LanguageServer
  let root: String
  private let outbox = Outbox()
  private var requestCount = 0
  private var versions: [String: Int] = [:]
  private(set) var handshake: JSON = .null

  /// - Parameter files: By path from the root, `/work` unless it is a folder of the disk.
  init(
    _ files: [String: String] = [:], root: String = "/work", onDisk: Bool = false, access: (any FileAccess)? = nil,
    encoding: String = "utf-8",
    capabilities: [(String, JSON)] = LanguageSession.capabilities, options: JSON = .null
  ) {
    self.root = root
    let memory = InMemoryFiles(
      Dictionary(uniqueKeysWithValues: files.map { ("\(root)/\($0.key)", $0.value) }))
    let access: any FileAccess = access ?? (onDisk ? DiskFiles() : memory)
    let outbox = outbox
    server = LanguageServer(
      Recorder().console(files: access), send: { outbox.messages.append($0) }, check: { outbox.jobs.append($0) },
      log: { outbox.log.append($0) })
    let general: JSON = ["positionEncodings": [.string(encoding)]]
    handshake =
      (try? request(
        "initialize",
        [
          "processId": nil, "rootUri": .string(DocumentURI.uri(root)), "initializationOptions": options,
          "capabilities": .object([("general", general)] + capabilities),
        ])) ?? .null
    notify("initialized", [:])
    settle()
  }

  /// A client that can do everything.
  static let capabilities: [(String, JSON)] = [
    (
      "textDocument",
      [
        "publishDiagnostics": [:], "rename": ["prepareSupport": true], "codeAction": ["codeActionLiteralSupport": [:]],
        "documentSymbol": ["hierarchicalDocumentSymbolSupport": true],
        "completion": ["completionItem": ["snippetSupport": true]],
      ]
    ), ("workspace", ["workspaceEdit": ["documentChanges": true]]),
  ]

  struct Refusal: Error {
    let code: Int
    let message: String
  }

  func uri(_ path: String) -> String { DocumentURI.uri("\(root)/\(path)") }

  /// The answer to a request, once every check has ended.
  func request(_ method: String, _ parameters: JSON) throws -> JSON {
    requestCount += 1
    let id = JSON.int(requestCount)
    server.receive(["jsonrpc": "2.0", "id": id, "method": .string(method), "params": parameters])
    settle()
    let answer = try #require(outbox.messages.last { $0["id"]?.int == requestCount && $0["method"] == nil })
    if let error = answer["error"] {
      throw Refusal(code: error["code"]?.int ?? 0, message: error["message"]?.string ?? "")
    }
    return answer["result"] ?? .null
  }

  func notify(_ method: String, _ parameters: JSON) {
    server.receive(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
  }

  /// A message as it stands; what is answered to it.
  func receive(_ message: JSON) -> [JSON] {
    let before = outbox.messages.count
    server.receive(message)
    return Array(outbox.messages[before...])
  }

  /// Runs the checks that wait, and those that they lead to.
  func settle() {
    while !outbox.jobs.isEmpty {
      let job = outbox.jobs.removeFirst()
      server.finishCheck(
        job.cancellation.isCancelled ? nil : job.run(), ofRoot: job.root, generation: job.generation)
    }
  }

  var waitingJobs: [CheckJob] { outbox.jobs }

  func open(_ path: String, _ text: String) {
    versions[path] = 1
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(uri(path)), "languageId": "yaml", "version": 1, "text": .string(text),
        ]
      ])
    settle()
  }

  func change(_ path: String, _ changes: [JSON], settling: Bool = true) {
    versions[path, default: 1] += 1
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(uri(path)), "version": .int(versions[path] ?? 1)],
        "contentChanges": .array(changes),
      ])
    if settling { settle() }
  }

  func text(_ path: String) -> String? {
    server.documents["\(root)/\(path)"].map { String(decoding: $0.file.bytes, as: UTF8.self) }
  }

  /// What the client shows of a file now.
  func diagnostics(_ path: String) -> [JSON] {
    last(path)?["diagnostics"]?.elements ?? []
  }

  func last(_ path: String) -> JSON? {
    outbox.messages.last {
      $0["method"]?.string == "textDocument/publishDiagnostics" && $0["params"]?["uri"]?.string == uri(path)
    }?["params"]
  }

  /// Every file with findings, by address.
  var shown: [String: [JSON]] {
    var result: [String: [JSON]] = [:]
    for message in outbox.messages where message["method"]?.string == "textDocument/publishDiagnostics" {
      guard let uri = message["params"]?["uri"]?.string else { continue }
      result[uri] = message["params"]?["diagnostics"]?.elements
    }
    return result.filter { !$0.value.isEmpty }
  }

  var messages: [JSON] { outbox.messages }

  var log: [String] { outbox.log }

  /// Asks at a byte of a text that the server has open, or of the file.
  func ask(_ method: String, _ path: String, at offset: Int, _ more: [(String, JSON)] = []) throws -> JSON {
    let file = try #require(server.file("\(root)/\(path)"))
    let position = TextMap(file, server.client.encoding, isOpen: true).position(at: offset)
    return try request(
      "textDocument/\(method)",
      .object([("textDocument", ["uri": .string(uri(path))]), ("position", position.json)] + more))
  }

  /// The texts that a workspace edit leaves, by path from the root.
  func apply(_ edit: JSON, to texts: [String: String]) -> [String: String] {
    var files =
      edit["documentChanges"]?.elements?.map { ($0["textDocument"]?["uri"]?.string ?? "", $0["edits"]?.elements ?? []) }
      ?? []
    if case .object(let members)? = edit["changes"] { files = members.map { ($0.0, $0.1.elements ?? []) } }
    var texts = texts
    for (uri, edits) in files {
      let path = String(uri.dropFirst(self.uri("").count))
      var document = Document(
        uri: uri, path: path, version: 1, text: texts[path] ?? "", encoding: server.client.encoding)
      let ranges = edits.compactMap { edit in TextRange(edit["range"]).map { ($0, edit["newText"]?.string ?? "") } }
      for (range, text) in ranges.sorted(by: { $0.0.start > $1.0.start }) {
        document.change(range, to: text, version: 1)
      }
      texts[path] = String(decoding: document.file.bytes, as: UTF8.self)
    }
    return texts
  }
}
