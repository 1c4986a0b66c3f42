import ConfigDI

/// Decides whether and how each type of a module can be registered, and with which key.
struct CandidateFinder {
  let types: PackageTypes
  let module: String
  /// Names from the command line: protocols of other packages to treat like the package's own, concrete types to
  /// register, and protocols of the package under which types are registered even if no initializer asks for them.
  let named: Set<String>
  let sources: SourceTexts
  var candidates: [Candidate] = []
  /// The types that look like services but cannot be registered.
  private(set) var leftOut: [(type: CodeSymbol, obstacle: Obstacle)] = []
  /// Types that are registered under only one of their protocols, since no initializer asks for any of the protocols.
  private(set) var partlyServed: [(type: CodeSymbol, served: String, others: [String])] = []
  private(set) var provided: [(type: CodeSymbol, key: String)] = []
  var spelling: TypeSpelling
  /// Concrete types that an initializer asks for.
  private(set) var asked: Set<String> = []
  /// Keys that an initializer asks for.
  private(set) var askedKeys: Set<String> = []
  /// Protocol compositions that an initializer asks for.
  private(set) var compositions: [(type: SwiftType, protocols: Set<String>)] = []

  init(_ types: PackageTypes, module: String, named: [String], sources: SourceTexts, using library: String) {
    self.types = types
    self.module = module
    self.named = Set(named)
    self.sources = sources
    spelling = TypeSpelling(types: types, module: module, libraryModule: library)
  }

  /// Finds the types that are services by themselves, then the types that their initializers ask for.
  mutating func find() {
    let all = types.types(of: module)
    var chosen: [String: Result<ChosenInitializer, Obstacle>] = [:]
    var waiting = all.filter(isService)
    while let type = waiting.popLast() {
      guard chosen[type.id] == nil else { continue }
      let choice = Result { () throws(Obstacle) in
        try refuseUnusable(type)
        return try ChosenInitializer(of: type, self, isTypeMarked: isMarked(type))
      }
      chosen[type.id] = choice
      for argument in (try? choice.get())?.arguments ?? [] {
        if let key = argument.keyType { ask(for: key) }
        guard let id = argument.keyType?.precise, asked.insert(id).inserted, let type = types[id], type.module == module
        else { continue }
        if type.kind.isType, !isRefused(type) { waiting.append(type) }
      }
    }
    for type in all {
      guard let choice = chosen[type.id] else { continue }
      do throws(Obstacle) {
        if let word = type.providedAs {
          try provide(type, as: word)
        } else {
          try add(type, try choice.get())
        }
      } catch {
        leftOut.append((type, error))
      }
    }
  }

  private mutating func ask(for key: SwiftType) {
    guard askedKeys.insert(spelling.key(key)).inserted, case .existential(let parts) = key else { return }
    let protocols = parts.filter { !$0.isSendable }.compactMap { part in
      if case .named(let name, let arguments) = part, arguments.isEmpty { name.precise } else { nil }
    }
    // The limit keeps this fast, since each composition is compared with each type. No real package has this many.
    if protocols.count > 1, compositions.count < 100 { compositions.append((key, Set(protocols))) }
  }

  /// Whether to register a type even if no initializer asks for it.
  private func isService(_ type: CodeSymbol) -> Bool {
    guard !isRefused(type), !types.conforms(type.id, toLibrary: "ServiceSettings"),
      !types.conforms(type.id, toLibrary: "Assembly")
    else { return false }
    let takesArgument = types.initializers(of: type).contains { !$0.argumentMarks.isEmpty }
    return isMarked(type) || takesArgument || types.conforms(type.id, toLibrary: "Initializable")
      || named.contains(type.name) || named.contains(type.fullName)
      || type.providedAs != nil || !packageProtocols(of: type).isEmpty
  }

  private func isMarked(_ type: CodeSymbol) -> Bool {
    type.isChosen || types.initializers(of: type).contains(where: \.isChosen)
  }

