import ConfigDI

/// Decides for each type of a module whether it can be registered, how, and with which key.
struct CandidateFinder {
  let types: PackageTypes
  let module: String
  /// Protocols of other packages that count as the package's own, and concrete types to register.
  let named: Set<String>
  private(set) var candidates: [Candidate] = []
  private(set) var leftOut: [LeftOut] = []
  /// Types whose documentation excludes them.
  private(set) var refused: Set<String> = []
  var spelling: TypeSpelling
  /// Concrete types that an initializer asks for.
  private var asked: Set<String> = []
  /// Keys that an initializer asks for.
  private var askedKeys: Set<String> = []

  init(_ types: PackageTypes, module: String, named: [String]) {
    self.types = types
    self.module = module
    self.named = Set(named)
    spelling = TypeSpelling(types, in: module)
  }

  /// Examines every type, and again while initializers ask for further concrete types or keys.
  mutating func find(taken: Set<String>) {
    var before = -1
    while before != asked.count + askedKeys.count {
      before = asked.count + askedKeys.count
      candidates = []
      leftOut = []
      refused = []
      for type in types.types(of: module) { consider(type) }
      for argument in candidates.flatMap(\.arguments) {
        askedKeys.insert(argument.key)
      }
    }
    name(taken: taken)
  }

  private mutating func name(taken: Set<String>) {
    let choices = candidates.map { candidate -> (names: [String], isFixed: Bool) in
      let type = candidate.type
      var mark = FactoryMark(in: type.documentation)
      if mark == nil, let initializer = candidate.initializer { mark = FactoryMark(in: initializer.documentation) }
      let path = FactoryNames.lowerCamel(type.path.joined())
      if candidate.alias != nil {
        let served = candidate.key.split(separator: ".").last.map(String.init) ?? candidate.key
        return (["\(FactoryNames.lowerCamel(type.lastName))As\(served)", "\(path)As\(served)"], false)
      }
      if case .name(let name) = mark { return ([name], true) }
      let served = candidate.key.split { $0 == "<" }.first?.split(separator: ".").last.map(String.init)
      let short = FactoryNames.short(type.lastName, without: served)
      return ([short, FactoryNames.lowerCamel(type.lastName), path], false)
    }
    let names = FactoryNames.distribute(choices, taken: taken)
    for index in candidates.indices { candidates[index].name = names[index] }
    leaveOutCollisions()
    candidates.sort { ($0.name, $0.type.name) < ($1.name, $1.type.name) }
  }

  /// Leaves out the types whose names are still the same: of two registrations with one name a program accepts neither.
  private mutating func leaveOutCollisions() {
    for sharing in Dictionary(grouping: candidates, by: \.name).sorted(by: { $0.key < $1.key }).map(\.value) {
      for candidate in sharing {
        guard let other = sharing.first(where: { $0.type.id != candidate.type.id }) else { continue }
        leaveOut(
          candidate.type, "its factory's name '\(candidate.name)' is that of \(other.type.name), too",
          "name one of them with `- Factory: name`")
      }
    }
    let ids = Set(leftOut.map(\.type.id))
    candidates.removeAll { ids.contains($0.type.id) }
  }

  private mutating func consider(_ type: CodeSymbol) {
    let initializers = types.initializers(of: type)
    if type.isRefused || !initializers.isEmpty && initializers.allSatisfy(\.isRefused) {
      refused.insert(type.name)
      return
    }
    guard !types.conforms(type.id, toLibrary: "ServiceSettings"), !types.conforms(type.id, toLibrary: "Assembly") else {
      return
    }
    let isInitializable = types.conforms(type.id, toLibrary: "Initializable")
    let protocols = servedProtocols(of: type)
    let isMarked = type.isChosen || initializers.contains(where: \.isChosen)
    guard isMarked || isInitializable || !protocols.isEmpty || asked.contains(type.id) || named.contains(type.name)
    else { return }
    if let obstacle = obstacle(type) { return leaveOut(type, obstacle.reason, obstacle.remedy) }
    switch ChosenInitializer(of: type, self, isTypeMarked: isMarked) {
    case .initializer(let chosen):
      for argument in chosen.arguments {
        if let id = argument.concrete { asked.insert(id) }
      }
      add(type, chosen, protocols: protocols, isInitializable: isInitializable)
    case .instance(let property):
      let chosen = ChosenInitializer.Chosen(symbol: nil, arguments: [])
      add(type, chosen, protocols: protocols, isInitializable: false, instance: property)
    case .none(let reason, let remedy): leaveOut(type, reason, remedy)
    }
  }

  private mutating func leaveOut(_ type: CodeSymbol, _ reason: String, _ remedy: String) {
    leftOut.append(LeftOut(type: type, reason: reason, remedy: remedy))
  }

