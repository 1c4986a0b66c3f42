import ConfigDI

/// How to make an instance of a type: with the initializer marked with `- Factory:`, or else with the designated
/// initializer whose parameters can all be injected.
struct ChosenInitializer {
  /// The initializer; `nil` if no initializer is called.
  var symbol: CodeSymbol?
  /// Whether the type has no other initializer, so that `Type.init` is unambiguous.
  var isOnly = true
  /// Whether the type has another initializer with the same labels.
  var sharesLabels = false
  var arguments: [Candidate.Argument] = []
  /// Whether the initializer has parameters that keep their defaults.
  var leavesDefaults = false
  /// The settings type that the initializer takes.
  var settings: CodeSymbol?
  /// A static property that holds an instance, used if no initializer can make an instance.
  var instance: CodeSymbol?

  /// Whether code can refer to the initializer as a function that takes the arguments. Swift cannot if a parameter has a
  /// property wrapper, and cannot compile every such reference if the initializer throws errors of one type.
  var canBeReferenced: Bool {
    guard let symbol, !leavesDefaults, !sharesLabels else { return false }
    return !symbol.hasErrorType && !symbol.parameters.contains(where: \.isWrapped)
  }
}

extension ChosenInitializer {
  init(of type: CodeSymbol, _ finder: CandidateFinder, isTypeMarked: Bool) throws(Obstacle) {
    let visible = finder.types.initializers(of: type).filter { $0.isVisible && !Self.isOfDecodable($0) }
    // `Decodable` adds one.
    let isOnly =
      !finder.types.conformances(of: type.id).contains("s:Se")
      && finder.types.everyInitializer(of: type)?.count(where: \.isVisible) == 1
    func read(_ initializer: CodeSymbol, isMarked: Bool) throws(Obstacle) -> ChosenInitializer {
      try ChosenInitializer(
        initializer, among: visible, finder, isMarked: isMarked, isOnly: isOnly)
    }
    let marked = visible.filter(\.isChosen)
    guard marked.count < 2 else {
      throw Obstacle("\(marked.count) of its initializers are marked", "mark only one with `- Factory: name`")
    }
    if let initializer = marked.first {
      self = try read(initializer, isMarked: true)
      return
    }
    let usable = visible.filter { !$0.hasWord("convenience") && !$0.isDiscouraged && !$0.isRefused }
    let designated = usable.filter { !$0.isExtension }
    // The compiler's own initializers have the type's location or none, so only the type itself can be marked.
    let isImplicit = type.place != nil && designated.allSatisfy { [type.place, nil].contains($0.place) }
    var problem: Obstacle?
    var fit: [ChosenInitializer] = []
    for initializer in designated {
      do throws(Obstacle) {
        fit.append(try read(initializer, isMarked: isTypeMarked && (isImplicit || designated.count == 1)))
      } catch {
        problem = problem ?? error
      }
    }
    // A structure whose properties all have initial values has two implicit initializers. The one with something to
    // inject is preferred.
    if isImplicit, fit.count > 1 {
      let isBare = { (chosen: ChosenInitializer) in chosen.symbol?.parameters.isEmpty ?? false }
      fit = [fit.first { !$0.arguments.isEmpty } ?? fit.first(where: isBare) ?? fit[0]]
    }
    if fit.isEmpty, type.kind == .structure || type.kind == .enumeration {
      // For a structure or an enumeration, an initializer in an extension is as good as one in the body. A class can have
      // only convenience initializers in an extension.
      fit = usable.filter { $0.isExtension && $0.module == type.module }.compactMap { try? read($0, isMarked: false) }
    }
    guard fit.count < 2 else {
      throw Obstacle("\(fit.count) of its initializers can be used", "mark one with `- Factory: name`")
    }
    if let only = fit.first {
      self = only
    } else if let instance = Self.instance(of: type, finder) {
      self.init(instance: instance)
    } else if let problem {
      throw problem
    } else if finder.types.initializers(of: type).contains(where: { !$0.isVisible }), visible.isEmpty {
      throw Obstacle("its initializer is private", "make it internal, or register the type by hand")
    } else if visible.isEmpty {
      // It may be inherited from another package's class, unavailable, or added by `Decodable`.
      throw Obstacle("it declares no initializer to call", "declare an internal one, or register the type by hand")
    } else {
      throw Obstacle(
        "it has no usable designated initializer", "mark one of its initializers with `- Factory: name`")
    }
  }

  private static func isOfDecodable(_ initializer: CodeSymbol) -> Bool {
    initializer.parameters.count == 1 && initializer.parameters.first?.label == "from"
      && initializer.parameters.first?.type.text == "any Decoder"
  }

