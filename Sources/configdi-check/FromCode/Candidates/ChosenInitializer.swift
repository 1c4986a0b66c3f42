import ConfigDI

/// The initializer to register for a type: the initializer marked with `- Factory:`, or else the designated initializer
/// whose parameters can all be injected.
enum ChosenInitializer {
  /// A parameter that receives a value: a dependency or settings.
  struct Argument {
    var label: String
    var name: String
    var variable: String
    var role: Candidate.Argument.Role
    var type: SwiftType
    /// The type that the key is derived from; `nil` for settings.
    var keyType: SwiftType?
    /// The symbol of the key's type, if that type is concrete.
    var concrete: String?
    var isSent = false
  }

  struct Chosen {
    var symbol: CodeSymbol?
    var arguments: [Argument] = []
    /// Whether the initializer has parameters that keep their defaults.
    var leavesDefaults = false
    /// Whether the type has no other initializer, so that `Type.init` is unambiguous.
    var isOnly = true
    /// Whether the type has another initializer with the same labels.
    var sharesLabels = false
    /// The settings type that the initializer takes.
    var settings: CodeSymbol?
  }

  case initializer(Chosen)
  /// A static property that holds an instance, used if no initializer can make an instance.
  case instance(CodeSymbol)
  case impossible(reason: String, remedy: String)

  init(of type: CodeSymbol, _ finder: CandidateFinder, isTypeMarked: Bool) {
    let reader = ParameterReader(finder)
    let all = finder.types.initializers(of: type)
    let visible = all.filter { $0.access > .fileprivate && !Self.isOfDecodable($0) }
    let isOnly = finder.types.hasOneInitializer(type)
    let marked = visible.filter(\.isChosen)
    guard marked.count < 2 else {
      self = .impossible(
        reason: "\(marked.count) of its initializers are marked", remedy: "mark only one with `- Factory: name`")
      return
    }
    if let initializer = marked.first {
      self = Self.read(initializer, among: visible, reader, isMarked: true, isOnly: isOnly)
      return
    }
    let usable = visible.filter {
      !$0.hasWord("convenience") && !$0.isDiscouraged && !$0.isRefused
    }
    let designated = usable.filter { !$0.isExtension }
    // The compiler's own initializers have the type's location, so only the type itself can be marked.
    let isImplicit = type.place != nil && designated.allSatisfy { $0.place == type.place }
    let read = designated.map {
      Self.read(
        $0, among: visible, reader, isMarked: isTypeMarked && (isImplicit || designated.count == 1),
        isOnly: isOnly)
    }
    var fit = read.filter(\.isInitializer)
    // A structure whose properties all have initial values has two implicit initializers. The one with something to
    // inject is preferred.
    if isImplicit, fit.count > 1 { fit = [fit.first(where: \.hasArguments) ?? fit.first(where: \.isBare) ?? fit[0]] }
    if fit.isEmpty, type.kind == .structure {
      // For a structure, an initializer in an extension is as good as one in the body. A class can have only
      // convenience initializers in an extension.
      fit = usable.filter { $0.isExtension && $0.module == type.module }
        .map { Self.read($0, among: visible, reader, isMarked: false, isOnly: isOnly) }.filter(\.isInitializer)
    }
    if let only = fit.first, fit.count == 1 {
      self = only
    } else if fit.count > 1 {
      self = .impossible(
        reason: "\(fit.count) of its initializers can be used", remedy: "mark one with `- Factory: name`")
    } else if let instance = Self.instance(of: type, finder) {
      self = .instance(instance)
    } else if let problem = read.first {
      self = problem
    } else if visible.isEmpty {
      self = .impossible(reason: "its initializer is private", remedy: "make it internal, or register the type by hand")
    } else {
      self = .impossible(
        reason: "it has no usable designated initializer",
        remedy: "mark one of its initializers with `- Factory: name`")
    }
  }

  private var isInitializer: Bool { if case .initializer = self { true } else { false } }

  private var hasArguments: Bool {
    if case .initializer(let chosen) = self { !chosen.arguments.isEmpty } else { false }
  }

  private var isBare: Bool {
    if case .initializer(let chosen) = self { chosen.symbol?.parameters.isEmpty ?? false } else { false }
  }

  private static func isOfDecodable(_ initializer: CodeSymbol) -> Bool {
    initializer.parameters.count == 1 && initializer.parameters.first?.label == "from"
      && initializer.parameters.first?.type.text == "any Decoder"
  }

