import ConfigDI

/// A type that can be registered, and how to register it.
struct Candidate: Sendable {
  /// What a registration makes, by the name of the method that registers it.
  enum Kind: String, Sendable {
    case service = "register"
    case unshared = "registerUnshared"
    case async = "registerAsync"
    case mainActor = "registerMainActor"
    case instance = "registerInstance"
    case decorator = "registerDecorator"
    case asyncDecorator = "registerAsyncDecorator"
    case initializer = "registerInitializer"
    case mainActorInitializer = "registerMainActorInitializer"

    var isDecorator: Bool { self == .decorator || self == .asyncDecorator }
    var isInitializer: Bool { self == .initializer || self == .mainActorInitializer }

    /// The label of the type in a call of the method; `nil` if the method takes no type.
    var typeLabel: String? { isInitializer ? nil : isDecorator ? "of" : "as" }
  }

  /// A parameter that receives a value: a dependency, settings, a call's argument, or a decorator's inner service.
  struct Argument: Sendable {
    enum Role: Sendable, Equatable {
      case inner, settings
      /// The value of the call's argument.
      case argument
      /// The call's argument itself, an `Argument<T>`.
      case wrappedArgument
      case site
      case dependency(ReferenceKind)

      /// Whether each resolution of the service must pass the parameter.
      var isPassedByCall: Bool { self == .argument || self == .wrappedArgument }
    }

    /// The label in a call; `_` for none.
    var label: String
    /// The label that manifests use for the parameter.
    var name: String
    /// The name of the variable in a generated closure.
    var variable: String
    var role: Role
    var type: SwiftType
    /// The type that the key is derived from; `nil` for settings.
    var keyType: SwiftType?
    var isSent = false
    /// The type, as spelled in the generated file.
    var spelling = ""
    /// The key, as spelled in a manifest.
    var key = ""
  }

  let type: CodeSymbol
  var name = ""
  var kind = Kind.service
  /// The service's type, as spelled in Swift: `any SessionManager`; empty for a lifecycle initializer.
  var service = ""
  /// The service's key, as spelled in a manifest.
  var key = ""
  var arguments: [Argument] = []
  /// What makes the service: nothing, for an additional key of the same service.
  var chosen = ChosenInitializer()
  /// Whether the call needs `await` because the initializer is isolated to another actor, even if it is not `async`.
  var mustAwait = false
  /// The concrete type's key, if this candidate registers an already registered service under one of its protocols.
  var alias: String?
  /// Whether an initializer or the command line asks for the key.
  var isAsked = false
  var imports: Set<String> = []

  var dependencies: [Argument] {
    arguments.filter { if case .dependency = $0.role { true } else { false } }
  }

  var takesArgument: Bool { arguments.contains { $0.role.isPassedByCall } }

  /// The argument labels of the initializer; empty if each label equals the name derived from its key.
  var labels: [String] {
    let needed = dependencies.contains { argument in
      argument.name != FactoryNames.lowerCamel(FactoryNames.last(of: argument.key))
    }
    return needed ? dependencies.map(\.name) : []
  }
}

/// Why a type cannot be registered, such as `it is generic`, and the change that would allow it.
struct Obstacle: Error {
  let reason: String
  let remedy: String

  init(_ reason: String, _ remedy: String) {
    self.reason = reason
    self.remedy = remedy
  }
}

extension [String] {
  /// The texts after a prefix such as `- Factory:`, one for each line that starts with the prefix.
  fileprivate func marks(_ mark: String) -> [String] {
    compactMap { line in
      let text = Substring(line).trimmingSpaces
      let word = text.dropFirst(mark.count).trimmingSpaces
      return text.hasPrefix(mark) && !word.isEmpty ? String(word) : nil
    }
  }
}

extension CodeSymbol {
  /// The parameters that the documentation names in lines such as `- Argument: id`.
  var argumentMarks: [String] { documentation.marks("- Argument:") }

  /// The factory's name from a documentation line that chooses the type, `- Factory: name`.
  var mark: String? { documentation.marks("- Factory:").first.flatMap { $0 == "none" ? nil : $0 } }

  /// Whether the documentation requests registration by giving the type's factory a name.
  var isChosen: Bool { mark != nil }

  /// Whether the name that the documentation gives is not valid for a factory.
  var hasUnusableMark: Bool {
    guard let mark else { return false }
    return mark.utf8.count >= 200 || mark.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// Whether the documentation excludes the type with `- Factory: none`.
  var isRefused: Bool { documentation.marks("- Factory:").first == "none" }

  /// The key under which the program provides the type, from a documentation line such as `- Provided: Caller`.
  var providedAs: String? { documentation.marks("- Provided:").first }
}
