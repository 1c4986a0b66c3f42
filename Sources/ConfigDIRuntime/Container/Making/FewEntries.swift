/// A dictionary that stores its first entry inline, since most of these dictionaries never have a second entry.
struct FewEntries<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private var first: (key: Key, value: Value)?
  private var others: [Key: Value]?

  var isEmpty: Bool { first == nil && others?.isEmpty ?? true }

  var values: [Value] { (first.map { [$0.value] } ?? []) + (others.map { Array($0.values) } ?? []) }

  subscript(key: Key) -> Value? {
    get {
      if let first, first.key == key { return first.value }
      return others?[key]
    }
    set {
      if first?.key == key {
        first = newValue.map { (key, $0) }
      } else if let newValue, first == nil, others?[key] == nil {
        first = (key, newValue)
      } else if others != nil || newValue != nil {
        others = others ?? [:]
        others?[key] = newValue
      }
    }
  }
}
