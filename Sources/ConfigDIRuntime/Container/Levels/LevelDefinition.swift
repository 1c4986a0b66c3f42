import Synchronization

/// The changes that one level makes to the levels below it, identified by the manifest's keys and parameter names.
package struct LevelDefinition: Sendable {
  package init() {}

  package private(set) var uses: [(key: ServiceKey, source: Source)] = []
  /// The parameters' values, in the order in which they were first set.
  package var values: [YAMLValue.Entry] = []
  /// The services to make again, each with a unique number.
  package private(set) var renewals: [ServiceKey: Int] = [:]
  /// The parameters whose values from older overlays no longer apply.
  private(set) var parametersTakenBack: Set<String> = []

  package enum Source: Sendable {
    case factory(String, settings: YAMLValue)
    case part(LevelPart)

    package var part: LevelPart? { if case .part(let part) = self { part } else { nil } }
  }

  private static let renewalCount = Atomic<Int>(0)

  package var isEmpty: Bool { uses.isEmpty && values.isEmpty }

  /// Sets the source of the service with a key, and makes the service again even if its factory is the same.
  package mutating func use(_ source: Source, for key: ServiceKey) {
    if let index = uses.firstIndex(where: { $0.key == key }) {
      uses[index].source = source
    } else {
      uses.append((key, source))
    }
    renew(key)
  }

  package mutating func renew(_ key: ServiceKey) {
    renewals[key] = LevelDefinition.renewalCount.add(1, ordering: .relaxed).newValue
  }

  package mutating func takeBack(_ key: ServiceKey) {
    uses.removeAll { $0.key == key }
    renewals[key] = nil
  }

  package mutating func takeBack(parameter name: String) {
    values[name] = nil
    parametersTakenBack.insert(name)
  }

  /// This definition with the keys under which a wiring defines the services that its keys refer to, and without the
  /// services that the wiring does not have.
  func defined(in wiring: Wiring) -> LevelDefinition {
    var definition = self
    definition.uses = []
    definition.renewals = [:]
    for (asked, source) in uses {
      guard let key = wiring.service(for: asked).map({ wiring.plan.services[$0].key }) else { continue }
      definition.uses.removeAll { $0.key == key }
      definition.uses.append((key, source))
      definition.renewals[key] = renewals[asked]
    }
    return definition
  }

  /// This definition without the parameter values that another definition takes back.
  func without(_ other: LevelDefinition) -> LevelDefinition {
    var definition = self
    for name in other.parametersTakenBack { definition.values[name] = nil }
    return definition
  }
}

extension [YAMLValue.Entry] {
  package subscript(name: String) -> YAMLValue? {
    get { first { $0.name == name }?.value }
    set {
      guard let newValue else { return removeAll { $0.name == name } }
      if let index = firstIndex(where: { $0.name == name }) {
        self[index].value = newValue
      } else {
        append(YAMLValue.Entry(name, newValue))
      }
    }
  }
}

extension YAMLValue {
  fileprivate var isScalar: Bool {
    switch self {
    case .plain, .text: true
    case .list, .map: false
    }
  }
}

extension [LevelDefinition] {
  /// The name of a level in findings.
  ///
  /// - Parameter isOverlay: Whether the level is an overlay of a container, not a level of a stack.
  package static func name(ofLevel index: Int, isOverlay: Bool) -> String {
    isOverlay ? "<overlay \(index + 1)>" : "<level \(index + 1) of the stack>"
  }

  /// Returns a finding for each parameter that a level sets but the manifest does not have. Throws if a closure receives
  /// a service that the program provides, or if a parameter is set to a mapping or a nested list.
  package func findings(
    against parameters: [String], provided: Set<ServiceKey>, areOverlays: Bool
  ) throws -> [Diagnostic] {
    var provided = provided
    for (key, source) in flatMap(\.uses) {
      if source.part?.isClosure != true {
        provided.remove(key)
      } else if provided.contains(key) {
        throw ContainerError(
          "a level cannot replace \(key) with a closure, since the program provides its instance",
          help: "use an instance: use(instance:for:), or open an overlay")
      }
    }
    // As YAML, a mapping would be read as the parameter's entry.
    for entry in flatMap(\.values) where !entry.value.isScalar {
      if case .list(let elements) = entry.value, elements.allSatisfy(\.isScalar) { continue }
      throw ContainerError(
        "parameter \(entry.name) was set to a mapping or a nested list", help: "set it to one value or a flat list")
    }
    let known = Set(parameters)
    return enumerated().flatMap { index, level in
      level.values.map(\.name).filter { !known.contains($0) }.map { name -> Diagnostic in
        let meant = Spelling.help(for: Spelling.suggestions(for: name, among: known.sorted()))
        return Diagnostic(
          .overridesNothing, "there is no parameter '\(name)' to set",
          at: SourceFile(path: Self.name(ofLevel: index, isOverlay: areOverlays), lines: 1).beginning,
          help: meant.isEmpty ? ["set a parameter of the manifest, or declare \(name) there under parameters"] : meant)
      }
    }
  }

