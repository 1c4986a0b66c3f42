/// The declarations in a package's modules, with lookups by symbol and by name.
struct PackageTypes: Sendable {
  /// Types of Swift and of the library that a program may register, with their modules. No symbol graph has them.
  static let elsewhere: Set<String> = [
    "AnyHashable", "Array", "ArraySlice", "AsyncStream", "AsyncThrowingStream", "Bool", "ByteSize", "Character",
    "Checker", "ClosedRange", "ConfigDI", "ConfigDIRuntime", "ContiguousArray", "ContinuousClock", "Dictionary",
    "Double", "Duration", "FileStore", "Float", "Float16", "Int", "Int128", "Int16", "Int32", "Int64", "Int8", "Key",
    "KeyPath", "Limits", "ManifestOptions", "Mirror", "ObjectIdentifier", "Optional", "ParameterSource", "Phase",
    "Range", "Result", "Secret", "Set", "StaticString", "String", "Substring", "SuspendingClock", "Swift",
    "SystemRandomNumberGenerator", "Task", "UInt", "UInt128", "UInt16", "UInt32", "UInt64", "UInt8",
  ]

  let modules: [String]
  /// The names of the functions, variables and enumeration cases in all modules.
  let callables: Set<String>
  /// The names of the type aliases in all modules.
  let aliases: Set<String>
  private var symbols: [String: CodeSymbol] = [:]
  private var types: [String: [CodeSymbol]] = [:]
  private var initializers: [String: [CodeSymbol]] = [:]
  private var properties: [String: [CodeSymbol]] = [:]
  private var direct: [String: Set<String>] = [:]
  /// The protocols that each type conforms to, including those inherited from its protocols and superclasses.
  private var conformances: [String: Set<String>] = [:]
  private var superclasses: [String: String] = [:]
  private var fallbacks: [String: String] = [:]
  /// The types, by each suffix of their full name `Module.Outer.Inner`.
  private var bySpelling: [String: [CodeSymbol]] = [:]
  /// The names of the top-level types, protocols and aliases in the modules.
  private let topNames: Set<String>

  init(_ graphs: [SymbolGraph]) {
    let graphs = graphs.filter { !SwiftFileFacts.libraries.contains($0.module) }
    modules = Array(Set(graphs.map(\.module))).sorted()
    callables = graphs.reduce(into: []) { $0.formUnion($1.callables) }
    var declared: [CodeSymbol] = []
    var extending: [CodeSymbol] = []
    for graph in graphs {
      var foreign: [CodeSymbol] = []
      for symbol in graph.symbols where !symbol.id.contains("::SYNTHESIZED::") {
        if Self.isDeclared(symbol) { declared.append(symbol) } else { foreign.append(symbol) }
      }
      // The graph of an umbrella module also contains the declarations that the module re-exports, which still belong
      // to their own modules. Extensions of their types belong to the umbrella module.
      let extensions = Set(foreign.lazy.filter(\.isExtension).map(\.path))
      extending += foreign.filter { symbol in
        symbol.path.indices.contains { extensions.contains(Array(symbol.path[...$0])) }
      }
    }
    for symbol in declared + extending where symbols[symbol.id] == nil {
      symbols[symbol.id] = symbol
      if symbol.kind.isType { types[symbol.module, default: []].append(symbol) }
    }
    for graph in graphs {
      direct.merge(graph.conformances) { $0.union($1) }
      superclasses.merge(graph.superclasses) { $1 }
      fallbacks.merge(graph.protocolNames) { $1 }
      for (id, type) in graph.members {
        guard let member = symbols[id], member.module == graph.module else { continue }
        switch member.kind {
        case .initializer: initializers[type, default: []].append(member)
        case .property, .staticProperty, .alias: properties[type, default: []].append(member)
        default: break
        }
      }
    }
    types = types.mapValues { $0.sorted { $0.name < $1.name } }
    initializers = initializers.mapValues { $0.sorted { ($0.lastName, $0.id) < ($1.lastName, $1.id) } }
    properties = properties.mapValues { $0.sorted { $0.id < $1.id } }
    for type in modules.flatMap({ [types] in types[$0] ?? [] }) {
      for spelling in type.spellings { bySpelling[spelling, default: []].append(type) }
    }
    aliases = Set(symbols.values.lazy.filter { $0.kind == .alias }.map(\.lastName))
    topNames = Set(symbols.values.filter { $0.kind.isNamedType && $0.path.count == 1 }.map(\.lastName))
    for id in Set(direct.keys).union(superclasses.keys) { conformances[id] = inherited(by: id) }
  }