  private func obstacle(_ type: CodeSymbol) -> (reason: String, remedy: String)? {
    if !types.isReachable(type) {
      return ("it is private, and cannot be reached from another file", "make it internal")
    }
    if type.kind == .enumeration {
      return ("it is an enumeration, which has no initializer", "register one of its cases by hand")
    }
    if type.isGeneric {
      return ("it is generic", "register each form that is needed by hand, or give the form a type of its own")
    }
    if type.isDiscouraged { return ("it is deprecated or unavailable", "register it by hand where it is still needed") }
    return nil
  }

  /// The protocols of the package that a type conforms to, without those that another of them implies.
  private func servedProtocols(of type: CodeSymbol) -> [String] {
    let all = types.conformances(of: type.id).filter { id in
      if let symbol = types[id] { return symbol.kind == .protocol }
      guard let name = types.name(ofProtocol: id) else { return false }
      return named.contains(name) || named.contains(name.split(separator: ".").last.map(String.init) ?? name)
    }
    let implied = all.reduce(into: Set<String>()) { $0.formUnion(types.conformances(of: $1)) }
    return all.subtracting(implied).sorted {
      (types.name(ofProtocol: $0) ?? "", $0) < (types.name(ofProtocol: $1) ?? "", $1)
    }
  }
}

// MARK: - The registration of one type

extension CandidateFinder {
  private mutating func add(
    _ type: CodeSymbol, _ chosen: ChosenInitializer.Chosen, protocols: [String], isInitializable: Bool,
    instance: String? = nil
  ) {
    var candidate = Candidate(type: type)
    candidate.initializer = chosen.symbol
    candidate.leavesDefaults = chosen.leavesDefaults
    candidate.isOnlyInitializer = chosen.isOnly
    candidate.sharesLabels = chosen.sharesLabels
    candidate.settings = chosen.settings
    candidate.arguments = chosen.arguments.map { argument in
      Candidate.Argument(
        label: argument.label, name: argument.name, variable: argument.variable, role: argument.role,
        type: spelling.swift(argument.type),
        key: argument.keyType.map { spelling.key($0) } ?? "")
    }
    let isMain = isOnMainActor(chosen.symbol, of: type)
    let isAsync = chosen.symbol?.hasWord("async") ?? false
    if isInitializable {
      guard !isAsync else {
        return leaveOut(type, "an initializer of a phase cannot be awaited", "make its init synchronous")
      }
      candidate.kind = isMain ? .mainActorInitializer : .initializer
      candidates.append(candidate)
      return
    }
    guard let keys = keys(of: type, protocols) else { return }
    candidate.mustAwait = isOnOtherActor(chosen.symbol, of: type)
    let isSendable = types.isSendable(type.id)
    var (key, others) = serving(type, keys)
    if let inner = innerIndex(of: candidate, keys: keys) {
      guard !isMain, !isAsync, !candidate.mustAwait else {
        return leaveOut(
          type, "it wraps its own protocol, and a decorator's initializer is neither async nor isolated",
          "make its initializer nonisolated and synchronous")
      }
      candidate.kind = .decorator
      key = keys.first { spelling.key($0) == candidate.arguments[inner].key } ?? key
      candidate.arguments[inner].role = .inner
      candidate.arguments[inner].type = spelling.swift(key)
      others = []
    } else if let instance {
      guard isSendable, !isMain else {
        return leaveOut(type, "its instance is not Sendable, or belongs to the main actor", "register it by hand")
      }
      candidate.kind = .instance(instance)
    } else if isAsync || candidate.mustAwait {
      guard isSendable else {
        return leaveOut(type, "it must be awaited, and is not Sendable", "make it Sendable, or register it by hand")
      }
      candidate.kind = .async
    } else if isMain {
      candidate.kind = .mainActor
    } else {
      candidate.kind = isSendable ? .service : .unshared
    }
    append(candidate, key)
    for key in others { appendAlias(of: candidate, key) }
  }

  private mutating func append(_ candidate: Candidate, _ key: SwiftType) {
    var candidate = candidate
    candidate.key = spelling.key(key)
    // A Sendable type is registered with `& Sendable`, even if its protocol is not Sendable: the key is the same.
    let needsSendable = candidate.kind != .unshared && candidate.kind != .mainActor && candidate.kind != .decorator
    candidate.service = spelling.swift(needsSendable ? sendable(key) : key)
    candidates.append(candidate)
  }

