import Bench
import Native

/// The reader beside libyaml's own event loop in C over the same bytes.
func row(_ text: Text, kilobytes: Int) -> Row {
  let file = SourceFile(path: text.rawValue, bytes: text.bytes(about: kilobytes * 1_000))
  return Row(
    "YAML text to nodes, \(text.title)", size: kilobytes, .time(1.2),
    loop: .init(timed: 1, runs: kilobytes > 4_000 ? 5 : 15, counted: kilobytes < 1_000 ? 1 : nil),
    limit: { count in
      for _ in 0..<count {
        precondition(file.bytes.withUnsafeBufferPointer { raw_libyaml_events($0.baseAddress, $0.count) } > 0)
      }
    },
    ours: { count in for _ in 0..<count { precondition(read(file)?.root != nil) } })
}

func read(_ file: SourceFile) -> YAMLDocument? {
  var diagnostics = Diagnostics()
  var limits = Limits()
  limits.nodes = .max
  var budget = Int.max
  return YAMLReader.read(file, limits: limits, nodeBudget: &budget, reporting: &diagnostics)
}

try measure(Text.allCases.flatMap { text in [170, 1_700, 17_000].map { row(text, kilobytes: $0) } })
