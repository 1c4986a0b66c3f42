/// The dependencies of services in all stages at once: the union of the stages' wirings, each part with its stages.
///
/// Nodes are keys, followed by collections. Aliases, selects and collections are separate nodes that paths pass
/// through.
package struct DependencyGraph: Sendable {
  package let composed: ComposedManifest
  package let catalog: CatalogIndex?
  package let allStages: StageSet
  /// The stages that the check is for, all if none are named.
  package internal(set) var selected: StageSet

  /// The keys that have a service in some stage, in composed order; a node's number is its position here.
  package internal(set) var keys: [ServiceKey] = []
  package internal(set) var nodes = NodesOfKeys()
  /// The canonical name of the type of each key's instances; empty without a catalog.
  package internal(set) var types: [String] = []
  /// The collections, whose nodes follow those of the keys. Stages that declare one name each have a collection of their
  /// own.
  package internal(set) var collections: [(entry: CollectionEntry, stages: StageSet)] = []
  package internal(set) var collectionNodes: [String: [Int]] = [:]
  /// For each element type, the nodes of its collections; empty without a catalog.
  var collectionsOfType: [String: [Int]] = [:]

  package internal(set) var versions: [Version] = []
  /// The positions of each key's versions, in stage order.
  package internal(set) var versionsOfNode: [[Int]] = []
  /// The stages in which each key has a service.
  package internal(set) var presence: [StageSet] = []

  /// The values with a case of each `select` parameter, numbered.
  var values: [String: [String: Int]] = [:]
  /// The parameters that `select` entries may name; empty without such entries.
  var choices = SelectParameters()
  /// The stages in which a parameter lacks the value of a case.
  var dead: [Condition: StageSet] = [:]

  package internal(set) var edges: [Edge] = []
  package internal(set) var graph = DirectedGraph(nodeCount: 0, edges: [])
  package internal(set) var missing: [MissingTarget] = []
  package internal(set) var misfits: [Misfit] = []
  package internal(set) var entryPoints: [EntryPoint] = []

  /// The node of each key. The table's keys are strings, because the first table with keys of another type makes the
  /// runtime search for that type's `Hashable` conformance, which would slow down each start of the checker.
  package struct NodesOfKeys: Sendable {
    private var nodes: [String: Int] = [:]

    package subscript(_ key: ServiceKey) -> Int? {
      get { nodes[key.text] }
      set { nodes[key.text] = newValue }
    }

    mutating func reserveCapacity(_ count: Int) { nodes.reserveCapacity(count) }
  }

  /// One definition of a key, and the stages that use it.
  package struct Version: Sendable {
    package let service: ComposedService
    package let node: Int
    /// The catalog's factory; `nil` if it may not make the key's service.
    package let factory: KnownFactory?
    /// The catalog's decorators; `nil` in place of a decorator that may not decorate the key.
    package let decorators: [KnownFactory?]
    package internal(set) var stages: StageSet
    /// The positions of this version's edges in the graph's `edges`.
    package internal(set) var edges: Range<Int> = 0..<0
    /// The arguments of the service's factory, then the arguments of each decorator.
    package internal(set) var arguments: [[MatchedDependency]] = []

    /// Whether the catalog's factory may not make the key's service, or does not exist. Without a catalog, this applies
    /// to every factory.
    package var isRefused: Bool {
      if case .factory = service.kind { factory == nil } else { false }
    }
  }

  package struct Edge: Sendable {
    package let from: Int
    package let to: Int
    package let kind: Kind
    package let stages: StageSet
    /// The value of a `select` parameter for which the edge exists.
    package let condition: Condition?
    /// The index of the version or entry point that the edge starts from.
    package let owner: Int
    package let argument: MatchedDependency?
    package let location: SourceLocation

    package enum Kind: String, Sendable {
      case instance, lazy, provider, optional, collection, alias, `case`, decorator
      /// An edge from a collection to its member.
      case member
    }
  }

  /// A parameter's value. A parameter has one value at a time, so edges with different values of one parameter never
  /// coexist.
  package struct Condition: Sendable, Hashable {
    package let parameter: String
    package let value: String
  }

  /// What holds a reference, by its index.
  package enum Holder: Sendable, Hashable {
    case version(Int)
    case entryPoint(Int)
  }

  /// A reference to a service or a collection that is missing from some stages.
  package struct MissingTarget: Sendable {
    package enum Reason: Sendable {
      case key(ServiceKey)
      case collection(String)
      /// The catalog requests a collection with this element type, but the manifest has none or more than one.
      /// `candidates` names the first few.
      case collectionOf(ServiceKey, candidates: [String], count: Int)
    }

    package let holder: Holder
    package let reason: Reason
    package let argument: MatchedDependency?
    package let location: SourceLocation
    package internal(set) var stages: StageSet

    package var kind: ReferenceKind { argument?.kind ?? .instance }
  }

  /// A dependency in the manifest that its factory does not take.
  package struct Misfit: Sendable {
    package enum Reason: Sendable {
      /// An unknown label, with the dependencies that it may be a misspelling of.
      case unknownLabel(suggestions: [String])
      /// A key of several of the factory's dependencies.
      case ambiguous(count: Int)
      case tooMany(expected: Int)
      case named(twiceAs: String)
    }

    package let dependency: Dependency
    package let reason: Reason
    package let holder: Holder
    package let factory: KnownFactory
    package let stages: StageSet
  }

  /// An entry point of the graph: a root, or an initializer in a phase.
  package struct EntryPoint: Sendable {
    package enum Kind: Sendable {
      case root(RootEntry)
      case initializer(FactoryUse, phase: String)
    }

    package let kind: Kind
    package var isRoot: Bool { if case .root = kind { true } else { false } }
    package internal(set) var stages: StageSet
    package internal(set) var edges: [Edge] = []
    /// The catalog's initializer; `nil` for a root, or for an initializer that a rule rejects.
    package internal(set) var factory: KnownFactory?
    /// The arguments of an initializer.
    package internal(set) var arguments: [MatchedDependency] = []
    package let location: SourceLocation

    /// Whether both are the same entry of the manifest, in one stage or in several.
    func isSame(as other: EntryPoint) -> Bool {
      guard location == other.location else { return false }
      return switch (kind, other.kind) {
      case (.root(let root), .root(let other)): root.scope?.value == other.scope?.value
      case (.initializer(let use, _), .initializer(let other, _)): use.location == other.location
      default: false
      }
    }
  }
}

