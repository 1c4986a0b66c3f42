import ConfigDI

/// Determines what a container passes for an initializer's parameter.
extension CandidateFinder {
  private static let wrappers = Dictionary(
    firstOf: DependencyForm.allCases.compactMap { form in form.wrapper.map { ($0, form.kind) } })

  /// The argument for a parameter; `nil` if the parameter keeps its default.
  ///
  /// - Parameters:
  ///   - isMarked: Whether the documentation marks the initializer or its type with `- Factory:`.
  ///   - isArgument: Whether the initializer's documentation says that each call passes this parameter.
  func argument(
    for parameter: CodeSymbol.Parameter, isMarked: Bool, isArgument: Bool
  ) throws(Obstacle) -> Candidate.Argument? {
    let type = spelling.expanded(parameter.type)
    var argument = Candidate.Argument(
      label: parameter.label, name: parameter.name, variable: parameter.variable, role: .dependency(.instance),
      type: type, isSent: parameter.isSent)
    if isArgument, libraryType(type) != "Argument" {
      if case .other(let text) = type {
        let words = text.split(separator: " ")
        guard !text.hasSuffix("..."), !["inout", "isolated"].contains(words.first),
          !words.prefix(while: { $0.hasPrefix("@") }).contains("@autoclosure")
        else {
          throw Obstacle(
            "its parameter '\(parameter.name)' of type \(text) cannot be an argument of a call",
            "give it the type of a single value, or register the type by hand")
        }
        argument.type = .other(text.replacing("@escaping ", with: ""))
      }
      argument.role = .argument
      return argument
    }
    if let role = role(ofOther: type) {
      argument.role = role
      return argument
    }
    let (kind, key) = form(of: type)
    // Settings, arguments, wrappers and injection sites cannot be keys.
    guard role(ofOther: key) == nil, wrapper(key) == nil else {
      guard !parameter.hasDefault else { return nil }
      throw Obstacle(
        "no container can pass its parameter '\(parameter.name)' of type \(parameter.type.text)",
        "give it a default, or register the type by hand")
    }
    argument.role = .dependency(kind)
    argument.keyType = key
    if isInjectable(key, isMarked: isMarked && !parameter.hasDefault) { return argument }
    if parameter.hasDefault { return nil }
    throw Obstacle(
      "nothing can be injected for its parameter '\(parameter.name)' of type \(parameter.type.text)", remedy(for: key))
  }

  /// Whether a parameter of this type is a dependency, with a label; `nil` if it may be another package's settings, or
  /// what a generic alias stands for.
  func isDependency(_ type: SwiftType) -> Bool? {
    if types[type.precise]?.kind == .alias, !type.parts.isEmpty { return nil }
    let type = spelling.expanded(type)
    if role(ofOther: type) != nil { return false }
    guard case .named(let name, _) = type, types[name.precise] == nil, libraryType(type) == nil,
      !PackageTypes.isOfStandardLibrary(name.precise)
    else { return true }
    return nil
  }

  /// The role of a parameter whose type cannot be a dependency's; `nil` for any other type.
  private func role(ofOther type: SwiftType) -> Candidate.Argument.Role? {
    if settings(type) != nil { return .settings }
    return switch libraryType(type) {
    case "InjectionSite": .site
    case "Argument": .wrappedArgument
    default: nil
    }
  }

  /// The name of a type that belongs to the library, such as `Lazy`.
  private func libraryType(_ type: SwiftType) -> String? {
    guard case .named(let name, _) = type, PackageTypes.isOfLibrary(name.precise) else { return nil }
    return name.spelling.lastPart
  }

  private func wrapper(_ type: SwiftType) -> ReferenceKind? { libraryType(type).flatMap { Self.wrappers[$0] } }

