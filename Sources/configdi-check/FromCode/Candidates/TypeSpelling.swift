/// Spells types for a written file, as its module sees them, and collects the modules that it must import.
struct TypeSpelling {
  let types: PackageTypes
  let module: String
  private(set) var imports: Set<String> = []

  init(_ types: PackageTypes, in module: String) {
    self.types = types
    self.module = module
  }

  /// The type without type aliases.
  func expanded(_ type: SwiftType, depth: Int = 0) -> SwiftType {
    guard depth < 20 else { return type }
    switch type {
    case .named(let name, let arguments):
      if let symbol = types[name.precise], symbol.kind == .alias, arguments.isEmpty, !symbol.isGeneric {
        guard let equals = symbol.fragments.firstIndex(where: { $0.spelling.contains("=") }) else { return type }
        var rest = Array(symbol.fragments[equals...])
        rest[0].spelling = String(rest[0].spelling.drop { $0 != "=" }.dropFirst())
        return expanded(SwiftType(rest), depth: depth + 1)
      }
      let arguments = arguments.map { expanded($0, depth: depth + 1) }
      if name.precise == "s:Sq", let wrapped = arguments.first { return .optional(wrapped) }
      if name.precise == "s:Sa", let element = arguments.first { return .array(element) }
      return .named(name, arguments)
    case .existential(let parts): return .existential(parts.map { expanded($0, depth: depth + 1) })
    case .optional(let wrapped): return .optional(expanded(wrapped, depth: depth + 1))
    case .array(let element): return .array(expanded(element, depth: depth + 1))
    case .other: return type
    }
  }

  /// The type, as Swift spells it in a file of the module.
  mutating func swift(_ type: SwiftType) -> String { fullyNamed(type).text }

  /// The key, as a manifest spells it: without `any` and without `Sendable`.
  func key(_ type: SwiftType) -> String {
    switch type {
    case .existential(let parts):
      return parts.filter { $0 != .sendable }.map(key).joined(separator: " & ")
    case .named(let name, let arguments):
      let path = types[name.precise]?.name ?? name.spelling
      return path + (arguments.isEmpty ? "" : "<\(arguments.map(key).joined(separator: ", "))>")
    case .optional(let wrapped): return key(wrapped) + "?"
    case .array(let element): return "[\(key(element))]"
    case .other(let text): return text
    }
  }

  mutating func name(of symbol: CodeSymbol) -> String {
    if symbol.module != module { imports.insert(symbol.module) }
    return symbol.swiftName
  }

  private mutating func fullyNamed(_ type: SwiftType) -> SwiftType {
    switch type {
    case .named(var name, let arguments):
      if let symbol = types[name.precise] {
        name.spelling = self.name(of: symbol)
      } else if let precise = name.precise, let other = PackageTypes.module(of: precise), other != module,
        !other.hasPrefix("_"), !PackageTypes.libraries.contains(other)
      {
        imports.insert(other)
      }
      return .named(name, arguments.map { fullyNamed($0) })
    case .existential(let parts): return .existential(parts.map { fullyNamed($0) })
    case .optional(let wrapped): return .optional(fullyNamed(wrapped))
    case .array(let element): return .array(fullyNamed(element))
    case .other: return type
    }
  }
}

extension SwiftType {
  static let sendable = SwiftType.named(.init(spelling: "Sendable", precise: "s:s8SendableP"), [])
}