  private init(
    _ initializer: CodeSymbol, among all: [CodeSymbol], _ finder: CandidateFinder, isMarked: Bool, isOnly: Bool
  ) throws(Obstacle) {
    if initializer.isFailable {
      throw Obstacle("its initializer may return nil", "throw an error instead of returning nil")
    }
    if initializer.isGeneric {
      throw Obstacle(
        "its initializer is generic", "use `any` types for its parameters, or register the type by hand")
    }
    if initializer.isTooNew {
      throw Obstacle("its initializer needs a newer system than the package supports", "register the type by hand")
    }
    guard initializer.showsParameters else {
      throw Obstacle(
        "the symbol graph does not show all parameters of \(initializer.lastName)", "register the type by hand")
    }
    let marks = initializer.argumentMarks
    let names = initializer.parameters.flatMap { [$0.name, $0.variable] }
    if let mark = marks.first(where: { !names.contains($0) }) {
      throw Obstacle(
        "`- Argument:` names '\(mark)', which is not a parameter of its initializer",
        "name one of: \(initializer.parameters.map(\.name).joined(separator: ", "))")
    }
    self.init(
      symbol: initializer, isOnly: isOnly, sharesLabels: all.count { $0.lastName == initializer.lastName } > 1)
    var left: [String: String] = [:]
    for parameter in initializer.parameters {
      let isArgument = marks.contains { $0 == parameter.name || $0 == parameter.variable }
      guard let argument = try finder.argument(for: parameter, isMarked: isMarked, isArgument: isArgument) else {
        leavesDefaults = true
        left[parameter.label] = parameter.variable
        continue
      }
      // Swift would pass the argument to the first parameter that has this label.
      if let other = left[argument.label] {
        throw Obstacle(
          "its parameter '\(other)' cannot keep its default, since '\(argument.name)' after it has the same label",
          "give one of them a different label, or register the type by hand")
      }
      if argument.role == .settings {
        guard settings == nil else {
          throw Obstacle("its initializer has two settings parameters", "combine them into one type")
        }
        settings = finder.settings(argument.type)
      }
      if argument.role.isPassedByCall, arguments.contains(where: { $0.role.isPassedByCall }) {
        throw Obstacle(
          "its initializer takes several arguments of a call", "combine the arguments into one struct")
      }
      arguments.append(argument)
    }
    if leavesDefaults, let other = all.first(where: { $0.id != initializer.id && $0.takes(arguments) }) {
      throw Obstacle(
        "a call that leaves out the defaults of \(initializer.lastName) may also mean \(other.lastName)",
        "give one of them a parameter without a default, or register the type by hand")
    }
    nameApart()
  }

  /// The only static property that holds an instance of the type and that any code can read.
  private static func instance(of type: CodeSymbol, _ finder: CandidateFinder) -> CodeSymbol? {
    let instances = finder.types.members(of: type).filter { member in
      guard member.kind == .staticProperty, member.isVisible, !member.hasWord("async"),
        !member.hasWord("throws"),
        case .named(let name, let arguments) = SwiftType(member.propertyType)
      else { return false }
      return arguments.isEmpty && (name.precise == type.id || name.spelling == "Self")
    }
    return instances.count == 1 ? instances.first : nil
  }

  /// Makes the arguments' names and variables unique. A variable must also differ from the type's name.
  private mutating func nameApart() {
    for index in arguments.indices {
      if arguments[index].variable == "_" {
        arguments[index].variable = arguments[index].keyType.map { FactoryNames.lowerCamel($0.lastName) } ?? "settings"
      }
      let name = arguments[index].name
      if name == "_" || arguments[..<index].contains(where: { $0.name == name }) {
        arguments[index].name = arguments[index].variable
      }
    }
    let names = FactoryNames.numbered(arguments.map(\.name))
    let variables = FactoryNames.numbered(
      arguments.map(\.variable), avoiding: Set(symbol?.path.first.map { [$0] } ?? []))
    for index in arguments.indices {
      arguments[index].name = names[index]
      arguments[index].variable = variables[index]
    }
  }
}

extension CodeSymbol {
  /// Whether a call with these arguments, and none for the other parameters, fits this initializer.
  fileprivate func takes(_ arguments: [Candidate.Argument]) -> Bool {
    var open = arguments[...]
    for parameter in parameters {
      if let next = open.first, next.label == parameter.label, next.type == parameter.type {
        open.removeFirst()
      } else if !parameter.hasDefault {
        return false
      }
    }
    return open.isEmpty && showsParameters
  }

  /// The fragments that spell a property's type: those between the colon and the accessors.
  var propertyType: [Fragment] {
    var type = fragments.after(":")
    if let brace = type.firstIndex(where: { $0.precise == nil && $0.spelling.contains("{") }) {
      type[brace].spelling = String(type[brace].spelling.prefix { $0 != "{" })
      type.removeSubrange((brace + 1)...)
    }
    return type
  }
}

extension SwiftType {
  /// The last component of a type's name, without `any`, generic arguments, `?` or `[]`.
  fileprivate var lastName: String {
    switch self {
    case .named(let name, _): name.spelling.split(separator: ".").last.map(String.init) ?? "value"
    case .existential(let parts): parts.first { !$0.isSendable }?.lastName ?? "value"
    case .optional(let type), .array(let type): type.lastName
    case .other: "value"
    }
  }
}
