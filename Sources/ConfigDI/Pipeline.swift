// A program that imports ConfigDI gets all of the runtime.
@_exported public import ConfigDIRuntime

/// The whole flow, from a manifest to its findings; the checker and the container both run it.
package struct Pipeline: Sendable {
  package let world: World
  package let options: CompositionOptions
  /// A cache of the files that were read. Manifests that share the cache read each common file once.
  package let documents: DocumentCache
  /// Whether parameters read their files, as they do when a program starts.
  package let readsSecretFiles: Bool

  package init(
    world: World, options: CompositionOptions = .init(), documents: DocumentCache = DocumentCache(),
    readsSecretFiles: Bool = false
  ) {
    self.world = world
    self.options = options
    self.documents = documents
    self.readsSecretFiles = readsSecretFiles
  }

  /// Reads, composes and checks one manifest, in every stage that the options select.
  ///
  /// - Parameters:
  ///   - catalog: The description of the program's factories; without one, the rules that need it are skipped.
  ///   - settings: Validates settings. A catalog compares them with its schemas; a running program's registry also
  ///     decodes them.
  ///   - calls: The calls in the program's Swift sources. A service that a call requests counts as used.
  package func check(
    _ input: ManifestInput, catalog: CatalogIndex?, settings: (any SettingsValidating)? = nil, calls: [CallSite] = []
  ) -> CheckedManifest {
    Spelling.$budget.withValue(Spelling.Budget()) { checked(input, catalog: catalog, settings: settings, calls: calls) }
  }

  private func checked(
    _ input: ManifestInput, catalog: CatalogIndex?, settings: (any SettingsValidating)?, calls: [CallSite]
  ) -> CheckedManifest {
    var diagnostics = Diagnostics()
    var options = options
    // Some rules need all stages.
    if case .named(let stages) = options.stages {
      options.stages = .all
      options.judgedStages = stages
    }
    let composed = Composer.compose(
      input, world: world, options: options, catalog: catalog, documents: documents, reporting: &diagnostics)
    let graph = composed.map { DependencyGraph($0, catalog: catalog, for: self.options.stages) }
    let sources = ParameterSources(
      environment: options.variables, program: options.source, files: readsSecretFiles ? world.files : nil,
      limits: options.limits)
    let context = graph.map {
      CheckContext($0, judge: settings ?? catalog, sources: sources, limits: options.limits, calls: calls)
    }
    context?.check(reporting: &diagnostics)
    if let catalog { diagnostics.findAmbiguousKeys(catalog) }
    diagnostics.uniteSuspicions()
    diagnostics.dropMissingSettingsWrittenElsewhere()
    if let composed { diagnostics.offerReferences(in: composed) }
    diagnostics.hideConsequences(in: composed, unread: options.mayBePart ? [ManifestKey.imports.rawValue] : [])
    if case .named(let stages) = self.options.stages { diagnostics.putFirst { $0.concerns(anyOf: stages) } }
    diagnostics.uniteStages(composed?.stages.compactMap(\.name) ?? [])
    if let composed { diagnostics.offerEntries(in: composed, graph) }
    diagnostics.mergeStages(of: composed?.stages.map(\.name) ?? [])
    switch self.options.stages {
    case .all: break
    case .named(let stages):
      diagnostics.filter { $0.concerns(anyOf: stages) }
    case .chosen: diagnostics.filter { $0.rule != .unusedService && $0.rule != .unusedParameter }
    }
    return CheckedManifest(
      graph: graph, values: context?.values ?? [], diagnostics: diagnostics,
      skippedRules: catalog == nil ? Rule.all.filter(\.needsCatalog) : [])
  }
}

package struct CheckedManifest: Sendable {
  /// The graph of the composed manifest; `nil` if the entry could not be read.
  package private(set) var graph: DependencyGraph?
  /// The known parameter values in each composed stage.
  package private(set) var values: [ParameterValues] = []
  package private(set) var diagnostics = Diagnostics()
  /// The rules that were skipped because there is no catalog.
  package private(set) var skippedRules: [Rule] = []

  package var composed: ComposedManifest? { graph?.composed }

  /// The result for a manifest that was not read.
  package static let unread = CheckedManifest()
}

extension CheckedManifest {
  /// The plan of a composed stage, as complete as the findings allow.
  ///
  /// - Parameter order: The keys of another plan of the same services, in the order to keep.
  package func plan(of stage: Int, inOrderOf order: [ServiceKey]? = nil) -> Plan? {
    guard let graph, values.indices.contains(stage) else { return nil }
    return Planner(graph, stage: stage).openPlan().plan(values[stage], inOrderOf: order).plan
  }
}

extension Diagnostic {
  fileprivate func concerns(anyOf names: [String]) -> Bool { stages.map { $0.contains(where: names.contains) } ?? true }

  /// Whether the finding prevents making a container, even if a comment or the configuration suppresses it.
  package var preventsContainer: Bool {
    severity == .error && (!rule.allowsContainer || leavesServicesMissing)
  }
}