  private func inherited(by id: String) -> Set<String> {
    var found: Set<String> = []
    var waiting = lineage(of: id).flatMap { direct[$0] ?? [] }
    while let target = waiting.popLast(), found.count < SwiftLimits.protocolsOfType {
      if found.insert(target).inserted { waiting += direct[target] ?? [] }
    }
    return found
  }

  /// The types in a module, sorted by name.
  func types(of module: String) -> [CodeSymbol] { types[module] ?? [] }

  /// Whether the graph of a module has only public declarations, so that others may be missing.
  func showsOnlyPublic(_ module: String) -> Bool {
    symbols.values.lazy.filter { $0.module == module }.allSatisfy(\.isPublic)
  }

  /// Whether a module adds a type with this name to one of Swift's types, such as `Int.Storage`.
  func extendsSwift(_ module: String, with name: String) -> Bool {
    symbols.values.contains { symbol in
      symbol.kind.isNamedType && symbol.module == module && symbol.lastName == name
        && Self.isOfStandardLibrary(symbol.id)
    }
  }

  var protocols: [CodeSymbol] { symbols.values.filter { $0.kind == .protocol } }

  /// The names of the package's protocols, also with their modules, and of the other protocols that its types conform to.
  var protocolNames: [String] { protocols.flatMap { [$0.name, $0.fullName] } + fallbacks.values }

  subscript(id: String?) -> CodeSymbol? { id.flatMap { symbols[$0] } }

  /// A type and its superclasses. A cycle, which no compiler writes, ends after a hundred.
  private func lineage(of id: String) -> [String] {
    Array(sequence(first: id) { superclasses[$0] }.prefix(100))
  }

  /// The initializers that a type declares, or inherits if it declares none.
  func initializers(of type: CodeSymbol) -> [CodeSymbol] {
    lineage(of: type.id).lazy.compactMap { initializers[$0] }.first ?? []
  }

  /// The initializers of a type, its superclasses and protocols; `nil` if other packages may add some.
  func everyInitializer(of type: CodeSymbol) -> [CodeSymbol]? {
    ancestry(of: type)?.flatMap { initializers[$0] ?? [] }
  }

  /// Whether neither a type nor its superclasses and protocols have a property, and other packages cannot add it.
  func surelyLacksProperty(_ name: String, _ type: CodeSymbol) -> Bool {
    ancestry(of: type)?.allSatisfy { properties[$0]?.contains { $0.lastName == name } != true } ?? false
  }

  /// The protocols of a type, the type itself, and its superclasses; `nil` if other packages have some of them.
  private func ancestry(of type: CodeSymbol) -> [String]? {
    let protocols = conformances(of: type.id)
    guard protocols.allSatisfy({ symbols[$0] != nil || Self.isOfStandardLibrary($0) || Self.isOfLibrary($0) }) else {
      return nil
    }
    let lineage = lineage(of: type.id)
    guard lineage.count < 100, lineage.dropFirst().allSatisfy({ symbols[$0] != nil }) else { return nil }
    return protocols + lineage
  }

  /// The properties and type aliases of a type.
  func members(of type: CodeSymbol) -> [CodeSymbol] { properties[type.id] ?? [] }

