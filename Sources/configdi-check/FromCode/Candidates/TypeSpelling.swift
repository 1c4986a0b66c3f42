/// Spells types as a generated file in the module must write them, and collects the modules to import.
struct TypeSpelling {
  let types: PackageTypes
  let module: String
  /// The library's module that the module uses: `ConfigDI`, or `ConfigDIRuntime`.
  let libraryModule: String
  /// The modules to import for the types spelled since this was last emptied.
  var imports: Set<String> = []

  /// Replaces type aliases with their types, and a protocol's name with the existential type. A generic alias is not
  /// understood.
  func expanded(_ type: SwiftType) -> SwiftType {
    var budget = SwiftLimits.typeParts
    return expanded(type, depth: 0, &budget)
  }

  private func expanded(_ type: SwiftType, depth: Int, _ budget: inout Int) -> SwiftType {
    budget -= 1
    guard budget > 0, depth < 50 else { return .other("…") }
    switch type {
    case .named(let name, let arguments):
      if let symbol = types[name.precise], symbol.kind == .alias {
        // What a generic alias stands for depends on its arguments.
        guard arguments.isEmpty else { return .other(type.text) }
        let aliased = symbol.fragments.after("=")
        if !symbol.isGeneric, !aliased.isEmpty { return expanded(SwiftType(aliased), depth: depth + 1, &budget) }
      }
      let arguments = arguments.map { expanded($0, depth: depth + 1, &budget) }
      if name.precise == "s:Sq", let wrapped = arguments.first { return .optional(wrapped) }
      if name.precise == "s:Sa", let element = arguments.first { return .array(element) }
      return isProtocol(name.precise) ? .existential([.named(name, arguments)]) : .named(name, arguments)
    case .existential(let parts):
      // An alias may stand for a composition; other members are kept as they are.
      let parts = parts.flatMap { part in
        let part = expanded(part, depth: depth + 1, &budget)
        if case .existential(let inner) = part { return inner }
        return [part]
      }
      return .existential(withoutImplied(parts))
    case .optional(let wrapped): return .optional(expanded(wrapped, depth: depth + 1, &budget))
    case .array(let element): return .array(expanded(element, depth: depth + 1, &budget))
    case .other: return type
    }
  }

  /// The distinct members of a composition that no other member implies.
  private func withoutImplied(_ parts: [SwiftType]) -> [SwiftType] {
    guard parts.count > 1 else { return parts }
    var seen: Set<SwiftType> = []
    let implied = parts.compactMap(\.precise).reduce(into: Set()) { $0.formUnion(types.conformances(of: $1)) }
    return parts.filter { $0.precise.map(implied.contains) != true && seen.insert($0).inserted }
  }

  /// Whether a symbol is a protocol. A symbol in another package is judged by the last letter of its identifier.
  private func isProtocol(_ id: String?) -> Bool {
    guard let id else { return false }
    return types[id].map { $0.kind == .protocol } ?? (id.hasPrefix("s:") && id.hasSuffix("P"))
  }

  mutating func swift(_ type: SwiftType) -> String { fullyNamed(type).text }

  /// The key in the catalog's spelling: full names without `any` and `Sendable`, and the members of a composition in
  /// the order in which Swift prints them.
  func key(_ type: SwiftType) -> String {
    switch type {
    case .existential(let parts):
      return parts.filter { !$0.isSendable }.map { (order(of: $0), key($0)) }.sorted { $0 < $1 }.map(\.1)
        .joined(separator: " & ")
    case .named(let name, let arguments): return fullName(name) + list(arguments, of: name)
    case .optional(let wrapped): return "Swift.Optional<\(key(wrapped))>"
    case .array(let element): return "Swift.Array<\(key(element))>"
    case .other(let text): return text
    }
  }

  /// The sort key for a member of a composition. Swift prints a class first, then protocols by depth, module and name.
  private func order(of part: SwiftType) -> String {
    guard case .named(let name, _) = part else { return "" }
    let path = fullName(name).split(separator: ".")
    return isProtocol(name.precise) ? "1 \(path.count) \(path.joined(separator: "\u{1}"))" : "0"
  }

  /// Generic arguments in angle brackets. Several of a protocol are labeled with its associated types and sorted.
  private func list(_ arguments: [SwiftType], of name: SwiftType.Name) -> String {
    let keys = arguments.map(key)
    guard keys.count > 1, let symbol = types[name.precise], symbol.kind == .protocol else {
      return keys.isEmpty ? "" : "<\(keys.joined(separator: ", "))>"
    }
    let named = zip(symbol.primaryAssociatedTypes, keys).map { "\($0) == \($1)" }.sorted()
    return "<\(named.joined(separator: ", "))>"
  }

  private func fullName(_ name: SwiftType.Name) -> String {
    if let symbol = types[name.precise] { return symbol.fullName }
    let module = PackageTypes.isOfStandardLibrary(name.precise) ? "Swift" : name.precise.flatMap(PackageTypes.module)
    guard let module else { return name.spelling }
    return name.spelling.hasPrefix("\(module).") ? name.spelling : "\(module).\(name.spelling)"
  }

  /// Spells a type's name, after the name of another module, unless a type with that name would hide the module, or the
  /// type is declared in an extension of a third module's type.
  mutating func name(of symbol: CodeSymbol) -> String {
    importModule(of: symbol.id)
    guard symbol.module != module else { return symbol.swiftName }
    imports.insert(symbol.module)
    let isAdded = symbol.id.hasPrefix("s:") && PackageTypes.module(of: symbol.id) != symbol.module
    guard !isAdded, !types.declares(symbol.module) else { return symbol.swiftName }
    return "\(SwiftWords.escaped(symbol.module)).\(symbol.swiftName)"
  }

  /// Imports the module that declares a type, or the type around it if an extension adds it there.
  mutating func importModule(of id: String?) {
    guard let other = id.flatMap(PackageTypes.module), other != module, !SwiftFileFacts.libraries.contains(other),
      !other.hasPrefix("_"), SwiftWords.isPlain(other)
    else { return }
    imports.insert(SwiftTypeSpelling.importName(of: other))
  }

  func library(_ name: String) -> String { types.declares(name) ? "\(libraryModule).\(name)" : name }

  private mutating func fullyNamed(_ type: SwiftType) -> SwiftType {
    switch type {
    case .named(var name, let arguments):
      if let symbol = types[name.precise] {
        name.spelling = self.name(of: symbol)
      } else {
        name.spelling = name.spelling.split(separator: ".").map { SwiftWords.escaped(String($0)) }.joined(
          separator: ".")
        importModule(of: name.precise)
        if PackageTypes.isOfLibrary(name.precise) { name.spelling = library(name.spelling) }
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

  var isSendable: Bool { precise == "s:s8SendableP" }
}

extension CodeSymbol {
  /// The names of the primary associated types, such as `Item` and `Key` in `protocol Store<Item, Key>`.
  var primaryAssociatedTypes: [String] {
    let text = declaration
    guard let open = text.firstIndex(of: "<"), let close = text[open...].firstIndex(of: ">") else { return [] }
    if let colon = text.firstIndex(of: ":"), colon < open { return [] }
    return text[text.index(after: open)..<close].split(separator: ",").map { String($0.trimmingSpaces) }
  }
}
