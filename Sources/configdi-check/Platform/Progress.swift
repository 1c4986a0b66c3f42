import ConfigDI

/// A progress bar on standard error, shown only if a run takes longer than a second.
struct Progress {
  let console: Console
  let total: Int
  private let start = ContinuousClock.now
  private(set) var isShown = false

  /// Draws the bar, if enough time has passed.
  mutating func draw(done: Int) {
    let elapsed = start.duration(to: .now)
    guard elapsed > .seconds(1) else { return }
    isShown = true
    let text = "\(done) of \(counted(total, "manifest")), \(elapsed.components.seconds) s"
    let cells = max(0, min(40, console.width - text.count - 4))
    let full = total > 0 ? min(cells, cells * done / total) : 0
    let bar = String(repeating: "#", count: full) + String(repeating: ".", count: cells - full)
    console.tell("\r[\(bar)] \(text)\u{1B}[K")
  }

  func finish() {
    if isShown { console.tell("\r\u{1B}[K") }
  }
}