  var renewals: [ServiceKey: Int] {
    reduce(into: [:]) { renewals, level in renewals.merge(level.renewals) { $1 } }
  }
}

/// An instance or a closure passed to a level, used like a factory with its own name.
package struct LevelPart: Sendable {
  /// A unique name, which distinguishes different instances or closures.
  package let name: String
  /// Whether this is a closure, which receives the original service and is registered as a decorator.
  package let isClosure: Bool
  private let registering: @Sendable (inout FactoryRegistry, String) -> Void

  private static let count = Atomic<Int>(0)
  private static let ending = " of a level"

  init<Service: Sendable>(instance: Service) {
    name = LevelPart.newName("instance")
    isClosure = false
    registering = { $0.registerInstance($1, as: Service.self, instance) }
  }

  /// - Parameter place: The location of the closure in the program.
  init<Service: Sendable>(at place: String, _ make: @escaping @Sendable (Provider<Service>) throws -> Service) {
    name = LevelPart.newName("closure", at: " \(place)")
    isClosure = true
    registering = { registry, name in
      // Nothing shows what a closure makes. A weak service checks it when it is made.
      registry.registerDecorator(name, of: Service.self, reference: true) { (original: consuming Service) in
        let original = original
        return try make(Provider { original })
      }
    }
  }

  private static func newName(_ kind: String, at place: String = "") -> String {
    "\(kind) \(count.add(1, ordering: .relaxed).newValue)\(place)\(ending)"
  }

  /// The location of the closure with this name in the program; `nil` if this is a factory's name.
  static func place(ofClosure name: String) -> String? {
    let words = name.split(separator: " ", maxSplits: 2)
    guard name.hasSuffix(ending), words.count == 3, words[0] == "closure" else { return nil }
    return String(words[2].dropLast(ending.count))
  }

  /// Whether this is the name of a level's instance. Such an instance is used for every argument.
  package static func isInstance(_ name: String) -> Bool { name.hasPrefix("instance ") && name.hasSuffix(ending) }

  package func register(in registry: inout FactoryRegistry) { registering(&registry, name) }
}

/// A checked plan, with the registry for its containers.
package typealias PlannedWiring = (plan: Plan, registry: ExaminedRegistry)

/// Plans levels on top of a manifest, for a container that does not know the manifest.
package protocol LevelPlanning: Sendable {
  var provided: [Provided] { get }

  /// Plans the manifest without levels, and checks it completely. Keeps nothing of the manifest, since most containers
  /// never plan again. The closure returns the wiring before parameters are filled in.
  func base() throws -> (planned: PlannedWiring, table: @Sendable () -> WiringTable)

  /// Plans the manifest with these levels, each on top of the previous level, and checks it completely.
  ///
  /// - Parameter order: The service keys in the order that the plan should have; `nil` for the levels of a stack, where
  ///   the order does not matter.
  /// - Throws: The mistakes in the manifest or in one of the levels.
  func planned(_ levels: [LevelDefinition], inOrderOf order: [ServiceKey]?) throws -> PlannedWiring

  /// Saves the levels as a string, without instances and closures. Secrets are in a separate string.
  func text(of levels: [LevelDefinition], in container: Container) throws -> SavedText

  /// Reads levels that were saved as a string. Returns the levels, and the changes that were not saved.
  ///
  /// - Parameter secrets: The string that contains the secrets, if they were saved separately.
  func levels(in text: String, secrets: String?) throws -> (levels: [LevelDefinition], leftOut: [StackOmission])
}

extension LevelPlanning {
  /// Makes a container with these levels.
  ///
  /// - Parameter planned: The plan with the levels, if it already exists.
  /// - Throws: ``ManifestError`` if the manifest or one of the levels has mistakes, or if the instances that the program
  ///   provides do not match the manifest.
  package func container(
    _ levels: [LevelDefinition], of planned: PlannedWiring? = nil, sharingWith bases: [Container] = [],
    in overlays: OpenOverlays? = nil
  ) throws -> Container {
    let planned = try planned ?? self.planned(levels, inOrderOf: nil)
    do {
      return try Container(
        plan: planned.plan, registry: planned.registry, provided: provided, sharingWith: bases,
        overlays: overlays, planning: (self, levels))
    } catch let error as ResolutionError {
      let findings = Diagnostic.wrongInstances(error)
      throw findings.isEmpty ? error : ManifestError(findings) as any Error
    }
  }
}

/// A change to a level that a ``ContainerStack`` did not save or restore, because it cannot or must not be written as
/// text: a service or a parameter, by name. The lowest level has the number 1.
package typealias StackOmission = (level: Int, kind: OmittedPart, name: String)

package enum OmittedPart: String, Sendable { case instance, closure, secret }

/// A saved stack, with the values of secret parameters as a separate string.
package typealias SavedText = (text: String, secrets: String, leftOut: [StackOmission])
