extension Sequence {
  /// Groups the elements by key, in the order in which the keys first occur.
  func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
    var groups: [(key: Key, elements: [Element])] = []
    var positions: [Key: Int] = [:]
    for element in self {
      let key = key(element)
      if let position = positions[key] {
        groups[position].elements.append(element)
      } else {
        positions[key] = groups.count
        groups.append((key, [element]))
      }
    }
    return groups
  }

  /// The first element with each key, in order.
  func distinct<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}

extension Dictionary {
  /// Creates a dictionary from pairs; of several pairs with the same key, the first counts.
  init(firstOf pairs: some Sequence<(Key, Value)>) { self.init(pairs, uniquingKeysWith: { first, _ in first }) }
}

extension Dictionary where Value == Int {
  /// Takes one of the counted keys; returns `false` if none is left.
  mutating func take(_ key: Key) -> Bool {
    guard let count = self[key], count > 0 else { return false }
    self[key] = count - 1
    return true
  }
}

extension Sequence where Element: Hashable {
  /// The elements without repetitions, in order.
  func distinct() -> [Element] { distinct { $0 } }
}

extension [UInt8] {
  /// The bytes with their ranges replaced, in the order of the ranges' beginnings.
  func applying(_ edits: [(range: Range<Int>, text: String)]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    for (range, text) in edits {
      if range.lowerBound > position { result += self[position..<range.lowerBound] }
      result += text.utf8
      position = Swift.max(position, range.upperBound)
    }
    return result + self[position...]
  }
}
