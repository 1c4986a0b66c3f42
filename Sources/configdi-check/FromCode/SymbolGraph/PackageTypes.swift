/// The declarations of a package's modules, found by symbol.
struct PackageTypes: Sendable {
  /// The library itself, whose types have a meaning of their own here.
  static let libraries: Set<String> = ["ConfigDI", "ConfigDIRuntime", "ConfigDITesting"]

  let modules: [String]
  private let symbols: [String: CodeSymbol]
  private let types: [String: [CodeSymbol]]
  private let initializers: [String: [CodeSymbol]]
  private let properties: [String: [CodeSymbol]]
  private let conformances: [String: Set<String>]
  private let superclasses: [String: String]
  private let fallbacks: [String: String]

  init(_ graphs: [SymbolGraph]) {
    let graphs = graphs.filter { !Self.libraries.contains($0.module) }
    modules = Array(Set(graphs.map(\.module))).sorted()
    var symbols: [String: CodeSymbol] = [:]
    var types: [String: [CodeSymbol]] = [:]
    for graph in graphs {
      for symbol in graph.symbols where !symbol.id.contains("::SYNTHESIZED::") {
        if symbols.updateValue(symbol, forKey: symbol.id) == nil, symbol.kind.isType {
          types[graph.module, default: []].append(symbol)
        }
      }
    }
    var conformances: [String: Set<String>] = [:]
    var superclasses: [String: String] = [:]
    var fallbacks: [String: String] = [:]
    var initializers: [String: [CodeSymbol]] = [:]
    var properties: [String: [CodeSymbol]] = [:]
    for relationship in graphs.flatMap(\.relationships) {
      switch relationship.kind {
      case .conformsTo:
        conformances[relationship.source, default: []].insert(relationship.target)
        fallbacks[relationship.target] = relationship.fallback
      case .inheritsFrom: superclasses[relationship.source] = relationship.target
      case .memberOf:
        guard let member = symbols[relationship.source] else { continue }
        switch member.kind {
        case .initializer: initializers[relationship.target, default: []].append(member)
        case .property, .staticProperty, .alias: properties[relationship.target, default: []].append(member)
        default: break
        }
      }
    }
    self.symbols = symbols
    self.types = types.mapValues { $0.sorted { $0.name < $1.name } }
    self.initializers = initializers.mapValues { $0.sorted { ($0.lastName, $0.id) < ($1.lastName, $1.id) } }
    self.properties = properties.mapValues { $0.sorted { $0.id < $1.id } }
    self.conformances = conformances
    self.superclasses = superclasses
    self.fallbacks = fallbacks
  }

  /// A module's types, by name.
  func types(of module: String) -> [CodeSymbol] { types[module] ?? [] }

  /// Every file with a type of a module.
  func files(of module: String) -> [String] {
    Set(types(of: module).compactMap(\.place?.path)).sorted()
  }

  subscript(id: String?) -> CodeSymbol? { id.flatMap { symbols[$0] } }

  /// The initializers that a type declares, or inherits if it declares none.
  func initializers(of type: CodeSymbol) -> [CodeSymbol] {
    var id = type.id
    for _ in 0..<100 {
      if let own = initializers[id], !own.isEmpty { return own }
      guard let superclass = superclasses[id] else { return [] }
      id = superclass
    }
    return []
  }

  /// The properties and type aliases of a type.
  func members(of type: CodeSymbol) -> [CodeSymbol] { properties[type.id] ?? [] }

  /// All protocols that a type or protocol conforms to, through protocols and superclasses too.
  func conformances(of id: String) -> Set<String> {
    var found: Set<String> = []
    var waiting = [id]
    while let next = waiting.popLast() {
      for target in conformances[next] ?? [] where found.insert(target).inserted { waiting.append(target) }
      if let superclass = superclasses[next], superclass != id { waiting.append(superclass) }
    }
    return found
  }

  /// Whether a type conforms to a protocol of the library.
  func conforms(_ id: String, toLibrary name: String) -> Bool {
    conformances(of: id).contains { Self.libraries.contains(Self.module(of: $0) ?? "") && $0.hasSuffix("\(name)P") }
  }

  func isSendable(_ id: String) -> Bool { conformances(of: id).contains("s:s8SendableP") }

  /// A protocol's name, also for a protocol of another package: `Store`, or `Module.Store`.
  func name(ofProtocol id: String) -> String? {
    self[id]?.name ?? fallbacks[id]
  }

  /// The module of a symbol, as far as its identifier shows it.
  static func module(of id: String) -> String? {
    guard id.hasPrefix("s:") else { return nil }
    let digits = id.dropFirst(2).prefix { $0.isNumber }
    guard let count = Int(digits), count > 0 else { return nil }
    let name = id.dropFirst(2 + digits.count).prefix(count)
    return name.count == count ? String(name) : nil
  }

  /// Whether code in another file of the module can name the type: it and all types around it.
  func isReachable(_ type: CodeSymbol) -> Bool {
    guard type.access > .fileprivate else { return false }
    let outer = type.path.dropLast()
    guard !outer.isEmpty else { return true }
    return types(of: type.module).first { $0.path.elementsEqual(outer) }.map(isReachable) ?? true
  }
}