  /// The protocols that a type or protocol conforms to, including those inherited from protocols and superclasses.
  func conformances(of id: String) -> Set<String> { conformances[id] ?? [] }

  /// The protocols named in the declaration of a type or protocol.
  func namedConformances(of id: String) -> Set<String> { direct[id] ?? [] }

  /// The types that a name can refer to in a file of the module; usually there is only one.
  func types(spelled path: [String], in module: String) -> [CodeSymbol] {
    if let own = type(at: path, in: module) { return [own] }
    return bySpelling[path.joined(separator: ".")] ?? []
  }

  /// The type in a module with exactly this path.
  func type(at path: [String], in module: String) -> CodeSymbol? {
    bySpelling[([module] + path).joined(separator: ".")]?.first { $0.module == module && $0.path == path }
  }

  /// Whether a module of the package has a top-level type, protocol or alias with this name.
  func declares(_ name: String) -> Bool { topNames.contains(name) }

  /// Whether a type conforms to one of the library's protocols.
  func conforms(_ id: String, toLibrary name: String) -> Bool {
    conformances(of: id).contains { Self.isOfLibrary($0) && $0.hasSuffix("\(name)P") }
  }

  /// Whether code may refer to a type by this path: the path names a type or a protocol in the graphs, or the type
  /// conforms to another package's protocol with this name.
  func mayBe(_ type: CodeSymbol, spelled path: [String], in module: String) -> Bool {
    !types(spelled: path, in: module).isEmpty
      || conformances(of: type.id).contains { name(ofProtocol: $0)?.lastPart == path.last }
  }

  func isSendable(_ id: String) -> Bool { conformances(of: id).contains("s:s8SendableP") }

  /// The name of a protocol, which may belong to another package: `Store`, or `Module.Store`.
  func name(ofProtocol id: String) -> String? {
    self[id]?.name ?? fallbacks[id]
  }

  /// Whether a symbol's identifier is of the module whose graph contains it. A C type belongs to no Swift module.
  private static func isDeclared(_ symbol: CodeSymbol) -> Bool {
    symbol.id.hasPrefix("c:")
      ? symbol.id.hasPrefix("c:@M@\(symbol.module)@") : module(of: symbol.id).map { $0 == symbol.module } ?? true
  }

  /// Whether a symbol belongs to Swift's standard library, or extends a symbol that does.
  static func isOfStandardLibrary(_ id: String?) -> Bool {
    id.map { $0.hasPrefix("s:s") || $0.hasPrefix("s:S") } ?? false
  }

  /// Whether a symbol belongs to one of the library's own modules.
  static func isOfLibrary(_ id: String?) -> Bool {
    id.flatMap(module).map(SwiftFileFacts.libraries.contains) ?? false
  }

  /// The module of a symbol, if its identifier reveals it.
  static func module(of id: String) -> String? {
    guard id.hasPrefix("s:") else { return nil }
    let digits = id.dropFirst(2).prefix { $0.isNumber }
    guard let count = Int(digits), count > 0 else { return nil }
    let name = id.dropFirst(2 + digits.count).prefix(count)
    return name.count == count ? String(name) : nil
  }

  /// Whether the oldest supported system lacks the type or a type that encloses it.
  func isTooNew(_ type: CodeSymbol) -> Bool {
    types(along: type.path[...], in: type.module).contains(where: \.isTooNew)
  }

  /// Whether other files in the module can access the type or protocol, and all types that enclose it.
  func isReachable(_ type: CodeSymbol) -> Bool {
    type.isVisible && types(along: type.path.dropLast(), in: type.module).allSatisfy(\.isVisible)
  }

  /// The types at a path and at each shorter one, from outside to inside.
  private func types(along path: ArraySlice<String>, in module: String) -> [CodeSymbol] {
    path.indices.compactMap { type(at: Array(path[...$0]), in: module) }
  }
}
