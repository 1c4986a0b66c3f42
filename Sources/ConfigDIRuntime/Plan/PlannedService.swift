package struct PlannedService: Sendable {
  package let key: ServiceKey
  package let kind: Kind
  package let scope: Scope
  package let isEager: Bool
  /// The entry that says what serves the key.
  package let origin: SourceLocation
  package let keyOrigin: SourceLocation
  /// What overlays and stages replaced, the oldest first.
  package let replaced: [Replacement]
  /// Whether the host may leave a provided instance out.
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
    /// Its factory, then its decorators, innermost first.
    case factory(PlannedFactory, decorators: [PlannedFactory])
    /// The service that it stands for; without a number where no service has the key.
    case alias(ServiceKey, Int?)
    case select(PlannedChoice)
    /// The host hands the instance in.
    case provided
  }

  package enum Scope: Sendable, Hashable {
    case singleton, transient, graph, weak
    /// Index in `Plan.scopes`.
    case declared(Int)

    /// Whether instances are made anew for whoever holds them, and have no lifetime of their own.
    package var isMadeAnew: Bool {
      switch self {
      case .transient, .graph, .weak: true
      case .singleton, .declared: false
      }
    }
  }

  /// Its factory, then its decorators; empty for one without.
  package var factories: [PlannedFactory] {
    guard case .factory(let factory, let decorators) = kind else { return [] }
    return decorators.isEmpty ? [factory] : [factory] + decorators
  }

  /// What an alias, or a choice that is made, leads to.
  package var next: Int? {
    switch kind {
    case .alias(_, let target): target
    case .select(let choice): choice.target
    case .factory, .provided: nil
    }
  }
}

extension Plan {
  /// `nil` for what stands for another service, whose scope counts.
  package func scopeName(of service: PlannedService) -> String? {
    switch (service.kind, service.scope) {
    case (.alias, _), (.select, _): nil
    case (_, .declared(let scope)): scopes[scope].name
    case (_, let scope): "\(scope)"
    }
  }
}

/// A `select`: which service stands for the key, by the value of a parameter.
package struct PlannedChoice: Sendable {
  package let parameter: String
  /// In the manifest's order, each with its service's number.
  package let cases: [Case]
  /// Whether the parameter's value is known.
  package let isMade: Bool
  /// The service of the chosen case; `nil` where only the running program knows the parameter, or no case fits.
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

  /// - Parameter value: The parameter's; `nil` where it is not known.
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
  /// In the factory's own order, settings and a decorator's inner instance left out.
  package let arguments: [PlannedArgument]
  /// The manifest's settings after interpolation; `nil` where it has none, or where they are still open.
  package let settings: Setting?
  /// The settings before interpolation; `nil` where no parameter is named in them.
  package let template: Literal?
  package let origin: SourceLocation
  package let isAsync: Bool
  package let isOnMain: Bool
  /// The fields of settings of which one is secret, else none: a secret that stands in the manifest is not shown either.
  package let secretFields: [SettingsField]

  package init(
    name: String, arguments: [PlannedArgument], settings: Setting?, template: Literal? = nil,
    origin: SourceLocation, isAsync: Bool = false, isOnMain: Bool = false, secretFields: [SettingsField] = []
  ) {
    self.name = name
    self.arguments = arguments
    self.settings = settings
    self.template = template
    self.origin = origin
    self.isAsync = isAsync
    self.isOnMain = isOnMain
    self.secretFields = secretFields
  }

  /// The settings as they may be shown.
  package var shownSettings: Setting? { settings?.hiding(secretFields) }
}

package struct PlannedArgument: Sendable {
  package let form: DependencyForm
  /// The label; `nil` where neither the factory nor the manifest has one.
  package let label: String?
  /// What is asked for: a key or, for `all`, a collection.
  package let asked: String
  /// Indices in `Plan.services`: one, or any number for `all`, or none for an optional that nothing serves.
  package let targets: [Int]
  package let origin: SourceLocation
  /// Whether the manifest names it, or only the factory asks for it.
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
