import ConfigDI

/// Finds the obsolete registrations in an existing file: those that surely contradict what the source says now.
struct RegistrationJudge {
  private let finder: CandidateFinder
  private let file: RegistrationFile
  private let elsewhere: ModuleRegistrations
  /// Whether the file imports only modules with known types, so that an unknown type cannot belong to another package.
  private let knowsAllTypes: Bool
  /// Whether the symbol graph lacks declarations that are not public.
  private let showsOnlyPublic: Bool
  private let candidates: [String: [Candidate]]
  /// The file's registrations by the symbol of the type that they register.
  private let registrations: [String: [RegisterCall]]

  init(_ finder: CandidateFinder, _ file: RegistrationFile, elsewhere: ModuleRegistrations) {
    self.finder = finder
    self.file = file
    self.elsewhere = elsewhere
    let unknown = file.imports.subtracting(finder.types.modules).subtracting(SwiftFileFacts.libraries)
    knowsAllTypes = unknown.isEmpty && !elsewhere.reexports
    showsOnlyPublic = finder.types.showsOnlyPublic(finder.module)
    candidates = Dictionary(grouping: finder.candidates, by: \.type.id)
    registrations = file.calls.byType(among: finder.types, in: finder.module)
  }

  /// Explains why a registration is obsolete: the type or the initializer that it names no longer exists or can no
  /// longer be registered by such a call. `nil` if it may be correct: the type may belong to another package, and the
  /// code under an `#if` to another system.
  func reasonGone(_ call: RegisterCall) -> String? {
    guard file.text.conditions[call.index] == .none, !showsOnlyPublic else { return nil }
    if let path = call.passed {
      let types = finder.types.types(spelled: path, in: finder.module)
      guard let type = types.first else { return reasonGone(path) }
      if types.count == 1, let reason = reasonUnfit(type, for: call) { return reason }
    }
    let typed = call.makers.filter(\.looksLikeType)
    for maker in typed.isEmpty ? call.makers.filter(isSurelyType) : typed {
      let named = maker.types(among: finder.types, in: finder.module)
      guard let type = named.first else {
        return typed.count < 2 ? reasonGone(maker.path) : nil
      }
      if knowsAllTypes, elsewhere.unread.isEmpty, !named.contains(where: isImported) {
        return "\(type.name) is in the module \(type.module), which the file does not import"
      }
      guard named.contains(where: { finder.types.isReachable($0) || file.declared.contains($0.lastName) }) else {
        return "\(type.name) is private"
      }
      guard !maker.namesMember(among: finder.types, in: finder.module) else {
        if let reason = reasonGone(maker, of: named) { return reason }
        continue
      }
      if let reason = reasonGone(call, maker, type) { return reason }
    }
    return nil
  }

  private func isImported(_ type: CodeSymbol) -> Bool {
    type.module == finder.module || file.imports.contains(type.module)
  }

  /// Explains that a path, which names no type of a symbol graph, surely names nothing else either.
  private func reasonGone(_ path: [String]) -> String? {
    knowsAllTypes && isSurelyGone(path) ? "\(path.joined(separator: ".")) no longer exists" : nil
  }

  /// Explains that none of the types has the static property that an expression names.
  private func reasonGone(_ maker: RegisterCall.Maker, of types: [CodeSymbol]) -> String? {
    guard knowsAllTypes, maker.form == .member, let name = maker.path.last,
      !finder.types.callables.contains(name), !file.declared.contains(name),
      types.allSatisfy({ finder.types.surelyLacksProperty(name, $0) })
    else { return nil }
    return "\(maker.path.joined(separator: ".")) no longer exists"
  }

  private func isSurelyGone(_ path: [String]) -> Bool {
    guard !finder.types.protocols.contains(where: { $0.spellings.contains(path.joined(separator: ".")) }) else {
      return false
    }
    let others = finder.types.aliases.union(file.declared).union(PackageTypes.elsewhere)
    guard others.isDisjoint(with: path), path.count > 1 || !finder.types.callables.contains(path[0]) else {
      return false
    }
    let owner = path.indices.dropFirst().last {
      !finder.types.types(spelled: Array(path[..<$0]), in: finder.module).isEmpty
    }
    return owner.map { path[$0].first?.isUppercase ?? false } ?? true
  }