  private static func read(
    _ initializer: CodeSymbol, among all: [CodeSymbol], _ reader: ParameterReader, isMarked: Bool, isOnly: Bool
  ) -> ChosenInitializer {
    if initializer.isFailable {
      return .impossible(reason: "its initializer may return nil", remedy: "throw an error instead of returning nil")
    }
    if initializer.isGeneric {
      return .impossible(
        reason: "its initializer is generic", remedy: "use `any` types for its parameters, or register the type by hand"
      )
    }
    if initializer.isTooNew {
      return .impossible(
        reason: "its initializer needs a newer system than the package supports", remedy: "register the type by hand")
    }
    guard initializer.showsParameters else {
      return .impossible(
        reason: "the symbol graph does not show all parameters of \(initializer.lastName)",
        remedy: "register the type by hand")
    }
    let marks = initializer.argumentMarks
    if marks.count > 1 {
      return .impossible(
        reason: "its initializer has \(marks.count) `- Argument:` lines",
        remedy: "combine the arguments into one struct")
    }
    if let mark = marks.first, !initializer.parameters.contains(where: { $0.name == mark || $0.variable == mark }) {
      return .impossible(
        reason: "`- Argument:` names '\(mark)', which is not a parameter of its initializer",
        remedy: "name one of: \(initializer.parameters.map(\.name).joined(separator: ", "))")
    }
    var chosen = Chosen(symbol: initializer)
    chosen.isOnly = isOnly
    chosen.sharesLabels = all.filter { $0.lastName == initializer.lastName }.count > 1
    var left: [String: String] = [:]
    for parameter in initializer.parameters {
      switch reader.read(
        parameter, isMarked: isMarked, isArgument: marks.contains { $0 == parameter.name || $0 == parameter.variable })
      {
      case .argument(let argument):
        // Swift would pass the argument to the first parameter that has this label.
        if let other = left[argument.label] {
          return .impossible(
            reason:
              "its parameter '\(other)' cannot keep its default, since '\(argument.name)' after it has the same label",
            remedy: "give one of them a different label, or register the type by hand")
        }
        if argument.role == .settings {
          guard chosen.settings == nil else {
            return .impossible(
              reason: "its initializer has two settings parameters", remedy: "combine them into one type")
          }
          chosen.settings = reader.settings(argument.type)
        }
        if argument.role.isPassedByCall, chosen.arguments.contains(where: { $0.role.isPassedByCall }) {
          return .impossible(
            reason: "its initializer takes several arguments of a call", remedy: "combine the arguments into one struct"
          )
        }
        chosen.arguments.append(argument)
      case .leftAtDefault:
        chosen.leavesDefaults = true
        left[parameter.label] = parameter.variable
      case .obstacle(let reason, let remedy): return .impossible(reason: reason, remedy: remedy)
      }
    }
    if chosen.leavesDefaults,
      let other = all.first(where: { $0.id != initializer.id && $0.takes(chosen.arguments) })
    {
      return .impossible(
        reason: "a call that leaves out the defaults of \(initializer.lastName) may also mean \(other.lastName)",
        remedy: "give one of them a parameter without a default, or register the type by hand")
    }
    chosen.nameApart()
    return .initializer(chosen)
  }

  /// The static property that holds an instance of the type and that any code can read; `nil` unless there is exactly
  /// one such property.
  private static func instance(of type: CodeSymbol, _ finder: CandidateFinder) -> CodeSymbol? {
    let instances = finder.types.members(of: type).filter { member in
      guard member.kind == .staticProperty, member.access > .fileprivate, member.propertyIsPlain,
        case .named(let name, let arguments) = SwiftType(member.propertyType)
      else { return false }
      return arguments.isEmpty && (name.precise == type.id || name.spelling == "Self")
    }
    return instances.count == 1 ? instances.first : nil
  }
}

extension ChosenInitializer.Chosen {
  /// Makes the arguments' names and variables unique. A variable must also differ from the type's name.
  fileprivate mutating func nameApart() {
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
  fileprivate func takes(_ arguments: [ChosenInitializer.Argument]) -> Bool {
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

  /// Whether the property's getter is neither `async` nor `throws`.
  fileprivate var propertyIsPlain: Bool { !hasWord("async") && !hasWord("throws") }
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
