import ConfigDI

/// The server as a process with three threads: one reads, one checks, and one answers.
struct ServerProcess {
  enum Event: Sendable {
    case input(MessageReader.Item)
    case checked(CheckedRoot?, root: String, generation: Int)
    case end
  }

  /// The number of unanswered messages at which reading pauses.
  private static let mostWaiting = 4_096

  let console: Console
  let log: @Sendable (String) -> Void

  func run() -> ExitCode {
    let events = EventQueue<Event>()
    let jobs = EventQueue<CheckJob>()
    let (console, log) = (console, log)
    let reading = Parallel.start {
      var reader = MessageReader()
      while true {
        let bytes = console.readPart()
        guard !bytes.isEmpty else { break }
        reader.add(bytes)
        while let item = reader.next() { events.put(.input(item), most: Self.mostWaiting) }
      }
      events.put(.end)
    }
    let checking = Parallel.start {
      while true { Self.check(jobs.takeAll(waiting: 60_000), jobs, events) }
    }
    guard reading != nil, checking != nil else {
      log("could not start a thread")
      return .failure
    }
    func send(_ message: JSON) {
      let text = message.compactText
      console.write("Content-Length: \(text.utf8.count)\r\n\r\n\(text)")
    }
    return serve(LanguageServer(console, send: send, check: { jobs.put($0) }, log: log), events)
  }

  private func serve(_ server: LanguageServer, _ events: EventQueue<Event>) -> ExitCode {
    while true {
      let taken = events.takeAll(waiting: server.millisecondsToTick)
      server.expectedCancellations = Set(
        taken.compactMap { event in
          guard case .input(.message(let message)) = event, message["method"]?.string == "$/cancelRequest" else {
            return nil
          }
          return message["params"]?["id"]?.compactText
        })
      for event in taken {
        switch event {
        case .input(.message(let message)): server.receive(message)
        case .input(.garbage(let reason)): server.refuse(reason)
        case .checked(let result, let root, let generation):
          server.finishCheck(result, ofRoot: root, generation: generation)
        case .end: return server.hasShutDown ? .success : .findings
        }
        if let code = server.exitCode { return code }
      }
      server.tick()
      if let client = server.clientProcess, kill(client, 0) != 0, errno == ESRCH {
        log("the client disconnected")
        return .findings
      }
    }
  }

  /// Runs only the last of several jobs for the same root, so that simultaneous edits cause a single check. The wait
  /// for further edits is short, since responses wait for the check. Later edits cancel the running check.
  private static func check(_ first: [CheckJob], _ jobs: EventQueue<CheckJob>, _ events: EventQueue<Event>) {
    guard !first.isEmpty else { return }
    pause(milliseconds: 1)
    let waiting = first + jobs.takeAll(waiting: 0)
    var last: [String: CheckJob] = [:]
    for job in waiting { last[job.root] = job }
    for job in last.values.sorted(by: { $0.root < $1.root }) {
      let result = job.cancellation.isCancelled ? nil : job.run()
      events.put(.checked(result, root: job.root, generation: job.generation))
    }
  }
}

/// A human-readable log of the server's work, on standard error or in a file.
struct ServerLog: Sendable {
  /// The path of the log file, with links resolved; `nil` for standard error.
  private let path: String?
  private let console: Console

  /// - Parameter bound: The folder that must contain the log file if its path leads through a link.
  init(_ path: String?, within bound: Bound, _ console: Console) throws(Failure) {
    self.console = console
    self.path = try path.map { path throws(Failure) in
      let resolved = try OutputTarget(path, within: bound).resolved
      try OutputFile.append("", to: resolved, followingLink: false)
      return resolved
    }
  }

  func write(_ line: String) {
    let text = "configdi-check lsp: \(line)\n"
    guard let path else { return console.tell(text) }
    do { try OutputFile.append(text, to: path, followingLink: false) } catch { console.tell(text) }
  }
}