  private func isRefused(_ type: CodeSymbol) -> Bool {
    let initializers = types.initializers(of: type)
    return type.isRefused || !initializers.isEmpty && initializers.allSatisfy(\.isRefused)
  }

  /// Gives each candidate its factory's name: the name under which it is registered, or else one that is free.
  mutating func name(_ registered: RegisteredNames) {
    let own = candidates.map { registered.name(of: $0) }
    let choices = zip(candidates, own).map { candidate, own -> [String] in
      if let own { return [own] }
      let type = candidate.type
      let mark = type.mark ?? candidate.chosen.symbol?.mark
      let path = FactoryNames.lowerCamel(type.path.joined())
      let served = String(FactoryNames.last(of: candidate.key).prefix { $0 != "<" })
      if candidate.alias != nil {
        let full = candidate.key.split { !($0.isLetter || $0.isNumber) }.joined()
        let name = FactoryNames.lowerCamel(type.lastName)
        return ["\(name)As\(served)", "\(path)As\(served)", "\(path)As\(full)"]
      }
      if let mark { return [mark] }
      let short = FactoryNames.short(type.lastName, without: served)
      return [short, FactoryNames.lowerCamel(type.lastName), path, path + served]
    }
    let names = FactoryNames.distribute(choices, taken: registered.taken.subtracting(own.compactMap(\.self)))
    for index in candidates.indices { candidates[index].name = names[index] }
    leaveOutCollisions(registered)
    candidates.sort { ($0.name, $0.type.name) < ($1.name, $1.type.name) }
  }

  /// Excludes the types whose factory name is taken, since a program rejects two registrations with the same name.
  private mutating func leaveOutCollisions(_ registered: RegisteredNames) {
    for sharing in Dictionary(grouping: candidates, by: \.name).sorted(by: { $0.key < $1.key }).map(\.value) {
      for candidate in sharing where registered.name(of: candidate) == nil {
        let other = sharing.first { $0.type.id != candidate.type.id }?.type.name
        guard other != nil || registered.taken.contains(candidate.name) else { continue }
        let obstacle = Obstacle(
          "its factory name '\(candidate.name)' collides with that of \(other ?? "an existing registration")",
          "name one of them with `- Factory: name`")
        leftOut.append((candidate.type, obstacle))
      }
    }
    let ids = Set(leftOut.map(\.type.id))
    candidates.removeAll { ids.contains($0.type.id) }
  }

  /// Records that the program provides a type, under either the type's own name or a protocol's name.
  private mutating func provide(_ type: CodeSymbol, as word: String) throws(Obstacle) {
    let protocols = types.conformances(of: type.id).sorted().compactMap { try? existential($0, of: type) }
    let key = ([type.reference] + protocols).map { spelling.key($0) }.first { $0 == word || $0.hasSuffix(".\(word)") }
    guard let key else {
      throw Obstacle(
        "`- Provided: \(word)` does not name the type or one of its protocols", "write `- Provided: \(type.name)`")
    }
    provided.append((type, key))
  }

  /// Whether containers can pass on a type's instances. Symbol graphs do not show `~Copyable`, so its source is read.
  func isCopyable(_ type: CodeSymbol) -> Bool {
    guard type.kind != .class, !type.isGeneric, let (text, start) = sources.source(of: type.place) else { return true }
    return !text.lexemes.indices[start...].prefix { !text.isSign($0, "{") }.contains { index in
      text.isSign(index, "~") && ["Copyable", "Escapable"].contains(text.name(index + 1))
    }
  }

