/// A type that can be registered, and how.
struct Candidate: Sendable {
  enum Kind: Sendable, Equatable {
    case service, unshared, async, mainActor, decorator, initializer, mainActorInitializer
    /// A ready instance, which the type keeps in this static property.
    case instance(String)

    var method: String {
      switch self {
      case .service: "register"
      case .unshared: "registerUnshared"
      case .async: "registerAsync"
      case .mainActor: "registerMainActor"
      case .decorator: "registerDecorator"
      case .initializer: "registerInitializer"
      case .mainActorInitializer: "registerMainActorInitializer"
      case .instance: "registerInstance"
      }
    }
  }

  /// A parameter that is handed over.
  struct Argument: Sendable {
    enum Role: Sendable, Equatable {
      case inner, settings
      case dependency(DependencyKind)
    }

    /// What the call writes before the colon; `_` for nothing.
    var label: String
    /// What manifests call it.
    var name: String
    /// What a closure calls it.
    var variable: String
    var role: Role
    /// As the written file spells it.
    var type: String
    /// What it is a key of, as a manifest spells it.
    var key: String
  }

  enum DependencyKind: Sendable, Equatable { case instance, lazy, provider, optional, all }

  let type: CodeSymbol
  var name = ""
  var kind = Kind.service
  /// The key that it serves, as Swift spells it: `any SessionManager`; empty for an initializer.
  var service = ""
  /// The same as a manifest spells it.
  var key = ""
  var arguments: [Argument] = []
  /// What makes it; `nil` for a ready instance, and for a service that is another one under a second key.
  var initializer: CodeSymbol?
  /// Whether the initializer has parameters that are left at their defaults.
  var leavesDefaults = false
  /// Whether the type alone tells which initializer is meant.
  var isOnlyInitializer = true
  /// Whether the type has another initializer of the same labels.
  var sharesLabels = false
  /// Whether it must be awaited though its declaration doesn't say so: another actor's.
  var mustAwait = false
  /// The concrete type's key, where this is that service under the key of one of its protocols.
  var alias: String?
  /// The settings that it takes.
  var settings: CodeSymbol?

  var dependencies: [Argument] {
    arguments.filter { if case .dependency = $0.role { true } else { false } }
  }

  /// The initializer's own labels, where they tell more than the keys do.
  var labels: [String] {
    let needed = dependencies.contains { argument in
      argument.name != FactoryNames.lowerCamel(argument.key.split(separator: ".").last.map(String.init) ?? "")
    }
    return needed ? dependencies.map(\.name) : []
  }
}

/// A type that is not registered though it looks like a service.
struct LeftOut: Sendable {
  let type: CodeSymbol
  /// Why: `it is generic`.
  let reason: String
  /// What would include it.
  let remedy: String

  var text: String { "\(type.name) is left out: \(reason); \(remedy)" }
}
