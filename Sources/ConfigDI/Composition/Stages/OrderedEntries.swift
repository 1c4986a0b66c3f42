/// Values by key, in insertion order. A replaced value keeps its position.
struct OrderedEntries<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private var entries: [Value] = []
  private var positions: [Key: Int] = [:]

  init() {}

  init(_ entries: [Value], by key: (Value) -> Key) {
    for entry in entries { set(entry, for: key(entry)) }
  }

  var count: Int { positions.count }

  var values: [Value] {
    positions.count == entries.count ? entries : positions.values.sorted().map { entries[$0] }
  }

  subscript(_ key: Key) -> Value? {
    positions[key].map { entries[$0] }
  }

  mutating func reserve(_ count: Int) {
    // Reserve only once: repeated exact reservations would copy the storage each time.
    guard entries.isEmpty else { return }
    entries.reserveCapacity(count)
    positions.reserveCapacity(count)
  }

  mutating func append(_ value: Value, for key: Key) {
    positions[key] = entries.count
    entries.append(value)
  }

  mutating func set(_ value: Value, for key: Key) {
    if let position = positions[key] { entries[position] = value } else { append(value, for: key) }
  }

  mutating func remove(_ key: Key) {
    positions[key] = nil
  }
}