  private func refuseUnusable(_ type: CodeSymbol) throws(Obstacle) {
    if ([type] + types.initializers(of: type)).contains(where: \.hasUnusableMark) {
      throw Obstacle(
        "its `- Factory:` line contains a character that is not allowed in a name", "write only the name, on one line")
    }
    if !types.isReachable(type) { throw Obstacle("it is private, so other files cannot use it", "make it internal") }
    if type.path.dropFirst().contains(where: { $0 == "Type" || $0 == "Protocol" }) {
      throw Obstacle("Swift reads \(type.name) as a metatype", "rename the type")
    }
    if !isCopyable(type) { throw Obstacle("it is not Copyable", "wrap it in a class") }
    // An enumeration's other initializers choose a case by its raw value or decode it.
    if type.kind == .enumeration,
      !types.initializers(of: type).contains(where: { !$0.isFailable && $0.parameters.first?.label != "from" })
    {
      throw Obstacle("it is an enumeration without an initializer", "register one of its cases by hand")
    }
    if type.isGeneric {
      throw Obstacle("it is generic", "register each specialization by hand, or wrap it in a type of its own")
    }
    if types.isTooNew(type) {
      throw Obstacle("it needs a newer system than the package supports", "register it by hand")
    }
    if type.isDiscouraged {
      throw Obstacle("it is deprecated or unavailable", "if it is still needed, register it by hand")
    }
  }

  // MARK: The registration of one type

  private mutating func add(_ type: CodeSymbol, _ chosen: ChosenInitializer) throws(Obstacle) {
    spelling.imports = []
    spelling.importModule(of: type.id)
    var candidate = Candidate(type: type)
    candidate.chosen = chosen
    candidate.arguments = chosen.arguments.map { argument in
      var argument = argument
      let type = spelling.swift(argument.type)
      argument.spelling = argument.role == .argument ? "\(spelling.library("Argument"))<\(type)>" : type
      argument.key = argument.keyType.map { spelling.key($0) } ?? ""
      return argument
    }
    let isMain = isOnMainActor(chosen.symbol, of: type)
    let isAsync = chosen.symbol?.isAsync ?? false
    if chosen.instance == nil, types.conforms(type.id, toLibrary: "Initializable") {
      guard !candidate.takesArgument else {
        throw Obstacle(
          "a lifecycle initializer cannot take an argument", "take the value from a service or the settings")
      }
      guard !isAsync else {
        throw Obstacle("a lifecycle initializer cannot be asynchronous", "make its init synchronous")
      }
      candidate.kind = isMain ? .mainActorInitializer : .initializer
      candidate.imports = spelling.imports
      candidates.append(candidate)
      return
    }
    let keys = try keys(of: type)
    candidate.mustAwait = isOnOtherActor(chosen.symbol, of: type)
    let isOnActor =
      candidate.mustAwait || isMain && isAsync || type.hasWord("actor") && chosen.symbol?.isNonisolated == false
    if let confined = chosen.arguments.first(where: { argument in
      let type = argument.role.isPassedByCall ? argument.type : argument.keyType
      // A closure cannot pass on a value as `sending`, but a reference to the initializer can stand for one.
      let isSent = argument.isSent && (argument.role == .argument || !chosen.canBeReferenced)
      return (isOnActor || isSent) && type.map { isConfined($0) } ?? false
    }) {
      let name = "its parameter '\(confined.name)' is"
      throw Obstacle(
        isOnActor
          ? "its initializer runs on an actor, but \(name) not Sendable" : "\(name) `sending`, but not Sendable",
        "make \(confined.type.text) Sendable, or register the type by hand")
    }
    let isSendable = types.isSendable(type.id)
    var (key, others) = serving(type, keys)
    let inner = innerIndex(of: candidate, keys: keys)
    let wrapped = inner.map { candidate.arguments[$0].key }
    if let inner, !asked.contains(type.id) {
      guard !isMain else {
        throw Obstacle(
          "it decorates its own protocol, and a decorator cannot be on the main actor",
          "make its initializer nonisolated")
      }
      candidate.kind = isAsync || candidate.mustAwait ? .asyncDecorator : .decorator
      key = keys.first { spelling.key($0) == candidate.arguments[inner].key } ?? key
      candidate.arguments[inner].role = .inner
      candidate.arguments[inner].spelling = spelling.swift(key)
      others = []
    } else if let instance = chosen.instance {
      guard isSendable, !isMain, !isOnMainActor(instance, of: type) else {
        throw Obstacle("its instance is not Sendable, or is isolated to the main actor", "register it by hand")
      }
      candidate.kind = .instance
    } else if isAsync || candidate.mustAwait {
      guard isSendable else {
        throw Obstacle("it is asynchronous and not Sendable", "make it Sendable, or register it by hand")
      }
      candidate.kind = .async
    } else if isMain {
      candidate.kind = .mainActor
    } else {
      candidate.kind = isSendable ? .service : .unshared
    }
    if [.service, .instance, .async].contains(candidate.kind), isApartIfSendable(key) {
      if !candidate.takesArgument {
        (key, others) = (type.reference, [key])
      } else if candidate.kind == .service {
        candidate.kind = .unshared
      }
    }
    append(candidate, key)
    // A type that wraps its own protocol is a service if an initializer takes the type itself. Under that protocol, it
    // would wrap itself.
    others.removeAll { spelling.key($0) == wrapped }
    for key in others { appendAlias(of: candidate, key) }
    guard candidate.kind != .decorator, others.isEmpty, keys.count > 1, !keys.contains(where: isWanted) else { return }
    let names = keys.map { FactoryNames.last(of: spelling.key($0)) }
    let served = FactoryNames.last(of: spelling.key(key))
    partlyServed.append((type, served, names.filter { $0 != served }))
  }

