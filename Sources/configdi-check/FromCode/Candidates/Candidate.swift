import ConfigDI

/// A type that can be registered, with its registration.
struct Candidate: Sendable {
  enum Kind: Sendable, Equatable {
    case service, unshared, async, mainActor, decorator, asyncDecorator, initializer, mainActorInitializer
    /// An existing instance, in this static property of the type.
    case instance(String)

    var method: String {
      switch self {
      case .service: "register"
      case .unshared: "registerUnshared"
      case .async: "registerAsync"
      case .asyncDecorator: "registerAsyncDecorator"
      case .mainActor: "registerMainActor"
      case .decorator: "registerDecorator"
      case .initializer: "registerInitializer"
      case .mainActorInitializer: "registerMainActorInitializer"
      case .instance: "registerInstance"
      }
    }
  }

  /// A parameter that receives a value: a dependency, settings, a call's argument, or a decorator's inner service.
  struct Argument: Sendable {
    enum Role: Sendable, Equatable {
      case inner, settings, argument
      case dependency(ReferenceKind)
    }

    /// The label in a call; `_` for none.
    var label: String
    /// The label in manifests.
    var name: String
    /// The variable in a closure.
    var variable: String
    var role: Role
    /// The type, as the written file spells it.
    var type: String
    /// The key, as a manifest spells it.
    var key: String
  }

  let type: CodeSymbol
  var name = ""
  var kind = Kind.service
  /// The service's type, as Swift spells it: `any SessionManager`; empty for an initializer.
  var service = ""
  /// The service's key, as a manifest spells it.
  var key = ""
  var arguments: [Argument] = []
  /// The initializer that makes the service; `nil` for an existing instance, and for a further key of the same service.
  var initializer: CodeSymbol?
  /// Whether the initializer has parameters that keep their defaults.
  var leavesDefaults = false
  /// Whether the type alone determines the initializer.
  var isOnlyInitializer = true
  /// Whether the type has another initializer with the same labels.
  var sharesLabels = false
  /// Whether the call must be awaited because the initializer belongs to another actor, though its declaration does not
  /// say so.
  var mustAwait = false
  /// The concrete type's key, if this is the same service under the key of one of its protocols.
  var alias: String?
  /// The settings type that it takes.
  var settings: CodeSymbol?

  var dependencies: [Argument] {
    arguments.filter { if case .dependency = $0.role { true } else { false } }
  }

  /// Whether each call passes a value.
  var takesArgument: Bool { arguments.contains { $0.role == .argument } }

  /// The initializer's own labels; empty if each is the name of its key.
  var labels: [String] {
    let needed = dependencies.contains { argument in
      argument.name != FactoryNames.lowerCamel(FactoryNames.last(of: argument.key))
    }
    return needed ? dependencies.map(\.name) : []
  }
}

/// A type that is not registered although it looks like a service.
struct LeftOut: Sendable {
  let type: CodeSymbol
  /// The reason, such as `it is generic`.
  let reason: String
  /// The change that would include it.
  let remedy: String

  var text: String { "\(type.name) is skipped: \(reason); \(remedy)" }
}

/// The line of a documentation comment about a type's factory: `- Factory: name`, or `- Factory: none`.
enum FactoryMark: Equatable {
  case name(String)
  case none
  /// A name that no factory may have.
  case unusable

  init?(in documentation: [String]) {
    guard let word = documentation.mark("- Factory:") else { return nil }
    guard word.utf8.count < 200, word.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
      self = .unusable
      return
    }
    self = word == "none" ? .none : .name(word)
  }
}

extension [String] {
  /// The text after a mark such as `- Factory:` at the start of a line, if any.
  fileprivate func mark(_ mark: String) -> String? {
    for line in self {
      let text = Substring(line).trimmingSpaces
      guard text.hasPrefix(mark) else { continue }
      let word = text.dropFirst(mark.count).trimmingSpaces
      if !word.isEmpty { return String(word) }
    }
    return nil
  }
}

extension CodeSymbol {
  /// The parameters that the documentation names in lines such as `- Argument: id`.
  var argumentMarks: [String] {
    documentation.compactMap { line in
      let text = Substring(line).trimmingSpaces
      guard text.hasPrefix("- Argument:") else { return nil }
      let word = text.dropFirst(11).trimmingSpaces
      return word.isEmpty ? nil : String(word)
    }
  }

  /// Whether the type's documentation chooses the type, with a name for the factory.
  var isChosen: Bool {
    FactoryMark(in: documentation).map { $0 != .none } ?? false
  }

  /// Whether its documentation excludes it.
  var isRefused: Bool { FactoryMark(in: documentation) == FactoryMark.none }

  /// The key under which the program provides the type: the line `- Provided: Caller` in its documentation.
  var providedAs: String? { documentation.mark("- Provided:") }
}
