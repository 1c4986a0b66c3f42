import ConfigDI
import Synchronization

/// A progress bar on standard error, shown only if a run takes longer than a second.
final class Progress: Sendable {
  private let console: Console
  private let total: Int
  private let start = ContinuousClock.now
  private let done = Atomic<Int>(0)
  private let isShown = Atomic<Bool>(false)

  init(_ console: Console, total: Int) {
    self.console = console
    self.total = total
  }

  func step() {
    done.add(1, ordering: .relaxed)
  }

  /// Draws the bar, if enough time has passed.
  func draw() {
    let elapsed = start.duration(to: .now)
    guard elapsed > .seconds(1) else { return }
    isShown.store(true, ordering: .relaxed)
    let done = done.load(ordering: .relaxed)
    console.tell("\r" + Self.bar(done: done, of: total, seconds: Int(elapsed.components.seconds), width: console.width))
  }

  func finish() {
    if isShown.load(ordering: .relaxed) { console.tell("\r\u{1B}[K") }
  }

  static func bar(done: Int, of total: Int, seconds: Int, width: Int) -> String {
    let text = "\(done) of \(counted(total, "manifest")), \(seconds) s"
    let cells = max(0, min(40, width - text.count - 4))
    let full = total > 0 ? min(cells, cells * done / total) : 0
    return "[" + String(repeating: "#", count: full) + String(repeating: ".", count: cells - full) + "] \(text)\u{1B}[K"
  }
}
