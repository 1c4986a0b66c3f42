/// The ways to write a type in a manifest: `Type`, `Outer.Type` or `Module.Outer.Type`, with full or shortened generic
/// arguments.
enum KeySpelling {
  /// The distinct spellings, shortest first. In generic arguments, and in a type that is not a single path, such as a
  /// protocol composition, all paths are spelled alike: in full, without the module, or by their last parts.
  static func spellings(of name: String) -> [String] {
    let text = Array(name.utf8)
    let starts = pathStarts(text)
    guard text.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "(") }) else {
      return starts.reversed().map { String(decoding: text[$0...], as: UTF8.self) }
    }
    var spellings: [String] = []
    for start in starts.reversed() {
      let part = Array(text[start...])
      let short = [false, true].map { shortened(part, onlyModule: $0, keepsTopPath: starts.count > 1) }
      for spelling in short + [String(decoding: part, as: UTF8.self)] where !spellings.contains(spelling) {
        spellings.append(spelling)
      }
    }
    return spellings
  }

  /// The offset of each part in a path such as `Module.Type`; only 0 for a name that is not a path.
  private static func pathStarts(_ text: [UInt8]) -> [Int] {
    var starts = [0]
    var depth = 0
    for (index, byte) in text.enumerated() {
      depth += depthChange(in: text, at: index)
      if depth == 0, byte == UInt8(ascii: " ") { return [0] }
      if depth == 0, byte == UInt8(ascii: ".") { starts.append(index + 1) }
    }
    return starts
  }

  /// The name with each path reduced to its last part or, with `onlyModule`, without its first part. With
  /// `keepsTopPath`, the path outside all brackets stays unchanged.
  private static func shortened(_ text: [UInt8], onlyModule: Bool, keepsTopPath: Bool) -> String {
    var output: [UInt8] = []
    // Where the current path begins in the output: one offset for each open bracket; `nil` if the path stays as it is.
    var pathStarts: [Int?] = [keepsTopPath ? nil : 0]
    for (index, byte) in text.enumerated() {
      switch depthChange(in: text, at: index) {
      case 1:
        output.append(byte)
        pathStarts.append(output.count)
      case -1:
        output.append(byte)
        if pathStarts.count > 1 { pathStarts.removeLast() }
      default:
        let last = pathStarts.count - 1
        if byte == UInt8(ascii: "."), let start = pathStarts[last] {
          output.removeSubrange(start...)
          if onlyModule { pathStarts[last] = nil }
          continue
        }
        output.append(byte)
        if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "@") { pathStarts[last] = output.count }
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// How a byte changes the number of open brackets.
  private static func depthChange(in text: [UInt8], at index: Int) -> Int {
    switch text[index] {
    case UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "{"): 1
    case UInt8(ascii: ">") where index > 0 && text[index - 1] == UInt8(ascii: "-"): 0
    case UInt8(ascii: ">"), UInt8(ascii: ")"), UInt8(ascii: "}"): -1
    default: 0
    }
  }
}

extension Catalog {
  package var keyNames: KeyNames { KeyNames(of: Set(KeyNames.typeNames(of: self)), besides: keys) }
}

extension KeyNames {
  /// Finds the spellings of the types with these full names. If a spelling is also a custom key's name, the custom key
  /// takes precedence.
  package init(of types: Set<String>, besides keys: [CatalogKey]) {
    self.init()
    let custom = Set(keys.map(\.name))
    let names = Array(types.subtracting(custom))
    let spellings = names.map { KeySpelling.spellings(of: $0).filter { !custom.contains($0) } }
    var owners: [String: Few<Int>] = [:]
    owners.reserveCapacity(names.count * 3)
    for (index, spellings) in spellings.enumerated() {
      for spelling in spellings { owners[spelling, default: .none].append(index) }
    }
    let merged = Self.merge(names, spellings, &owners)
    canonical.reserveCapacity(names.count * 2)
    for (index, spellings) in spellings.enumerated() where !merged.contains(index) {
      let own = spellings.filter { owners[$0]?.count == 1 }
      guard let name = own.min(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) else { continue }
      for spelling in own where spelling != name { canonical[spelling] = name }
    }
    for (spelling, owners) in owners where owners.count != 1 {
      ambiguous[spelling] = owners.map { names[$0] }.sorted()
    }
  }

  /// Merges each shortened name with the only full name that it fits, since a hand-written catalog may contain both.
  /// Returns the indices of the shortened names.
  private static func merge(_ names: [String], _ spellings: [[String]], _ owners: inout [String: Few<Int>]) -> Set<Int>
  {
    var merged: Set<Int> = []
    let shared = names.indices.filter { owners[names[$0], default: .one($0)].count != 1 }
    for index in shared.sorted(by: { names[$0].utf8.count > names[$1].utf8.count }) {
      guard let others = owners[names[index]]?.filter({ $0 != index }), others.count == 1 else { continue }
      for spelling in spellings[index] {
        owners[spelling] = owners[spelling].map { owners in .list(owners.filter { $0 != index }) }
      }
      merged.insert(index)
    }
    return merged
  }

  /// The full type names in a catalog, with duplicates.
  package static func typeNames(of catalog: Catalog) -> [String] {
    var names = catalog.keys.map(\.type)
    for factory in catalog.factories {
      if let provided = factory.provides { names.append(provided) }
      for dependency in factory.dependencies { names.append(dependency.key) }
    }
    return names
  }
}
