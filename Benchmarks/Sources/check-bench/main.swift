import Bench
import ConfigDI
import Native

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

/// A whole check beside libyaml's own event loop in C over the same bytes.
func row(services count: Int) -> Row {
  let text = manifest(services: count)
  let bytes = Array(text.utf8)
  var limits = Limits()
  limits.nodes = .max
  limits.fileBytes = .max
  let checker = Checker(options: ManifestOptions(limits: limits))
  return Row(
    "whole check, 4 stages, all rules that need no catalog", size: count, .time(4), parts: count,
    loop: .init(timed: max(1, 10_000 / count), runs: count > 10_000 ? 3 : 9, counted: count > 1_000 ? nil : 1),
    limit: { count in
      for _ in 0..<count {
        precondition(bytes.withUnsafeBufferPointer { raw_libyaml_events($0.baseAddress, $0.count) } > 0)
      }
    },
    ours: { count in
      for _ in 0..<count {
        // What is unused because a stage replaces who needed it is found, and nothing else.
        let findings = try checker.check(.yaml(text))
        precondition(!findings.contains { $0.severity == .error })
      }
    })
}

try measure([100, 1_000, 10_000, 100_000, 1_000_000].filter { $0 <= largestSize() }.map(row))
