import ConfigDI

/// The initializer that makes a type: the marked one, else the designated one whose parameters can all be injected.
enum ChosenInitializer {
  /// A parameter that is given a value: a dependency or settings.
  struct Argument {
    var label: String
    var name: String
    var variable: String
    var role: Candidate.Argument.Role
    var type: SwiftType
    /// The type of the key; `nil` for settings.
    var keyType: SwiftType?
    /// The symbol of the key, if it is a concrete type.
    var concrete: String?
  }

  struct Chosen {
    var symbol: CodeSymbol?
    var arguments: [Argument]
    var leavesDefaults = false
    var isOnly = true
    var sharesLabels = false
    var settings: CodeSymbol?
  }

  case initializer(Chosen)
  /// A static property of the type, if no initializer can make it.
  case instance(String)
  case none(reason: String, remedy: String)

  init(of type: CodeSymbol, _ finder: CandidateFinder, isTypeMarked: Bool) {
    let reader = ParameterReader(finder)
    let all = finder.types.initializers(of: type)
    let visible = all.filter { $0.access > .fileprivate && !Self.isOfDecodable($0) }
    let marked = visible.filter(\.isChosen)
    guard marked.count < 2 else {
      self = .none(reason: "\(marked.count) of its initializers are marked", remedy: "mark one with `- Factory: name`")
      return
    }
    if let initializer = marked.first {
      self = Self.read(initializer, among: visible, reader, isMarked: true)
      return
    }
    let usable = visible.filter {
      !$0.hasWord("convenience") && !$0.isDiscouraged && !$0.isRefused
    }
    let designated = usable.filter { !$0.isExtension }
    let read = designated.map { Self.read($0, among: visible, reader, isMarked: isTypeMarked && designated.count == 1) }
    var fit = read.filter(\.isInitializer)
    if fit.isEmpty, type.kind == .structure {
      // A structure's initializer in an extension is as good as one in its body; a class has only convenience ones there.
      fit = usable.filter { $0.isExtension && $0.module == type.module }
        .map { Self.read($0, among: visible, reader, isMarked: false) }.filter(\.isInitializer)
    }
    if let only = fit.first, fit.count == 1 {
      self = only
    } else if fit.count > 1 {
      self = .none(
        reason: "\(fit.count) of its initializers could be used", remedy: "mark one with `- Factory: name`")
    } else if let instance = Self.instance(of: type, finder.types) {
      self = .instance(instance)
    } else if let problem = read.first {
      self = problem
    } else if visible.isEmpty {
      self = .none(reason: "its initializer is private", remedy: "make it internal, or register the type by hand")
    } else {
      self = .none(
        reason: "it has no designated initializer that can be used",
        remedy: "mark one of its initializers with `- Factory: name`")
    }
  }

  private var isInitializer: Bool { if case .initializer = self { true } else { false } }

  private static func isOfDecodable(_ initializer: CodeSymbol) -> Bool {
    initializer.parameters.count == 1 && initializer.parameters.first?.label == "from"
      && initializer.parameters.first?.type.text == "any Decoder"
  }

  private static func read(
    _ initializer: CodeSymbol, among all: [CodeSymbol], _ reader: ParameterReader, isMarked: Bool
  ) -> ChosenInitializer {
    if initializer.declaration.contains("init?") || initializer.declaration.contains("init!") {
      return .none(reason: "its initializer may return nil", remedy: "give it one that throws instead")
    }
    if initializer.isGeneric {
      return .none(
        reason: "its initializer is generic", remedy: "write its parameters with `any`, or register it by hand")
    }
    var chosen = Chosen(symbol: initializer, arguments: [])
    chosen.isOnly = all.count == 1
    chosen.sharesLabels = all.filter { $0.lastName == initializer.lastName }.count > 1
    for parameter in initializer.parameters {
      switch reader.read(parameter, isMarked: isMarked) {
      case .argument(let argument):
        if argument.role == .settings {
          guard chosen.settings == nil else {
            return .none(reason: "its initializer takes settings twice", remedy: "put them into one type")
          }
          chosen.settings = reader.settings(argument.type)
        }
        chosen.arguments.append(argument)
      case .leftAtDefault: chosen.leavesDefaults = true
      case .obstacle(let reason, let remedy): return .none(reason: reason, remedy: remedy)
      }
    }
    return .initializer(chosen)
  }

