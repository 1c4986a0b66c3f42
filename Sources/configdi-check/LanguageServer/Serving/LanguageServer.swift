import ConfigDI

/// Holds the server's state and responds to messages. It does not read or write streams, and must be used from a single
/// thread.
final class LanguageServer {
  let console: Console
  private let send: (JSON) -> Void
  let startCheck: (CheckJob) -> Void
  let log: (String) -> Void

  var client = ClientCapabilities()
  var settings = ServerSettings()
  /// The settings that apply where the client's configuration has none.
  private(set) var initialSettings = ServerSettings()
  var roots: [WorkspaceRoot] = []
  /// The open documents, by absolute path with links resolved.
  var documents: [String: Document] = [:]
  /// The documents whose file is also open under another URI that was opened or edited later, by path.
  var hidden: [String: [Document]] = [:]
  let disk: FileCache
  /// The calls found in Swift files, kept between checks.
  let calls = CallCache()
  /// The number of checks started so far, which identifies the newest one.
  var generation = 0
  /// The findings that the client currently shows, by URI.
  var published: [String: (version: Int?, text: String)] = [:]
  let outlines = OutlineCache()
  /// Which safe fixes in each file can be trusted, and the generation of the check that decided this.
  var verdicts: [String: (generation: Int, verdict: Fixer.Verdict?)] = [:]
  var lastLook = ContinuousClock.now
  /// How long a response waits for a check of the newest text before it uses an older result. This is enough to check a
  /// few hundred services, but too short to notice while typing.
  var patience = Duration.milliseconds(10)
  /// How long a response may take to decide which fixes can be trusted. Fixes that remain undecided are offered as
  /// untrusted.
  var patienceForFixes = Duration.milliseconds(500)

  private(set) var isInitialized = false
  private(set) var hasShutDown = false
  /// The exit code of the process; `nil` until the client requests the exit.
  private(set) var exitCode: ExitCode?
  private(set) var clientProcess: Int32?

  /// The IDs of the requests that the client has cancelled, as JSON text. They are rejected when their turn comes.
  var expectedCancellations: Set<String> = []
  /// The requests whose answer must wait for a running check, with the time at which each arrived.
  private var waiting: [(id: JSON, method: String, parameters: JSON, since: ContinuousClock.Instant)] = []
  private var answers: [String: (JSON) -> Void] = [:]
  private var requestCount = 0

  init(
    _ console: Console, send: @escaping (JSON) -> Void, check: @escaping (CheckJob) -> Void,
    log: @escaping (String) -> Void
  ) {
    self.console = console
    self.send = send
    startCheck = check
    self.log = log
    disk = FileCache(console.files)
  }

  func receive(_ message: JSON) {
    guard case .object = message else { return answer(nil, with: .invalidRequest("a message must be an object")) }
    let given = message["id"]
    let valid = given?.int != nil || given?.string != nil ? given : nil
    guard let method = message["method"]?.string else {
      if message["method"] == nil, given != nil, message["result"] != nil || message["error"] != nil {
        guard let id = valid?.string, let use = answers.removeValue(forKey: id) else { return }
        if let result = message["result"], message["error"] == nil { use(result) }
        return
      }
      return answer(valid, with: .invalidRequest("a message must have a method or be a response"))
    }
    let parameters = message["params"] ?? .null
    if settings.trace { log("received \(method)") }
    guard given != nil else { return notify(method, parameters) }
    guard let id = valid else { return answer(nil, with: .invalidRequest("an id must be an integer or a string")) }
    request(id, method, parameters)
  }

  /// Responds with an error to input that is not a message.
  func refuse(_ reason: String) {
    log(reason)
    answer(nil, with: .parse(reason))
  }

  private func request(_ id: JSON, _ method: String, _ parameters: JSON, since: ContinuousClock.Instant = .now) {
    if expectedCancellations.remove(id.compactText) != nil { return answer(id, with: .cancelled) }
    if hasShutDown { return answer(id, with: .invalidRequest("the server was shut down")) }
    guard isInitialized || method == "initialize" else { return answer(id, with: .notInitialized) }
    guard let handler = Self.requests[method] else {
      return answer(id, with: ResponseError(code: -32601, message: "unknown method '\(method)'"))
    }
    if isInitialized { lookAtDisk() }
    if isWaiting(for: handler.need, parameters, since: since) {
      waiting.append((id, method, parameters, since))
      return
    }
    do {
      let result = try handler.answer(self)(parameters)
      send(["jsonrpc": "2.0", "id": id, "result": result])
    } catch {
      answer(id, with: error)
    }
  }

  private func notify(_ method: String, _ parameters: JSON) {
    switch method {
    case "exit":
      exitCode = hasShutDown ? .success : .findings
    case "$/cancelRequest":
      let id = parameters["id"]?.compactText
      guard let index = waiting.firstIndex(where: { $0.id.compactText == id }) else { return }
      answer(waiting.remove(at: index).id, with: .cancelled)
    default:
      guard isInitialized, !hasShutDown else { return }
      guard let handler = Self.notifications[method] else {
        if !method.hasPrefix("$/") { log("unknown notification \(method)") }
        return
      }
      handler(self, parameters)
    }
  }

  private func answer(_ id: JSON?, with error: ResponseError) {
    send(["jsonrpc": "2.0", "id": id ?? .null, "error": error.json])
  }

  func tell(_ method: String, _ parameters: JSON) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
  }

  /// Sends a request to the client. If it succeeds, `use` is called with the result.
  func ask(_ method: String, _ parameters: JSON?, then use: @escaping (JSON) -> Void = { _ in }) {
    requestCount += 1
    let id = "configdi-\(requestCount)"
    answers[id] = use
    send(
      .object(present: [
        "jsonrpc": "2.0", "id": .string(id), "method": .string(method), "params": parameters,
      ]))
  }

  /// Answers the requests that waited for a check, except those that must wait longer.
  func answerWaiting() {
    let requests = waiting
    waiting = []
    for (id, method, parameters, since) in requests { request(id, method, parameters, since: since) }
  }

  /// The milliseconds until the next waiting request times out, or 300 if that is sooner.
  var millisecondsToTick: Int {
    let now = ContinuousClock.now
    let left = waiting.map { patience - (now - $0.since) }.filter { $0 > .zero }.min() ?? .milliseconds(300)
    return min(300, Int(left / .milliseconds(1)) + 1)
  }

  func initialize(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard !isInitialized else { throw .invalidRequest("'initialize' may be sent only once") }
    isInitialized = true
    client = ClientCapabilities(parameters["capabilities"])
    initialSettings = ServerSettings(parameters["initializationOptions"])
    settings = initialSettings
    clientProcess = parameters["processId"]?.int.flatMap(Int32.init(exactly:))
    var folders = parameters["workspaceFolders"]?.elements?.compactMap { $0["uri"]?.string } ?? []
    if folders.isEmpty, let uri = parameters["rootUri"]?.string { folders = [uri] }
    if folders.isEmpty, let path = parameters["rootPath"]?.string { folders = [DocumentURI.uri(path)] }
    for folder in folders { addRoot(uri: folder) }
    return serverCapabilities
  }

  func shutDown() -> JSON {
    hasShutDown = true
    for root in roots { root.running?.job.cancellation.cancel() }
    for asked in waiting { answer(asked.id, with: .cancelled) }
    waiting = []
    return .null
  }
}