  private func reasonGone(_ call: RegisterCall, _ maker: RegisterCall.Maker, _ type: CodeSymbol) -> String? {
    if call.method.isDecorator, maker.labels == nil,
      let candidate = candidates[type.id]?.first(where: { $0.alias == nil }), !candidate.kind.isDecorator
    {
      return "\(type.name) is no longer a decorator"
    }
    guard type.kind != .enumeration, let all = finder.types.everyInitializer(of: type), !all.isEmpty else { return nil }
    if call.method.isInitializer, maker.isWhole, !finder.types.conforms(type.id, toLibrary: "Initializable") {
      return "\(type.name) does not conform to Initializable"
    }
    let meant = all.filter { initializer in
      !initializer.showsParameters || maker.labels.map { Self.accepts(initializer.parameters, $0) } ?? true
    }
    let visible = meant.filter(\.isVisible)
    guard let initializer = visible.first else {
      guard maker.labels != nil || maker.form == .reference else { return nil }
      let name = "init\(maker.labels.map { "(\($0.map { "\($0):" }.joined()))" } ?? "")"
      return meant.isEmpty ? "\(type.name) no longer has \(name)" : "\(type.name).\(name) is private"
    }
    guard maker.isWhole, initializer.showsParameters else { return nil }
    if maker.form == .reference, maker.labels == nil, isAmbiguous(type, for: call) {
      return "\(type.name).init may mean several initializers"
    }
    guard visible.count == 1 else { return nil }
    return conflict(of: initializer, of: type, with: call, maker)
  }

  /// Whether `Type.init` surely fits several initializers, and there is another way to register the type. Swift leaves
  /// out initializers that a synchronous factory cannot call, and those without parameters.
  private func isAmbiguous(_ type: CodeSymbol, for call: RegisterCall) -> Bool {
    guard [.service, .unshared, .async].contains(call.method), candidates[type.id] != nil else { return false }
    return finder.types.initializers(of: type).count { initializer in
      initializer.isVisible && initializer.module == finder.module && (1...6).contains(initializer.parameters.count)
        && initializer.parameters.allSatisfy(\.type.isUnderstood) && !initializer.isAsync && !initializer.isFailable
        && !initializer.hasErrorType && !initializer.isGeneric && !initializer.isDiscouraged
        && !finder.isOnMainActor(initializer, of: type) && !finder.isOnOtherActor(initializer, of: type)
    } > 1
  }

  /// Explains why a type cannot serve the key of a call: the key's type is gone, or a protocol in the package to which
  /// the type no longer conforms.
  private func reasonUnfit(_ type: CodeSymbol, for call: RegisterCall) -> String? {
    call.service.lazy.compactMap { reasonUnfit(type, $0) }.first
  }

  private func reasonUnfit(_ type: CodeSymbol, _ path: [String]) -> String? {
    guard !finder.types.mayBe(type, spelled: path, in: finder.module) else { return nil }
    let name = path.joined(separator: ".")
    guard finder.types.protocols.contains(where: { $0.spellings.contains(name) }) else { return reasonGone(path) }
    let isKnown = knowsAllTypes && path.last.map { !finder.types.aliases.contains($0) } ?? false
    return isKnown ? "\(type.name) does not conform to \(name)" : nil
  }

  /// Explains why a call that surely uses this initializer cannot compile or cannot be resolved.
  private func conflict(
    of initializer: CodeSymbol, of type: CodeSymbol, with call: RegisterCall, _ maker: RegisterCall.Maker
  ) -> String? {
    let name = "\(type.name).\(initializer.lastName)"
    if let reason = reasonUnfit(type, for: call) { return reason }
    if initializer.isFailable { return "\(name) may return nil" }
    if initializer.isAsync, ![.async, .asyncDecorator].contains(call.method) { return "\(name) is async" }
    let isSynchronous = [.service, .unshared, .decorator, .initializer].contains(call.method)
    if isSynchronous, finder.isOnMainActor(initializer, of: type) { return "\(name) is on the main actor" }
    if isSynchronous || maker.form == .reference, finder.isOnOtherActor(initializer, of: type) {
      return "\(name) is on a global actor"
    }
    if initializer.isThrowing, maker.form == .call, !maker.isTried {
      return "\(name) throws, but is called without 'try'"
    }
    guard maker.form == .reference else {
      return parameter(of: initializer, takingOtherThan: call.passedTypes, labels: maker.labels ?? []).map {
        "\(name) takes another type as '\($0.name)'"
      }
    }
    let kinds = initializer.parameters.map { finder.isDependency($0.type) }
    let inner = call.method.isDecorator ? 1 : 0
    let (fewest, most) = (kinds.count { $0 == true } - inner, kinds.count { $0 != false } - inner)
    guard let labels = call.labels else { return nil }
    let count = labels.count
    if count < fewest || count > most {
      return
        "\(name) has \(counted(most, "dependency", "dependencies")), but \(count) \(count == 1 ? "is" : "are") labeled"
    }
    let candidate = candidates[type.id]?.first { $0.alias == nil && $0.chosen.symbol?.id == initializer.id }
    let names = candidate?.dependencies.map(\.name) ?? []
    guard Set(labels) == Set(names.map(Optional.some)) else { return nil }
    let moved = zip(labels, names).first { label, name in label != name }
    return moved.map { "\(name) takes '\($1)' where '\($0 ?? "")' is labeled" }
  }

