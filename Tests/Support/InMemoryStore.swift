import ConfigDIRuntime

/// Keeps a stack's texts in memory.
package final class InMemoryStore: KeyValueStore {
  private let values: Lock<[String: String]>

  package init(_ values: [String: String] = [:]) { self.values = Lock(values) }

  package func value(for key: String) -> String? { values.withLock { $0[key] } }
  package func set(_ value: String?, for key: String) { values.withLock { $0[key] = value } }
}
