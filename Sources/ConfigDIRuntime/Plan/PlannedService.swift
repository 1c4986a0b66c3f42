package struct PlannedService: Sendable {
  package let key: ServiceKey
  package let kind: Kind
  package let scope: Scope
  package let isEager: Bool
  /// The location of the entry that defines the service.
  package let origin: SourceLocation
  package let keyOrigin: SourceLocation
  /// The parts of the entry that overlays and stages replaced, oldest first.
  package let replaced: [Replacement]
  /// Whether the program may omit a provided instance.
  package let mayBeAbsent: Bool

  package init(
    key: ServiceKey, kind: Kind, scope: Scope, isEager: Bool, origin: SourceLocation, keyOrigin: SourceLocation? = nil,
    replaced: [Replacement] = [], mayBeAbsent: Bool = false
  ) {
    self.key = key
    self.kind = kind
    self.scope = scope
    self.isEager = isEager
    self.origin = origin
    self.keyOrigin = keyOrigin ?? origin
    self.replaced = replaced
    self.mayBeAbsent = mayBeAbsent
  }

  package enum Kind: Sendable {
    /// The service's factory, then its decorators, innermost first. Indirect, since every pass over a plan copies its
    /// services.
    indirect case factory(PlannedFactory, decorators: [PlannedFactory])
    /// The target's key and index; the index is `nil` if no service has that key.
    case alias(ServiceKey, Int?)
    case select(PlannedChoice)
    /// The program provides the instance.
    case provided
  }

  package enum Scope: Sendable, Hashable {
    case singleton, transient, graph, weak
    /// A scope that the manifest declares, by its index in `Plan.scopes`.
    case declared(Int)

    /// Whether the container does not keep the instances, so that each lives as long as its holder.
    package var isMadeAnew: Bool {
      switch self {
      case .transient, .graph, .weak: true
      case .singleton, .declared: false
      }
    }
  }

  /// The service's factory, then its decorators; empty for a service without a factory.
  package var factories: [PlannedFactory] {
    guard case .factory(let factory, let decorators) = kind else { return [] }
    return decorators.isEmpty ? [factory] : [factory] + decorators
  }

  /// The full type name of the argument that each call passes.
  package var argument: String? {
    guard case .factory(let factory, _) = kind else { return nil }
    return factory.argument
  }

  /// The target of an alias, or of a `select` whose parameter's value is known.
  package var next: Int? {
    switch kind {
    case .alias(_, let target): target
    case .select(let choice): choice.target
    case .factory, .provided: nil
    }
  }
}

extension Plan {
  /// The name of the service's scope; `nil` for an alias or a `select`, whose target determines the scope.
  package func scopeName(of service: PlannedService) -> String? {
    switch (service.kind, service.scope) {
    case (.alias, _), (.select, _): nil
    case (_, .declared(let scope)): scopes[scope].name
    case (_, let scope): "\(scope)"
    }
  }
}

/// A `select` entry, in which a parameter's value chooses the service for the key.
package struct PlannedChoice: Sendable {
  package let parameter: String
  /// The cases in manifest order, each with the index of its service.
  package let cases: [Case]
  /// Whether the parameter's value is known.
  package let isMade: Bool
  /// The service of the chosen case; `nil` if no case fits, or if only the running program knows the parameter's value.
  package let target: Int?

  package typealias Case = (value: String, key: ServiceKey, target: Int?)

  package init(parameter: String, cases: [Case]) {
    self.init(parameter: parameter, cases: cases, isMade: false, target: nil)
  }

  private init(parameter: String, cases: [Case], isMade: Bool, target: Int?) {
    self.parameter = parameter
    self.cases = cases
    self.isMade = isMade
    self.target = target
  }

  /// - Parameter value: The parameter's value; `nil` if it is not known.
  func made(by value: String?) -> PlannedChoice {
    PlannedChoice(
      parameter: parameter, cases: cases, isMade: value != nil,
      target: value.flatMap { value in cases.first { $0.value == value }?.target })
  }

  func moved(_ place: (Int?) -> Int?) -> PlannedChoice {
    PlannedChoice(
      parameter: parameter, cases: cases.map { ($0.value, $0.key, place($0.target)) }, isMade: isMade,
      target: place(target))
  }
}