  /// The one static property that holds an instance of the type itself.
  private static func instance(of type: CodeSymbol, _ types: PackageTypes) -> String? {
    let instances = types.members(of: type).filter { member in
      member.kind == .staticProperty && member.access > .fileprivate
        && member.fragments.last { $0.precise != nil }?.precise == type.id
        && !member.declaration.contains("?") && !member.declaration.contains("[")
    }
    return instances.count == 1 ? instances.first?.lastName : nil
  }
}

/// Finds the meaning of an initializer's parameter for a container.
struct ParameterReader {
  enum Reading {
    case argument(ChosenInitializer.Argument)
    case leftAtDefault
    case obstacle(reason: String, remedy: String)
  }

  private let finder: CandidateFinder

  init(_ finder: CandidateFinder) {
    self.finder = finder
  }

  private static let wrappers: [String: ReferenceKind] = [
    "Lazy": .lazy, "MainLazy": .lazy, "Provider": .provider, "ScopedProvider": .provider, "MainProvider": .provider,
  ]

  func read(_ parameter: CodeSymbol.Parameter, isMarked: Bool) -> Reading {
    let type = finder.spelling.expanded(parameter.type)
    var argument = ChosenInitializer.Argument(
      label: parameter.label, name: parameter.name, variable: parameter.variable, role: .dependency(.instance),
      type: type)
    if settings(type) != nil {
      argument.role = .settings
      return .argument(argument)
    }
    let (kind, key) = form(of: type)
    argument.role = .dependency(kind)
    argument.keyType = key
    if case .named(let name, _) = key { argument.concrete = name.precise }
    if isInjectable(key, isMarked: isMarked && !parameter.hasDefault) { return .argument(argument) }
    if parameter.hasDefault { return .leftAtDefault }
    return .obstacle(
      reason: "nothing can be injected for its parameter '\(parameter.name)' of type \(parameter.type.text)",
      remedy: "move it into a ServiceSettings type, give it a default, or mark the initializer with `- Factory: name`")
  }

  func settings(_ type: SwiftType) -> CodeSymbol? {
    guard case .named(let name, _) = type, let symbol = finder.types[name.precise],
      finder.types.conforms(symbol.id, toLibrary: "ServiceSettings")
    else { return nil }
    return symbol
  }

  private func form(of type: SwiftType) -> (ReferenceKind, SwiftType) {
    switch type {
    case .optional(let wrapped): return (.optional, wrapped)
    case .array(let element): return (.all, element)
    case .named(let name, let arguments):
      guard let kind = Self.wrappers[name.spelling], let wrapped = arguments.first,
        let precise = name.precise, PackageTypes.libraries.contains(PackageTypes.module(of: precise) ?? "")
      else { return (.instance, type) }
      return (kind, wrapped)
    case .existential, .other: return (.instance, type)
    }
  }

  private func isInjectable(_ key: SwiftType, isMarked: Bool) -> Bool {
    switch key {
    case .existential(let parts):
      return !parts.contains { part in
        guard case .named(let name, _) = part else { return true }
        return ["Error", "Encoder", "Decoder", "Hashable"].contains(name.spelling)
      }
    case .named(let name, let arguments):
      guard let symbol = finder.types[name.precise] else {
        return isMarked && !Self.isOfStandardLibrary(name.precise)
      }
      if symbol.isGeneric || !arguments.isEmpty { return isMarked }
      switch symbol.kind {
      case .class: return true
      case .structure: return isMarked || isService(symbol)
      default: return false
      }
    case .optional, .array, .other: return false
    }
  }

  private static func isOfStandardLibrary(_ id: String?) -> Bool {
    guard let id else { return false }
    return id.hasPrefix("s:s") || id.hasPrefix("s:S")
  }

  /// Whether a structure is a service and not a value: it conforms to a protocol of the package, or was named.
  private func isService(_ symbol: CodeSymbol) -> Bool {
    symbol.isChosen || finder.named.contains(symbol.name)
      || finder.types.conformances(of: symbol.id).contains { finder.types[$0]?.kind == .protocol }
  }
}