  private mutating func append(_ candidate: Candidate, _ key: SwiftType) {
    var candidate = candidate
    candidate.key = spelling.key(key)
    candidate.isAsked = candidate.alias == nil && asked.contains(candidate.type.id) || isWanted(key)
    // A Sendable type is registered with `& Sendable`, even if its protocol is not Sendable: the key is the same.
    let needsSendable = candidate.kind != .unshared && candidate.kind != .mainActor && candidate.kind != .decorator
    candidate.service = spelling.swift(needsSendable ? sendable(key) : key)
    candidate.imports = spelling.imports
    candidates.append(candidate)
  }

  /// Adds a candidate that registers a service's instance under another of its protocols.
  private mutating func appendAlias(of service: Candidate, _ key: SwiftType) {
    var candidate = Candidate(type: service.type)
    let keepsKind = service.kind == .unshared || service.kind == .mainActor
    candidate.kind = keepsKind ? service.kind : isApartIfSendable(key) ? .unshared : .service
    candidate.alias = service.type.fullName
    let variable = FactoryNames.lowerCamel(service.type.lastName)
    candidate.arguments = [
      Candidate.Argument(
        label: "_", name: variable, variable: variable, role: .dependency(.instance), type: service.type.reference,
        spelling: spelling.name(of: service.type), key: service.type.fullName)
    ]
    append(candidate, key)
  }

  /// The index of the parameter for a decorator's inner service: the first parameter other than settings, call
  /// arguments and the site, provided that its key is among the keys of the decorator's type.
  private func innerIndex(of candidate: Candidate, keys: [SwiftType]) -> Int? {
    guard
      let index = candidate.arguments.firstIndex(where: {
        $0.role != .settings && $0.role != .site && !$0.role.isPassedByCall
      }),
      candidate.arguments[index].role == .dependency(.instance)
    else { return nil }
    return keys.contains { spelling.key($0) == candidate.arguments[index].key } ? index : nil
  }

  // MARK: Isolation

  func isOnMainActor(_ initializer: CodeSymbol?, of type: CodeSymbol) -> Bool {
    if let initializer {
      if initializer.hasAttribute("MainActor") { return true }
      if initializer.isNonisolated { return false }
    }
    return type.hasAttribute("MainActor")
  }

  func isOnOtherActor(_ initializer: CodeSymbol?, of type: CodeSymbol) -> Bool {
    guard let initializer, !initializer.isNonisolated else { return false }
    return (initializer.fragments + type.fragments).contains { fragment in
      guard fragment.isAttribute, let id = fragment.precise, id != "s:ScM" else { return false }
      return types.conformances(of: id).contains { $0.hasSuffix("11GlobalActorP") }
    }
  }
}
