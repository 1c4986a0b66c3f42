import ConfigDI
import raw_libyaml

/// A manifest in four stages, in which each service needs up to three earlier ones.
func manifest(services count: Int) -> String {
  var text = """
    configdi: 1
    defaultStage: development
    stages:
      development: {}
      test:
        services:
    """
  for index in stride(from: 5, to: min(count, 1000), by: 97) {
    text += "\n      Service\(index): { factory: fake\(index) }"
  }
  text += """

      staging: { extends: production }
      production:
        parameters: { db.poolSize: 40 }
    scopes: { request: {} }
    parameters:
      db.poolSize: { type: int, env: DB_POOL, default: 10, min: 1, max: 200 }
    roots: [Service\(count - 1)]
    services:

    """
  for index in 0..<count {
    let needed = Set([index - 1, index / 2, index / 3].filter { $0 >= 0 && $0 != index }).sorted()
    text += "  Service\(index):\n    factory: factory\(index)\n"
    if !needed.isEmpty {
      let list = needed.enumerated().map { "d\($0.offset): Service\($0.element)" }.joined(separator: ", ")
      text += "    dependencies: { \(list) }\n"
    }
    text += "    settings: { name: service number \(index), pool: \"${db.poolSize}\", retries: 3 }\n"
  }
  return text
}

/// Prints a whole check beside libyaml's own event loop in C over the same bytes: the least processor time of runs that
/// are taken by turns, in one process.
func compare(services count: Int, runs: Int) throws {
  let text = manifest(services: count)
  let bytes = Array(text.utf8)
  var limits = Limits()
  limits.nodes = .max
  limits.fileBytes = .max
  let checker = Checker(options: ManifestOptions(limits: limits))
  var raw = Double.infinity
  var ours = Double.infinity
  for _ in 0..<runs {
    var start = processor_milliseconds()
    precondition(bytes.withUnsafeBufferPointer { raw_libyaml_events($0.baseAddress, $0.count) } > 0)
    raw = min(raw, processor_milliseconds() - start)
    start = processor_milliseconds()
    // What is unused because a stage replaces who needed it is found, and nothing else.
    let findings = try checker.check(.yaml(text))
    ours = min(ours, processor_milliseconds() - start)
    precondition(!findings.contains { $0.severity == .error })
  }
  let microseconds = rounded(ours * 1000 / Double(count))
  print(
    "\(count) services\t\(bytes.count) bytes\traw \(rounded(raw)) ms\tcheck \(rounded(ours)) ms\t\(rounded(ours / raw))x"
      + "\t\(microseconds) µs a service")
}

func rounded(_ value: Double) -> Double { Double(Int(value * 100)) / 100 }

try compare(services: 1_000, runs: 20)
try compare(services: 10_000, runs: 10)
try compare(services: 100_000, runs: 3)
if CommandLine.arguments.contains("--large") { try compare(services: 1_000_000, runs: 1) }