  /// How to make the initializer usable. The program may provide a value of a type in the package.
  private func remedy(for key: SwiftType) -> String {
    // Settings are decoded, which no value with an existential type can be.
    guard case .named(let name, let generics) = key, !key.containsExistential,
      types[name.precise].map(isCopyable) ?? true
    else {
      return "give the parameter a default, or register the type by hand"
    }
    guard let symbol = types[name.precise] else {
      return PackageTypes.isOfStandardLibrary(name.precise)
        ? "move it into a ServiceSettings type, or give it a default"
        : "give it a default, or mark the initializer with `- Factory: name`"
    }
    guard generics.isEmpty, !symbol.isGeneric else {
      return "give the parameter a default, or mark the initializer with `- Factory: name`"
    }
    let provided =
      "if the program or a request provides this value, write `- Provided: \(symbol.lastName)` above \(symbol.name)"
    return symbol.kind == .enumeration
      ? "\(provided); otherwise, move the parameter into a ServiceSettings type, or give it a default"
      : "\(provided); otherwise, give the parameter a default, or mark the initializer with `- Factory: name`"
  }

  /// Whether values of a type surely cannot be sent to another actor: it is a type of the package that is not Sendable,
  /// or a generic type around one.
  func isConfined(_ type: SwiftType) -> Bool {
    if case .existential(let parts) = type {
      return !parts.contains(where: \.isSendable) && parts.allSatisfy(isConfined)
    }
    return types[type.precise].map { symbol in
      // The types of the main actor are Sendable, unlike its protocols.
      (symbol.kind == .protocol || symbol.kind.isType && !symbol.hasAttribute("MainActor")) && !symbol.isGeneric
        && !types.isSendable(symbol.id)
    } ?? type.parts.contains(where: isConfined)
  }

  func settings(_ type: SwiftType) -> CodeSymbol? {
    types[type.precise].flatMap { types.conforms($0.id, toLibrary: "ServiceSettings") ? $0 : nil }
  }

  private func form(of type: SwiftType) -> (ReferenceKind, SwiftType) {
    switch type {
    case .optional(let wrapped): return (.optional, wrapped)
    case .array(let element): return (.all, element)
    case .named(_, let arguments):
      // The last type argument is the service. If each call takes an argument, the argument's type precedes it.
      guard let kind = wrapper(type), let wrapped = arguments.last else { return (.instance, type) }
      return (kind, wrapped)
    case .existential, .other: return (.instance, type)
    }
  }

  private func isInjectable(_ key: SwiftType, isMarked: Bool) -> Bool {
    guard key.isUnderstood else { return false }
    switch key {
    case .existential(let parts):
      let names = parts.compactMap { part in
        if case .named(let name, _) = part { name.spelling.split(separator: ".").last } else { nil }
      }
      return names.count == parts.count && !names.allSatisfy { Self.bare.contains($0) }
        && !names.contains { ["Error", "Encoder", "Decoder", "Hashable"].contains($0) }
    case .named(let name, let arguments):
      guard let symbol = types[name.precise] else {
        return isMarked && name.precise != nil && !PackageTypes.isOfStandardLibrary(name.precise)
      }
      if symbol.providedAs != nil { return true }
      guard isCopyable(symbol) else { return false }
      if symbol.isGeneric || !arguments.isEmpty { return isMarked }
      switch symbol.kind {
      case .class: return true
      case .structure: return isMarked || isServiceStructure(symbol)
      default: return false
      }
    case .optional, .array, .other: return false
    }
  }

  /// Protocols that do not indicate a service, since any type may conform to them.
  private static let bare: Set<Substring> = ["Any", "AnyObject", "Copyable", "Escapable", "Sendable"]

  /// Whether a struct is a service rather than a value: its documentation or the command line names it, or it conforms
  /// to a protocol of the package.
  private func isServiceStructure(_ symbol: CodeSymbol) -> Bool {
    symbol.isChosen || named.contains(symbol.name)
      || types.conformances(of: symbol.id).contains { types[$0]?.kind == .protocol }
  }
}
