package struct PlannedService: Sendable {
  package let key: ServiceKey
  package var kind: Kind
  package let scope: Scope
  package let isEager: Bool
  /// The location of the entry that defines the service.
  package let origin: SourceLocation
  package let keyOrigin: SourceLocation
  /// The parts of the entry that overlays and stages replaced, oldest first.
  package let replaced: [Replacement]
  /// Whether the service is optional, so that the program need not provide an instance.
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
    /// A factory with its decorators, innermost first.
    case factory(PlannedFactory, decorators: [PlannedFactory])
    /// An alias with its target's key and index. The index is `nil` if no service has that key.
    case alias(ServiceKey, Int?)
    case select(PlannedChoice)
    case provided
  }

  package enum Scope: Sendable, Hashable {
    case singleton, transient, graph, weak
    /// A scope that the manifest declares, by its index in `Plan.scopes`.
    case declared(Int)

    package var isMadeAnew: Bool {
      switch self {
      case .transient, .graph, .weak: true
      case .singleton, .declared: false
      }
    }

    func name(in scopes: [PlannedScope]) -> String {
      guard case .declared(let scope) = self else { return "\(self)" }
      return scopes.indices.contains(scope) ? scopes[scope].name : ""
    }
  }

  /// The service's factory, then its decorators; empty for a service without a factory.
  package var factories: [PlannedFactory] {
    guard case .factory(let factory, let decorators) = kind else { return [] }
    return decorators.isEmpty ? [factory] : [factory] + decorators
  }

  package var argument: String? {
    guard case .factory(let factory, _) = kind else { return nil }
    return factory.argument
  }

  /// The target of an alias, or of a `select` that has chosen one.
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
    switch service.kind {
    case .alias, .select: nil
    case .factory, .provided: service.scope.name(in: scopes)
    }
  }
}

/// A `select` entry: a parameter's value chooses which service provides the key.
package struct PlannedChoice: Sendable {
  package let parameter: String
  /// The cases in manifest order, each with the index of its service.
  package internal(set) var cases: [Case]
  /// The parameter's value; `nil` if only the running program knows it.
  var value: String?

  package typealias Case = (value: String, key: ServiceKey, target: Int?)

  package init(parameter: String, cases: [Case]) {
    self.parameter = parameter
    self.cases = cases
  }

  /// Whether the parameter's value is known.
  package var isMade: Bool { value != nil }

  /// The service of the chosen case; `nil` if no case fits, or if only the running program knows the parameter's value.
  package var target: Int? { value.flatMap { value in cases.first { $0.value == value }?.target } }
}

/// A factory as a service, a decorator or a phase uses it. A class, since plans are copied often.
package final class PlannedFactory: Sendable {
  package let name: String
  /// The arguments in the factory's order, without the settings and the instance that a decorator wraps.
  package let arguments: [PlannedArgument]
  /// The settings with parameters filled in; `nil` if there are none or if parameters have no values yet.
  package let settings: Setting?
  /// The settings before parameters are filled in; `nil` if they refer to no parameter.
  package let template: Literal?
  package let origin: SourceLocation
  package let isAsync: Bool
  package let isOnMain: Bool
  /// The full type name of the argument that callers must pass to the factory, if any.
  package let argument: String?
  /// All settings fields if any of them is secret, otherwise empty. Used to hide secrets written directly in the
  /// manifest.
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

  /// The settings as shown to users, with secrets hidden and unknown values as the manifest writes them.
  package var shownSettings: Setting? {
    var settings = shown(settings) { $0.markSecret(named: $1) }
    if let template { settings?.writeUnknown(as: template) }
    return settings
  }

  /// The settings before parameters are filled in, as shown to users, with secrets hidden.
  package var shownTemplate: Literal? { shown(template) { $0.hide(as: $1) } }

  private func shown(_ settings: Setting?, hidingBy hide: (inout Setting, _ name: String) -> Void) -> Setting? {
    var shown = settings
    shown?.markSecrets(secretFields, hide)
    // If the factory's name is misspelled, its secret fields are unknown.
    shown?.changeScalars { scalar in
      if let name = scalar.location.hiddenName { hide(&scalar, name) }
    }
    return shown
  }
}

extension Setting {
  /// Replaces each unknown value with the text from which it follows, unless a reference in that text is malformed.
  ///
  /// Recursion is safe because the reader limits the depth of literals.
  fileprivate mutating func writeUnknown(as literal: Literal) {
    switch (content, literal.content) {
    case (.unknown, .template(let text)) where text.isWhole: content = literal.content
    case (.list(var elements), .list(let literals)) where elements.count == literals.count:
      for index in elements.indices { elements[index].writeUnknown(as: literals[index]) }
      content = .list(elements)
    case (.map(var entries), .map(let literals)) where entries.count == literals.count:
      for index in entries.indices { entries[index].value.writeUnknown(as: literals[index].value) }
      content = .map(entries)
    default: break
    }
  }
}

package struct PlannedArgument: Sendable {
  package let form: DependencyForm
  /// The argument label; `nil` if neither the factory nor the manifest has one.
  package let label: String?
  /// The requested key or, for `all`, the collection's name.
  package let asked: String
  /// The indices of the requested services in `Plan.services`: usually one, any number for `all`, none if an optional
  /// service is missing.
  package var targets: Few<Int>
  package let origin: SourceLocation
  /// Whether the manifest lists this argument under `dependencies`.
  package let isWritten: Bool

  package init(
    form: DependencyForm, label: String? = nil, asked: String, targets: Few<Int>, origin: SourceLocation,
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

/// The dependencies that determine each service's lifetime and isolation, with aliases and choices resolved.
struct PlannedEdges {
  struct Edge {
    let target: Int
    let isDeferred: Bool
    /// Whether the service awaits each call for the target.
    let isAwaited: Bool
    /// Whether the service requests the target each time it is needed instead of holding it.
    let isProvider: Bool
    let namesScope: Bool
  }

  private(set) var all: [Edge] = []
  private var starts: [Int] = [0]

  init(_ services: [PlannedService], _ targets: [Int]) {
    starts.reserveCapacity(services.count + 1)
    for index in services.indices {
      if case .factory(let factory, let decorators) = services[index].kind {
        add(factory, targets)
        for decorator in decorators { add(decorator, targets) }
      }
      starts.append(all.count)
    }
  }

  private mutating func add(_ factory: PlannedFactory, _ targets: [Int]) {
    for argument in factory.arguments {
      let form = argument.form
      for target in argument.targets where targets.indices.contains(target) {
        all.append(
          Edge(
            target: targets[target], isDeferred: form.isDeferred, isAwaited: form.isAsync,
            isProvider: form.kind == .provider, namesScope: form.namesScope))
      }
    }
  }

  subscript(service: Int) -> ArraySlice<Edge> { all[starts[service]..<starts[service + 1]] }

  /// Applies a rule to all services repeatedly until no value changes. One pass suffices if services follow their
  /// dependencies.
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
