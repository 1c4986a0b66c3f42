import Bench

if CommandLine.arguments.dropFirst() == ["answer"] {
  answer()
} else {
  try measure([10_000, 100_000, 1_000_000].flatMap { rows(nodeCount: $0) })
}
