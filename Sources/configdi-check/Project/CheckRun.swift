import ConfigDI

/// One check of a project's manifests, and its report.
struct CheckRun {
  let project: Project
  let selection: Selection

  var arguments: Arguments { project.arguments }

  /// Every manifest after its checks, in the order of the project's sources.
  ///
  /// - Parameters:
  ///   - isCancelled: Whether the result is no longer needed. Manifests are then skipped, and their results are empty.
  ///   - known: Returns the result for a manifest that need not be checked again.
  func check(
    showingProgress: Bool = false, isCancelled: @escaping @Sendable () -> Bool = { false },
    reusing known: @escaping @Sendable (ManifestToCheck) -> CheckedManifest? = { _ in nil }
  ) throws(Failure) -> [CheckedManifest] {
    let sources = project.sources
    let progress = Progress(project.console, total: sources.count)
    let checked = Parallel.map(
      sources.count, whileWaiting: showingProgress ? { progress.draw() } : nil
    ) { [world = project.world, documents = project.documents] index in
      let source = sources[index]
      guard !isCancelled() else { return CheckedManifest.unread }
      let pipeline = Pipeline(world: world, options: source.options, documents: documents)
      let result =
        known(source)
        ?? pipeline.check(source.input, catalog: source.catalog, calls: source.program?.sites ?? [])
      progress.step()
      return result
    }
    progress.finish()
    if !isCancelled() { try project.refuseOverlays(checked) }
    return checked
  }

  func report(on checked: [CheckedManifest]) -> Report {
    var merged = MergedFindings()
    var report = Report(diagnostics: [])
    var files: Set<String> = []
    var skipped: Set<String> = []
    for (source, manifest) in zip(project.sources, checked) {
      let read = manifest.composed?.files.map(\.file.path) ?? [source.input.path]
      files.formUnion(read)
      let found = chosen(
        (manifest.diagnostics.sorted() + source.unread).map { explained($0, of: source) }, source.configuration)
      merged.add(found, from: source.input.path, reading: read)
      let catalog = source.catalog?.catalog.file.map { [$0.path] } ?? []
      report.owners.add(found, in: read + catalog, source.configuration)
      skipped.formUnion(manifest.skippedRules.map(\.code))
      if !manifest.skippedRules.isEmpty, source.configuration.noCatalog == nil, report.missingCatalog == nil {
        report.missingCatalog = CatalogLoader.command(forManifestAt: source.input.path)
        report.configuration = source.configuration.path ?? ConfigurationFile.name
      }
      report.suppressedConsequences += manifest.diagnostics.suppressedConsequences
      report.stages += manifest.composed?.stages.count { isAskedFor($0.name) } ?? 0
      report.services += manifest.graph?.keys.count ?? 0
    }
    for program in programs(checked) {
      files.formUnion(program.calls.files.map(\.path))
      let found = chosen(missing(in: program) + outdatedCatalogs(of: program), program.configuration)
      merged.add(found, from: "")
      report.owners.add(found, in: program.calls.files.map(\.path), program.configuration)
      report.calls = (report.calls ?? 0) + program.calls.found.count
      report.skippedCalls += program.calls.skipped
    }
    report.manifests = checked.count
    report.files = files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    report.skippedRules = skipped.sorted()
    report.failOn = arguments[.failOn].flatMap { FailOn(rawValue: $0) }
    var diagnostics = merged.diagnostics
    let others = unknownStages(checked) + project.findings + project.catalogs.findings + unusedFactories(checked)
    diagnostics.report(contentsOf: chosen(others, report.owners))
    report.notRun = notRun(checked)
    report.isComplete = !arguments.has(.stages) && checked.allSatisfy { $0.composed?.isWhole == true }
    suppress(&diagnostics, of: report, checked)
    report.diagnostics = diagnostics.sorted()
    return report
  }

  /// Applies suppressions to all manifests together: a comment is needed even if it matters to only one.
  private func suppress(_ diagnostics: inout Diagnostics, of report: Report, _ checked: [CheckedManifest]) {
    let comments = checked.flatMap { $0.composed?.files ?? [] }.map(\.comments)
    Suppressions(comments: comments + programs(checked).flatMap(\.calls.comments)).apply(
      to: &diagnostics, rules: Rule.all, notRun: report.notRun, isComplete: report.isComplete)
    let added = chosen(diagnostics.findings.filter { $0.rule == .badSuppression }, report.owners)
    diagnostics.filter { $0.rule != .badSuppression }
    diagnostics.report(contentsOf: added)
  }

  /// The codes of the rules that were skipped for at least one manifest, or whose findings are excluded.
  private func notRun(_ checked: [CheckedManifest]) -> Set<String> {
    let ignored = project.sources.flatMap { selection.ignored(by: $0.configuration) }
    let given = Set(project.sources.flatMap { $0.configuration.severity.keys })
    let left = Rule.all.filter { !selection.includes($0, ignoring: ignored, isGiven: given.contains($0.code)) }
    return Set((checked.flatMap(\.skippedRules) + left).map(\.code))
  }

  func isAskedFor(_ stage: String?) -> Bool {
    guard arguments.has(.stages) else { return true }
    return stage.map(arguments.all(.stages).contains) ?? false
  }

  /// The findings to report, with their configured severity.
  private func chosen(_ findings: [Diagnostic], _ configuration: ConfigurationFile) -> [Diagnostic] {
    findings.filter { finding in
      selection.includes(
        finding.rule, ignoring: selection.ignored(by: configuration),
        isGiven: configuration.severity[finding.rule.code] != nil)
    }.map { finding in
      var finding = finding
      finding.severity = configuration.severity[finding.rule.code] ?? finding.severity
      return finding
    }
  }

  /// The findings that at least one of their configurations reports, with the highest severity that one gives them.
  private func chosen(_ findings: [Diagnostic], _ owners: FindingOwners) -> [Diagnostic] {
    findings.compactMap { finding in
      owners.configurations(of: finding).flatMap { chosen([finding], $0) }
        .max { $0.severity < $1.severity }
    }
  }

  /// The factories that all manifests with a catalog leave unused; none if any stage or manifest is not fully known.
  private func unusedFactories(_ checked: [CheckedManifest]) -> [Diagnostic] {
    guard !arguments.has(.stages) else { return [] }
    let catalogs = zip(project.sources, checked).compactMap { source, manifest in
      source.catalog?.catalog.file.map { (file: ObjectIdentifier($0), source: source, composed: manifest.composed) }
    }.grouped(by: \.file)
    var found = Diagnostics()
    for (_, manifests) in catalogs where manifests.allSatisfy({ $0.composed?.isIncomplete == false }) {
      manifests[0].source.catalog?.catalog.reportUnused(in: manifests.compactMap(\.composed), reporting: &found)
    }
    return found.findings
  }

  private func unknownStages(_ checked: [CheckedManifest]) -> [Diagnostic] {
    let composed = checked.compactMap(\.composed)
    guard arguments.has(.stages), !composed.isEmpty else { return [] }
    let declared = composed.flatMap { $0.declaredStages.map(\.value) }.distinct()
    return arguments.all(.stages).filter { !declared.contains($0) }.map { name in
      .unknownStage(name, declared: declared, in: checked.count == 1 ? "the manifest" : "the manifests")
    }
  }
}