// Inlined, so that a version in the graph's list is not copied as a whole.
extension DependencyGraph.Version {
  /// The full type name of the argument, if every call for the service passes an argument.
  @inline(__always) package var argument: String? { factory?.entry.argument }

  /// The scope from the manifest, or else the factory's default.
  @inline(__always) package var scope: ScopeName { service.scope?.value ?? (argument == nil ? .singleton : .transient) }
}

// Asked of the kind, so that a loop over many edges need not copy them.
extension DependencyGraph.Edge.Kind {
  /// Whether the target is made only when requested at run time, so that the edge opens a cycle.
  package var isDeferred: Bool { self == .lazy || self == .provider }

  /// Whether the edge's holder is an alias or a select, which only forwards to its target.
  package var leadsOn: Bool { self == .alias || self == .case }

  /// Whether the edge's holder is an alias, a select or a collection, at least in the edge's stages.
  package var isOfPassage: Bool { leadsOn || self == .member }
}

extension DependencyGraph.Edge {
  /// What holds the reference. An entry point is not a node, so its edges start from none.
  var holder: DependencyGraph.Holder { from < 0 ? .entryPoint(owner) : .version(owner) }

  package var isDeferred: Bool { kind.isDeferred }
  package var leadsOn: Bool { kind.leadsOn }

  /// Whether the reference is a dependency of a factory that a rule rejects. With a catalog, nothing is known about how
  /// such a factory uses it.
  package var isOfRefusedFactory: Bool { argument.map { $0.factory == nil } ?? false }

  /// Whether the call that requests the target names an open scope, so that the holder may live outside of that scope.
  /// The factory decides, since DI405 reports a reference of another kind. Without a catalog, this is assumed of every
  /// provider.
  package var namesScope: Bool { argument?.slot?.form.namesScope ?? (kind == .provider) }

