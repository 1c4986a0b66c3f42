import raw_libyaml

/// Prints the reader's time beside libyaml's own event loop in C over the same bytes: the least processor time
/// of many runs, taken by turns.
func compare(_ text: Text, _ size: Int) {
  let file = SourceFile(path: text.rawValue, bytes: text.bytes(about: size))
  var raw: [Double] = []
  var ours: [Double] = []
  for _ in 0..<(size > 4_000_000 ? 7 : 25) {
    raw.append(
      milliseconds {
        precondition(file.bytes.withUnsafeBufferPointer { raw_libyaml_events($0.baseAddress, $0.count) } > 0)
      })
    ours.append(milliseconds { precondition(read(file)?.root != nil) })
  }
  let (slow, quick) = (ours.min() ?? 0, raw.min() ?? 0)
  print(
    "\(text.rawValue)\t\(file.bytes.count) bytes\traw \(rounded(quick)) ms\tours \(rounded(slow)) ms\t\(rounded(slow / quick))x"
  )
}

func read(_ file: SourceFile) -> YAMLDocument? {
  var diagnostics = Diagnostics()
  var limits = Limits()
  limits.nodes = .max
  var budget = Int.max
  return YAMLReader.read(file, limits: limits, nodeBudget: &budget, reporting: &diagnostics)
}

func milliseconds(_ body: () -> Void) -> Double {
  let start = processor_milliseconds()
  body()
  return processor_milliseconds() - start
}

func rounded(_ value: Double) -> Double { Double(Int(value * 100)) / 100 }

switch (CommandLine.arguments.dropFirst().first, CommandLine.arguments.dropFirst(2).first) {
case (nil, _):
  for text in Text.allCases {
    for size in [1_700_000, 17_000_000] { compare(text, size) }
  }
// One of the two alone, for a profiler.
case ("raw", let size):
  let bytes = Text.manifest.bytes(about: size.flatMap { Int($0) } ?? 1_700_000)
  print(bytes.withUnsafeBufferPointer { raw_libyaml_events($0.baseAddress, $0.count) })
case ("ours", let size):
  let bytes = Text.manifest.bytes(about: size.flatMap { Int($0) } ?? 1_700_000)
  print(read(SourceFile(path: "", bytes: bytes))?.root == nil)
default:
  print("usage: yaml-bench [raw | ours] [BYTES]")
}