  /// Adds the same instance with the key of another of its protocols.
  private mutating func appendAlias(of service: Candidate, _ key: SwiftType) {
    var candidate = Candidate(type: service.type)
    candidate.kind = service.kind == .unshared || service.kind == .mainActor ? service.kind : .service
    candidate.alias = service.type.name
    let variable = FactoryNames.lowerCamel(service.type.lastName)
    candidate.arguments = [
      Candidate.Argument(
        label: "_", name: variable, variable: variable, role: .dependency(.instance),
        type: spelling.name(of: service.type), key: service.type.name)
    ]
    append(candidate, key)
  }

  private func sendable(_ key: SwiftType) -> SwiftType {
    guard case .existential(let parts) = key else { return key }
    let isSendable = parts.contains { part in
      if case .named(let name, _) = part, let id = name.precise {
        id == "s:s8SendableP" || types.isSendable(id)
      } else {
        false
      }
    }
    return isSendable ? key : .existential(parts + [.sendable])
  }

  /// The index of the first parameter, not counting settings, if it asks for the service that the type itself provides.
  private func innerIndex(of candidate: Candidate, keys: [SwiftType]) -> Int? {
    guard let index = candidate.arguments.firstIndex(where: { $0.role != .settings }),
      candidate.arguments[index].role == .dependency(.instance)
    else { return nil }
    return keys.contains { spelling.key($0) == candidate.arguments[index].key } ? index : nil
  }

  /// The key with which a type is registered, and the further keys of the same instance.
  private func serving(_ type: CodeSymbol, _ keys: [SwiftType]) -> (key: SwiftType, others: [SwiftType]) {
    let itself = SwiftType.named(.init(spelling: type.name, precise: type.id), [])
    let wanted = keys.filter { askedKeys.contains(spelling.key($0)) }
    if asked.contains(type.id) { return (itself, wanted) }
    if keys.count > 1, wanted.count > 1 { return (itself, wanted) }
    return (wanted.first ?? keys.first ?? itself, [])
  }

  /// The keys of a type; `nil` if one of them is not known, and the type was left out.
  private mutating func keys(of type: CodeSymbol, _ protocols: [String]) -> [SwiftType]? {
    var keys: [SwiftType] = []
    for id in protocols {
      guard let key = existential(id, of: type) else {
        leaveOut(
          type, "the associated types of \(types.name(ofProtocol: id) ?? id) are not known",
          "declare them in it: `typealias Item = …`")
        return nil
      }
      keys.append(key)
    }
    return keys
  }

  /// A protocol type such as `any Store<User>`, with its primary associated types as the conforming type declares them.
  private func existential(_ id: String, of type: CodeSymbol) -> SwiftType? {
    guard let symbol = types[id] else {
      let name = types.name(ofProtocol: id)?.split(separator: ".").last.map(String.init) ?? ""
      return .existential([.named(.init(spelling: name, precise: id), [])])
    }
    let name = SwiftType.Name(spelling: symbol.name, precise: id)
    let primary = primaryAssociatedTypes(of: symbol)
    var arguments: [SwiftType] = []
    for associated in primary {
      let alias = types.members(of: type).first { $0.kind == .alias && $0.lastName == associated }
      let nested = types.types(of: type.module).first { $0.path == type.path + [associated] }
      if let alias {
        arguments.append(spelling.expanded(.named(.init(spelling: alias.name, precise: alias.id), [])))
      } else if let nested {
        arguments.append(.named(.init(spelling: nested.name, precise: nested.id), []))
      } else {
        return nil
      }
    }
    return .existential([.named(name, arguments)])
  }

  private func primaryAssociatedTypes(of symbol: CodeSymbol) -> [String] {
    let text = symbol.declaration
    guard let open = text.firstIndex(of: "<"), let close = text[open...].firstIndex(of: ">") else { return [] }
    if let colon = text.firstIndex(of: ":"), colon < open { return [] }
    return text[text.index(after: open)..<close].split(separator: ",").map { String($0.trimmingSpaces) }
  }
}

// MARK: - Isolation

extension CandidateFinder {
  private func isOnMainActor(_ initializer: CodeSymbol?, of type: CodeSymbol) -> Bool {
    if let initializer {
      if initializer.hasAttribute("MainActor") { return true }
      if initializer.hasWord("nonisolated") { return false }
    }
    return type.hasAttribute("MainActor")
  }

  private func isOnOtherActor(_ initializer: CodeSymbol?, of type: CodeSymbol) -> Bool {
    guard let initializer, !initializer.hasWord("nonisolated") else { return false }
    return (initializer.fragments + type.fragments).contains { fragment in
      guard fragment.isAttribute, let id = fragment.precise, id != "s:ScM" else { return false }
      return types.conformances(of: id).contains { $0.hasSuffix("11GlobalActorP") }
    }
  }
}