  /// The first parameter that surely cannot take the value that a closure passes for it.
  private func parameter(
    of initializer: CodeSymbol, takingOtherThan types: [SwiftType?], labels: [String]
  ) -> CodeSymbol.Parameter? {
    guard types.count == labels.count else { return nil }
    var next = 0
    return initializer.parameters.first { parameter in
      guard next < labels.count, labels[next] == parameter.label else { return false }
      defer { next += 1 }
      return types[next].map { isOther($0, than: finder.spelling.expanded(parameter.type)) } ?? false
    }
  }

  private func isOther(_ passed: SwiftType, than taken: SwiftType) -> Bool {
    switch (passed, taken) {
    case (.existential, .array), (.optional, .array): true
    case (.existential, .named(let name, _)): PackageTypes.isOfLibrary(name.precise)
    case (.optional, .named(let name, _)), (.array, .named(let name, _)):
      PackageTypes.isOfLibrary(name.precise) || finder.types[name.precise] != nil
    case (.existential, .existential(let needed)), (.optional, .existential(let needed)),
      (.array, .existential(let needed)):
      needed.contains { need in
        finder.types[need.precise]?.kind == .protocol && surelyLacks(passed, need.precise ?? "")
      }
    case (.optional(let passed), .optional(let taken)), (.array(let passed), .array(let taken)):
      isOther(passed, than: taken)
    default: false
    }
  }

  /// Whether a type, whose protocols are as a file spells them, surely does not conform to another protocol.
  private func surelyLacks(_ type: SwiftType, _ id: String) -> Bool {
    if case .existential(let parts) = type { return parts.allSatisfy { surelyLacks($0, id) } }
    if case .optional = type { return !finder.types.conformances(of: "s:Sq").contains(id) }
    if case .array = type { return !finder.types.conformances(of: "s:Sa").contains(id) }
    guard case .named(let name, _) = type else { return false }
    let meant = finder.types.protocols.filter { $0.spellings.contains(name.spelling) }
    guard !meant.isEmpty else { return reasonGone(name.spelling.split(separator: ".").map(String.init)) != nil }
    return meant.allSatisfy { $0.id != id && !finder.types.conformances(of: $0.id).contains(id) }
  }

  /// Explains that an initializer asks for a key that no registration of the type has. `nil` if the registration serves
  /// such a key, or if someone changed it.
  func reasonUnneeded(_ call: RegisterCall) -> String? {
    guard file.text.conditions[call.index] == .none, call.isPlain, call.passed == nil, call.makers.count == 1,
      call.makers.allSatisfy({ $0.isWhole && !$0.namesMember(among: finder.types, in: finder.module) }),
      let type = call.registered(among: finder.types, in: finder.module), elsewhere.registrations[type] == nil,
      let symbol = finder.types[type],
      let base = candidates[type]?.first(where: { $0.alias == nil }), !call.serves(base.key)
    else { return nil }
    let protocols = finder.types.conformances(of: type).compactMap { finder.types[$0]?.fullName }
    guard call.serves(symbol.fullName) || protocols.contains(where: call.serves) else { return nil }
    let needed = candidates[type]?.first { candidate in
      candidate.isAsked && !(registrations[type] ?? []).contains { $0.serves(candidate.key) }
    }
    return needed.map { "its type is now needed as \(FactoryNames.last(of: $0.key))" }
  }

  /// Whether an expression whose name begins with a lowercase letter surely creates an instance rather than calling a
  /// function: it is a whole closure body or argument, and neither the package nor the file declares a function with
  /// that name.
  private func isSurelyType(_ maker: RegisterCall.Maker) -> Bool {
    if !maker.types(among: finder.types, in: finder.module).isEmpty { return true }
    guard maker.isWhole, maker.form != .member, let last = maker.path.last else { return false }
    return maker.form == .reference || !finder.types.callables.contains(last) && !file.declared.contains(last)
  }

  /// Whether a call with these labels may be valid: parameters that the call omits must have defaults. A variadic
  /// parameter takes any number of arguments.
  private static func accepts(_ parameters: [CodeSymbol.Parameter], _ labels: [String]) -> Bool {
    var rest = labels[...]
    for parameter in parameters {
      let isVariadic = parameter.type.text.hasSuffix("...")
      if rest.first == parameter.label {
        rest.removeFirst()
        while isVariadic, rest.first == "_" { rest.removeFirst() }
      } else if !parameter.hasDefault, !isVariadic {
        return false
      }
    }
    return rest.isEmpty
  }
}
