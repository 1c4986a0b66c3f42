import ConfigDI

/// The keys under which types are registered.
extension CandidateFinder {
  /// The key under which a type is registered, and the other keys that refer to the same instance.
  func serving(_ type: CodeSymbol, _ keys: [SwiftType]) -> (key: SwiftType, others: [SwiftType]) {
    let itself = type.reference
    let wanted = keys.filter(isWanted)
    if asked.contains(type.id) || wanted.count > 1 { return (itself, wanted) }
    return (wanted.first ?? keys.first ?? itself, [])
  }

  /// The keys that a type can be registered under.
  func keys(of type: CodeSymbol) throws(Obstacle) -> [SwiftType] {
    let keys = try servedProtocols(of: type).map { id throws(Obstacle) in try existential(id, of: type) }
    let all = types.conformances(of: type.id)
    return keys + compositions.filter { $0.protocols.isSubset(of: all) }.map(\.type)
  }

  /// The existential type of a protocol, such as `any Store<User>`, with the associated types of the conforming type.
  func existential(_ id: String, of type: CodeSymbol) throws(Obstacle) -> SwiftType {
    guard let symbol = types[id] else {
      let name = types.name(ofProtocol: id)?.split(separator: ".").last.map(String.init) ?? ""
      return .existential([.named(.init(spelling: name, precise: id), [])])
    }
    guard let arguments = associatedTypes(of: symbol, in: type) else {
      throw Obstacle(
        "the associated types of \(symbol.name) are unknown", "declare them in the type: `typealias Item = …`")
    }
    guard arguments.allSatisfy(\.isUnderstood) else {
      throw Obstacle(
        "the associated types of \(symbol.name) are more than names and their arguments", "register the type by hand")
    }
    return .existential([.named(.init(spelling: symbol.name, precise: id), arguments)])
  }

  /// What a type declares as the primary associated types of a protocol; `nil` if it does not declare all of them.
  private func associatedTypes(of symbol: CodeSymbol, in type: CodeSymbol) -> [SwiftType]? {
    var arguments: [SwiftType] = []
    for associated in symbol.primaryAssociatedTypes {
      let alias = types.members(of: type).first { $0.kind == .alias && $0.lastName == associated }
      let nested = types.type(at: type.path + [associated], in: type.module)
      guard let argument = alias.map({ spelling.expanded($0.reference) }) ?? nested?.reference else { return nil }
      arguments.append(argument)
    }
    return arguments
  }

  /// The protocols that a type conforms to and that either belong to the package or are named on the command line.
  func packageProtocols(of type: CodeSymbol) -> Set<String> {
    types.conformances(of: type.id).filter { id in
      if let symbol = types[id] { return symbol.kind == .protocol && types.isReachable(symbol) }
      guard let name = types.name(ofProtocol: id) else { return false }
      return isNamed(name)
    }
  }

  private func isNamed(_ name: String) -> Bool { !named.isDisjoint(with: Self.spellings(of: name)) }

  /// How the command line may spell a protocol.
  private static func spellings(of name: String) -> [String] {
    let parts = name.split(separator: ".").map(String.init)
    let imported = ([SwiftTypeSpelling.importName(of: parts.first ?? "")] + parts.dropFirst()).joined(separator: ".")
    return [name, imported, parts.last ?? name]
  }

  /// The names from the command line that neither a type of the module nor a protocol has, each with a similar name.
  var unknownNames: [(name: String, similar: String?)] {
    let own = types.modules.flatMap(types.types).flatMap { [$0.name, $0.fullName] }
    let protocols = types.protocolNames.flatMap(Self.spellings)
    let known = Set(own + protocols)
    return named.subtracting(known).sorted().map { ($0, Spelling.suggestions(for: $0, among: known.sorted()).first) }
  }

  /// The protocols to register a type under. Omits protocols that others imply, unless an initializer asks for them.
  private func servedProtocols(of type: CodeSymbol) -> [String] {
    let all = packageProtocols(of: type)
    let implied = all.reduce(into: Set<String>()) { $0.formUnion(types.namedConformances(of: $1)) }
    let served = all.filter { id in
      !implied.contains(id) || (try? existential(id, of: type)).map { isWanted($0) } ?? false
    }
    return served.sorted {
      (types.name(ofProtocol: $0) ?? "", $0) < (types.name(ofProtocol: $1) ?? "", $1)
    }
  }

  /// Whether an initializer asks for a key, or the command line names its protocol.
  func isWanted(_ key: SwiftType) -> Bool {
    if askedKeys.contains(spelling.key(key)) { return true }
    guard case .existential(let parts) = key, parts.count == 1, let id = parts[0].precise else { return false }
    return types.name(ofProtocol: id).map(isNamed) ?? false
  }

  /// Whether the program would take the key with `& Sendable` for another key, as Swift does for protocols with generic
  /// arguments. An instance is registered under such a key alone, beside the registration of its type.
  func isApartIfSendable(_ key: SwiftType) -> Bool { sendable(key) != key && key.parts.contains { !$0.parts.isEmpty } }

  func sendable(_ key: SwiftType) -> SwiftType {
    guard case .existential(let parts) = key else { return key }
    let isSendable = parts.contains { $0.isSendable || $0.precise.map(types.isSendable) ?? false }
    return isSendable ? key : .existential(parts + [.sendable])
  }
}
