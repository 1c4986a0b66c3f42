import Synchronization

/// A bar on standard error, for runs that take over a second.
final class Progress: Sendable {
  private struct State {
    var total: Int
    var done = 0
    var isShown = false
  }

  private let console: Console
  private let start = ContinuousClock.now
  private let state: Mutex<State>
  private let isWanted: Bool

  init(_ console: Console, total: Int, isWanted: Bool) {
    self.console = console
    self.isWanted = isWanted && console.isErrorTerminal
    state = Mutex(State(total: total))
  }

  func step() {
    state.withLock { state in
      state.done += 1
      guard isWanted, start.duration(to: .now) > .seconds(1) else { return }
      state.isShown = true
      console.tell("\r" + Self.bar(done: state.done, of: state.total, width: console.width) + "\u{1B}[K")
    }
  }

  func finish() {
    state.withLock { state in
      if state.isShown { console.tell("\r\u{1B}[K") }
      state.isShown = false
    }
  }

  static func bar(done: Int, of total: Int, width: Int) -> String {
    let text = "\(done)/\(counted(total, "manifest"))"
    let cells = max(0, min(40, width - text.count - 4))
    let full = total > 0 ? min(cells, cells * done / total) : 0
    return "[" + String(repeating: "#", count: full) + String(repeating: ".", count: cells - full) + "] " + text
  }
}
