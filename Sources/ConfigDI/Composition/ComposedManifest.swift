/// A manifest and everything that it imports, composed for each stage.
///
/// Stages share unchanged parts: an unchanged service is the same object in each stage.
package struct ComposedManifest: Sendable {
  package let entry: SourceFile
  /// The files that were read, the entry manifest first.
  package var files: [YAMLDocument]
  package var scopes: [ScopeEntry]
  package var defaultStage: Located<String>?
  /// The stages, in manifest order; a single unnamed stage if the manifest declares none.
  package var stages: [ComposedStage]
  /// Whether an import, an overlay or an `extends` could not be followed, so that some entries are unknown.
  package var isIncomplete: Bool { stages.contains(where: \.isIncomplete) }
  /// Whether every file and section was read.
  package var isWhole: Bool { stages.allSatisfy { !$0.isIncomplete && $0.unread.isEmpty } }
  /// The absolute paths of `files`, with links resolved.
  package var resolvedPaths: [String] = []
  /// The first declaration of every stage, composed or not.
  package var declaredStages: [Located<String>] = []
  /// Whether an import could not be read, which may declare further stages.
  package var lacksImports = false
  /// The work that commands may still spend on this manifest.
  package var work = WorkBudget(Limits())

  /// Whether the manifest was composed for every stage that it declares.
  package var hasAllStages: Bool { stages.count >= declaredStages.count }
}

package struct ComposedStage: Sendable {
  package internal(set) var name: String?
  /// The services in composed order. A replaced service keeps its position, and new services come last.
  package var services: [ComposedService] = []
  package var parameters: [ComposedParameter] = []
  package var collections: [CollectionEntry] = []
  package var roots: [RootEntry] = []
  package var lifecycle: [PhaseEntry] = []
  /// The overlay entries that removed services, for findings about these services.
  package var removed: [String: SourceLocation] = [:]
  package var removedParameters: [String: SourceLocation] = [:]
  /// The entries that the stage would have if overlay entries for unknown names had `new: true`.
  package var unmet: Set<Absence> = []
  /// The values of entries for services that another entry defines already.
  package var refused: [Node] = []
  /// The collections that services have left because overlays replaced their entries.
  package var droppedCollections: Set<String> = []
  /// The literals of secret parameters that overlays replaced. The files still contain them.
  package var replacedSecrets: [(parameter: ComposedParameter, literal: Literal)] = []
  /// The applied overlay files, as absolute paths with links resolved.
  package var overlays: Set<String> = []
  /// Whether a part of this stage could not be read.
  package var isIncomplete = false
  /// The names of unreadable sections, whose entries are unknown. They include `imports` if an import is missing, since
  /// scopes and stages may be unknown then too.
  package var unread: Set<String> = []
  /// A number that stages with the same contents share.
  package var contents: Int?
}

extension [ComposedStage] {
  /// Groups of stages with the same contents, ordered by each group's first stage. A finding in that stage applies to
  /// the whole group.
  package var alike: [(first: Int, stages: StageSet)] {
    StageSet(all: count).groups { self[$0].contents }
  }

  /// For each stage, the first stage with the same parameters and values.
  package var ofSameParameters: [Int] {
    let groups = alike
    guard groups.count > 1 else { return map { _ in 0 } }
    var known: [[ObjectIdentifier]: Int] = [:]
    var firsts = [Int](indices)
    for (first, stages) in groups {
      let same = known[self[first].parameters.map { ObjectIdentifier($0) }, default: first]
      known[self[first].parameters.map { ObjectIdentifier($0) }] = same
      for stage in stages.members { firsts[stage] = same }
    }
    return firsts
  }
}

/// The parts of a service's definition, each with its location.
struct ServiceParts: Sendable {
  var key: Located<ServiceKey>
  var kind: ServiceEntry.Kind
  var scope: Located<ScopeName>?
  var dependencies: DependencyList?
  var settings: ComposedSettings?
  var decorators: [FactoryUse]
  var collect: [Located<String>]
  var eager: Located<Bool>?
  var deprecated: Located<Deprecation>?
  var description: Located<String>?
  var location: SourceLocation
  var history: [Replacement] = []

  /// The settings of the service and of its decorators.
  var settingsNodes: [Node] { (settings?.nodes ?? []) + decorators.settingsNodes }
}

/// The definition of one key in one or more stages. Immutable, so that definitions can be compared by identity.
package final class ComposedService: Sendable {
  let parts: ServiceParts
  /// The parameters used in the settings of the service and of its decorators.
  package let parameterUses: [ParameterUse]
  /// The number of values in the settings of the service and its decorators, with aliases expanded.
  let settingsCount: Int

  init(_ parts: consuming ServiceParts) {
    let nodes = parts.settingsNodes
    parameterUses = ParameterUse.collect(from: nodes)
    settingsCount = nodes.reduce(0) { $0 + $1.expandedCount }
    self.parts = parts
  }

  /// The key, located where the entry defines the service.
  package var key: Located<ServiceKey> { parts.key }
  package var kind: ServiceEntry.Kind { parts.kind }
  package var scope: Located<ScopeName>? { parts.scope }
  package var dependencies: DependencyList? { parts.dependencies }
  package var settings: ComposedSettings? { parts.settings }
  package var decorators: [FactoryUse] { parts.decorators }
  package var collect: [Located<String>] { parts.collect }
  package var eager: Located<Bool>? { parts.eager }
  package var deprecated: Located<Deprecation>? { parts.deprecated }
  package var description: Located<String>? { parts.description }
  /// The location of the whole entry that defines the service.
  package var location: SourceLocation { parts.location }
  package var history: [Replacement] { parts.history }

  /// The use of the service's own factory, given its name.
  func use(of factory: Located<String>) -> FactoryUse {
    FactoryUse(factory: factory, dependencies: dependencies, settings: settings, location: location)
  }

  package var isEager: Bool { eager?.value ?? false }

  /// Whether the service is `provided: optional`.
  package var mayBeAbsent: Bool {
    if case .provided(_, let isOptional) = kind { isOptional } else { false }
  }

  /// Whether the service's entry could not be read, which has been reported. The service then counts as `provided`.
  package var isMalformed: Bool {
    if case .provided(let place, _) = kind { return place == location }
    return false
  }
}

extension SettingsReader {
  /// The settings, and whether they may refer to parameters.
  package mutating func settings(_ settings: ComposedSettings) -> (setting: Setting, isOpen: Bool) {
    switch settings {
    case .node(let node):
      let isOpen = node.mayBeInterpolated
      return (setting(from: node, isOpen: isOpen), isOpen)
    case .merged(let labels, let base):
      let isOpen = labels.contains { $0.value.mayBeInterpolated }
      let entries = labels.map { (name: $0.name, value: setting(from: $0.value, isOpen: isOpen)) }
      return (Setting(.map(entries), at: base), isOpen)
    }
  }
}