  /// The kind to show, as in the plan. An optional dependency is shown as optional even if it is written as a plain
  /// key.
  package var shownKind: Kind {
    kind == .instance && argument?.form.kind == .optional ? .optional : kind
  }
}

extension DependencyGraph {
  /// Whether a node is an alias, a select or a collection in every version.
  package func isPassage(_ node: Int) -> Bool {
    guard node < keys.count else { return true }
    return versionsOfNode[node].allSatisfy { versions[$0].service.isPassage }
  }

  package func name(of node: Int) -> String {
    node < keys.count ? keys[node].text : collections[node - keys.count].entry.name.value
  }

  /// The stages that have a key or a collection.
  func presence(of node: Int) -> StageSet {
    node < keys.count ? presence[node] : collections[node - keys.count].stages
  }

  /// The stages' names; `nil` if the set contains all stages.
  package func names(of stages: StageSet) -> [String]? {
    guard stages != allStages else { return nil }
    return stages.members.compactMap { $0 < composed.stages.count ? composed.stages[$0].name : nil }
  }

  package func stages(where holds: (ComposedStage) -> Bool) -> StageSet {
    composed.stages.indices.reduce(into: StageSet()) { if holds(composed.stages[$1]) { $0.insert($1) } }
  }

  /// Calls a body with each edge, also with those of the entry points.
  ///
  /// - Parameter isExcluded: Whether to omit one of the graph's own edges, asked before the edge is copied.
  func forEachReference(
    except isExcluded: (_ argument: MatchedDependency?, _ target: Int) -> Bool = { _, _ in false },
    _ body: (_ edge: Edge) -> Void
  ) {
    for index in edges.indices where !isExcluded(edges[index].argument, edges[index].to) { body(edges[index]) }
    for entryPoint in entryPoints { for edge in entryPoint.edges { body(edge) } }
  }

  /// Calls a body with each factory that the manifest names: those of services, decorators and initializers, in order.
  ///
  /// - Parameters:
  ///   - known: The catalog's factory; `nil` if a rule rejects it.
  ///   - role: The role in which the manifest uses the factory.
  ///   - use: What the factory gets. A function, as most calls need only the name.
  func forEachFactory(
    _ body: (
      _ name: Located<String>, _ known: KnownFactory?, _ role: CatalogFactory.Role, _ holder: Holder,
      _ use: () -> FactoryUse
    ) -> Void
  ) {
    for index in versions.indices {
      let service = versions[index].service
      if case .factory(let name) = service.kind {
        body(name, versions[index].factory, .service, .version(index)) { service.use(of: name) }
      }
      guard !service.decorators.isEmpty else { continue }
      for (use, known) in zip(service.decorators, versions[index].decorators) {
        body(use.factory, known, .decorator, .version(index)) { use }
      }
    }
    for (index, entryPoint) in entryPoints.enumerated() {
      guard case .initializer(let use, _) = entryPoint.kind else { continue }
      body(use.factory, entryPoint.factory, .initializer, .entryPoint(index)) { use }
    }
  }

  /// The service that holds a reference; `nil` for an entry point.
  func service(of holder: Holder) -> ComposedService? {
    if case .version(let index) = holder { versions[index].service } else { nil }
  }

  /// The location of the key or entry point that holds a reference.
  func entry(of holder: Holder) -> SourceLocation {
    switch holder {
    case .version(let index): versions[index].service.key.location
    case .entryPoint(let index): entryPoints[index].location
    }
  }

  func stages(of holder: Holder) -> StageSet {
    switch holder {
    case .version(let index): versions[index].stages
    case .entryPoint(let index): entryPoints[index].stages
    }
  }

  /// The index of a composed service among the versions.
  func version(of service: ComposedService) -> Int? {
    nodes[service.key.value].flatMap { versionsOfNode[$0].first { versions[$0].service === service } }
  }

  package func version(of node: Int, in stage: Int) -> Version? {
    guard node < keys.count else { return nil }
    return versionsOfNode[node].lazy.map { versions[$0] }.first { $0.stages.contains(stage) }
  }
}

extension ComposedService {
  /// Whether the service is an alias or a select, which forwards to another service and is never made itself.
  package var isPassage: Bool {
    switch kind {
    case .alias, .select: true
    case .factory, .provided: false
    }
  }
}