package struct PlannedFactory: Sendable {
  package let name: String
  /// The arguments in the factory's order, without the settings and the instance that a decorator wraps.
  package let arguments: [PlannedArgument]
  /// The settings after parameters are filled in; `nil` if the manifest has none, or if the parameters have no values
  /// yet.
  package let settings: Setting?
  /// The settings before parameters are filled in; `nil` if they refer to no parameter.
  package let template: Literal?
  package let origin: SourceLocation
  package let isAsync: Bool
  package let isOnMain: Bool
  /// The full type name of the argument that each call passes.
  package let argument: String?
  /// The fields of the settings if one of them is secret, otherwise empty. Needed to hide secrets that are written
  /// directly in the manifest.
  package let secretFields: [SettingsField]

  package init(
    name: String, arguments: [PlannedArgument], settings: Setting?, template: Literal? = nil,
    origin: SourceLocation, isAsync: Bool = false, isOnMain: Bool = false, argument: String? = nil,
    secretFields: [SettingsField] = []
  ) {
    self.name = name
    self.arguments = arguments
    self.settings = settings
    self.template = template
    self.origin = origin
    self.isAsync = isAsync
    self.isOnMain = isOnMain
    self.argument = argument
    self.secretFields = secretFields
  }

  /// The settings for display, with secrets hidden.
  package var shownSettings: Setting? {
    var shown = settings
    shown?.markSecrets(secretFields) { setting, name in
      if setting.secret == nil { setting.secret = name }
    }
    shown?.markHidden()
    return shown
  }

  /// The settings before parameters are filled in, for display with secrets hidden.
  package var shownTemplate: Literal? {
    var shown = template
    shown?.markSecrets(secretFields) { $0.hide(as: $1) }
    shown?.markHidden()
    return shown
  }
}

package struct PlannedArgument: Sendable {
  package let form: DependencyForm
  /// The label; `nil` if neither the factory nor the manifest has one.
  package let label: String?
  /// The requested key or, for `all`, the collection.
  package let asked: String
  /// The indices of the services in `Plan.services`: one, any number for `all`, or none for an optional dependency on a
  /// missing service.
  package let targets: [Int]
  package let origin: SourceLocation
  /// Whether the manifest lists this argument under `dependencies`.
  package let isWritten: Bool

  package init(
    form: DependencyForm, label: String? = nil, asked: String, targets: [Int], origin: SourceLocation,
    isWritten: Bool = true
  ) {
    self.form = form
    self.label = label
    self.asked = asked
    self.targets = targets
    self.origin = origin
    self.isWritten = isWritten
  }

  package var kind: ReferenceKind { form.kind }
}

/// The dependencies of each service, with aliases and choices resolved, as they matter for lifetimes and isolation.
struct PlannedEdges {
  struct Edge {
    let target: Int
    /// Whether the target is made only when the service calls for it.
    let isDeferred: Bool
    /// Whether the target is requested at each call instead of being held.
    let isProvider: Bool
    /// Whether each call names an open scope, so that the holder needs no scope.
    let namesScope: Bool
  }

  private var edges: [Edge] = []
  private var starts: [Int] = [0]

  init(_ services: [PlannedService], _ targets: [Int]) {
    starts.reserveCapacity(services.count + 1)
    for service in services {
      if case .factory(let factory, let decorators) = service.kind {
        add(factory, targets)
        for decorator in decorators { add(decorator, targets) }
      }
      starts.append(edges.count)
    }
  }

  private mutating func add(_ factory: PlannedFactory, _ targets: [Int]) {
    for argument in factory.arguments {
      let form = argument.form
      for target in argument.targets {
        edges.append(
          Edge(
            target: targets.indices.contains(target) ? targets[target] : target,
            isDeferred: form.isDeferred, isProvider: form.kind == .provider, namesScope: form.namesScope))
      }
    }
  }

  subscript(service: Int) -> ArraySlice<Edge> { edges[starts[service]..<starts[service + 1]] }

  var all: [Edge] { edges }

  /// Applies a rule to all services until no value changes, and returns the values. One pass suffices if each service
  /// comes after its dependencies.
  func fixedPoint<Value: Equatable>(from start: Value, of rule: (Int, [Value]) -> Value) -> [Value] {
    var values = [Value](repeating: start, count: starts.count - 1)
    var changed = true
    while changed {
      changed = false
      for index in values.indices {
        let value = rule(index, values)
        if value != values[index] {
          values[index] = value
          changed = true
        }
      }
    }
    return values
  }
}
