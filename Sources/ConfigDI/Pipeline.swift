/// The whole flow, from a manifest to what was found in it; the checker and the container both run it.
package struct Pipeline: Sendable {
  package let world: World
  package let options: CompositionOptions
  /// Shared by several manifests, each file that they have in common is read once.
  package let documents: DocumentCache

  package init(world: World, options: CompositionOptions = .init(), documents: DocumentCache = DocumentCache()) {
    self.world = world
    self.options = options
    self.documents = documents
  }

  /// Reads, composes and checks one manifest, in every stage that the options ask for.
  ///
  /// - Parameters:
  ///   - catalog: What is known of the program's factories; without one the rules that need it are skipped.
  ///   - settings: Who judges settings: the catalog by its schemas, or a live registry by decoding them.
  package func check(
    _ input: ManifestInput, catalog: CatalogIndex?, settings: (any SettingsValidating)? = nil
  ) -> CheckedManifest {
    var diagnostics = Diagnostics()
    let composed = Composer.compose(
      input, world: world, options: options, keys: catalog?.names ?? KeyNames(), documents: documents,
      reporting: &diagnostics)
    let graph = composed.map { DependencyGraph($0, catalog: catalog) }
    if let graph {
      let context = CheckContext(graph)
      var found = Diagnostics()
      DeclaredScopes.check(graph.composed, reporting: &found)
      ParameterRules.check(
        graph.composed, sources: ParameterSources(environment: options.variables, limits: options.limits),
        reporting: &found)
      ParameterRules.checkUnused(graph.composed, reporting: &found)
      Checks.run(context, reporting: &found)
      if graph.composed.isIncomplete { found.dropConsequences() }
      diagnostics.report(contentsOf: found.findings)
      diagnostics.suppressedConsequences += found.suppressedConsequences
    }
    return CheckedManifest(
      composed: composed, graph: graph, diagnostics: diagnostics,
      skippedRules: catalog == nil ? Rule.all.filter(\.needsCatalog) : [])
  }
}

/// One manifest after its checks.
package struct CheckedManifest: Sendable {
  /// `nil` where the entry could not be read at all.
  package let composed: ComposedManifest?
  package let graph: DependencyGraph?
  package let diagnostics: Diagnostics
  /// Those that needed a catalog and had none.
  package let skippedRules: [Rule]
}

extension Diagnostics {
  /// What an absent file would have defined is unknown, so that what seems missing may only follow from its absence.
  fileprivate mutating func dropConsequences() {
    let consequences: Set<Rule> = [
      .missingService, .unusedService, .missingArgument, .unknownCollection, .emptyCollection,
    ]
    let before = findings.count
    filter { !consequences.contains($0.rule) }
    suppressedConsequences += before - findings.count
  }
}
