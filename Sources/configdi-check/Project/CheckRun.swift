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
  ) throws(Failure) -> [WiredManifest] {
    let sources = project.sources
    var progress = Progress(console: project.console, total: sources.count)
    let checked = Parallel.map(
      sources.count, whileWaiting: showingProgress ? { progress.draw(done: $0) } : nil
    ) { [world = project.world, documents = project.documents] index in
      let source = sources[index]
      guard !isCancelled() else { return WiredManifest(source: source, checked: .unread) }
      return WiredManifest(source: source, checked: known(source) ?? source.checked(in: world, documents))
    }
    progress.finish()
    if !isCancelled() { try project.refuseOverlays(checked) }
    return checked
  }

  func report(on manifests: [WiredManifest]) -> Report {
    var report = Report(diagnostics: [])
    var files: Set<String> = []
    var skipped: Set<String> = []
    for manifest in manifests {
      let (source, checked) = (manifest.source, manifest.checked)
      let read = checked.composed?.files.map(\.file.path) ?? [manifest.path]
      files.formUnion(read)
      report.found.add(
        chosen(
          (checked.diagnostics.sorted() + source.unread).map { explained($0, of: source) }, source.configuration),
        from: manifest.path, reading: read, besides: source.catalog?.catalog.file.map { [$0.path] } ?? [],
        source.configuration)
      skipped.formUnion(checked.skippedRules.map(\.code))
      if !checked.skippedRules.isEmpty, source.configuration.noCatalog == nil, report.missingCatalog == nil {
        report.missingCatalog = CatalogLoader.command(forManifestAt: manifest.path)
        report.configuration = source.configuration.path ?? ConfigurationFile.name
      }
      report.suppressedConsequences += checked.diagnostics.suppressedConsequences
      report.stages += checked.composed?.stages.count { isAskedFor($0.name) } ?? 0
      report.services += checked.graph?.keys.count ?? 0
    }
    let programs = programs(manifests)
    for program in programs {
      let read = program.calls.files.map(\.path)
      files.formUnion(read)
      report.found.add(
        chosen(missing(in: program) + outdatedCatalogs(of: program), program.configuration), from: "", besides: read,
        program.configuration)
      report.calls = (report.calls ?? 0) + program.calls.found.count
      report.skippedCalls += program.calls.skipped
    }
    report.manifests = manifests.count
    report.files = files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    report.skippedRules = skipped.sorted()
    report.failOn = arguments[.failOn].flatMap { FailOn(rawValue: $0) }
    var diagnostics = report.found.diagnostics
    let stages = unknownStages(manifests)
    // A manifest that was not read completely may declare them, unless that is not reported.
    let isKnown =
      manifests.allSatisfy { $0.checked.composed?.lacksImports == false }
      || !diagnostics.findings.contains { $0.severity == .error }
    if !isKnown { report.suppressedConsequences += stages.count }
    let others =
      (isKnown ? stages : []) + project.findings + project.catalogs.findings + unusedFactories(manifests)
    diagnostics.report(contentsOf: chosen(others, report.found))
    report.notRun = notRun(manifests)
    report.isComplete = !arguments.has(.stages) && manifests.allSatisfy { $0.checked.composed?.isWhole == true }
    // Suppressions apply to all manifests together: a comment is needed even if it matters to only one.
    let comments = manifests.flatMap { $0.checked.composed?.files ?? [] }.map(\.comments)
    Suppressions(comments: comments + programs.flatMap(\.calls.comments)).apply(
      to: &diagnostics, notRun: report.notRun, isComplete: report.isComplete)
    let added = chosen(diagnostics.findings.filter { $0.rule == .badSuppression }, report.found)
    diagnostics.filter { $0.rule != .badSuppression }
    diagnostics.report(contentsOf: added)
    report.diagnostics = diagnostics.sorted()
    return report
  }

  /// The codes of the rules that were skipped for at least one manifest, or whose findings are excluded.
  private func notRun(_ manifests: [WiredManifest]) -> Set<String> {
    let ignored = project.sources.flatMap { selection.ignored(by: $0.configuration) }
    let given = Set(project.sources.flatMap { $0.configuration.severity.keys })
    let left = Rule.all.filter { !selection.includes($0, ignoring: ignored, isGiven: given.contains($0.code)) }
    return Set((manifests.flatMap(\.checked.skippedRules) + left).map(\.code))
  }

  func isAskedFor(_ stage: String?) -> Bool {
    guard arguments.has(.stages) else { return true }
    return stage.map(arguments.all(.stages).contains) ?? false
  }

  /// The findings to report, with their configured severity.
  private func chosen(_ findings: [Diagnostic], _ configuration: ConfigurationFile) -> [Diagnostic] {
    let ignored = selection.ignored(by: configuration)
    return findings.compactMap { finding in
      let given = configuration.severity[finding.rule.code]
      guard selection.includes(finding.rule, ignoring: ignored, isGiven: given != nil) else { return nil }
      var finding = finding
      finding.severity = given ?? finding.severity
      return finding
    }
  }

  /// The findings that at least one of their configurations reports, with the highest severity that one gives them.
  private func chosen(_ findings: [Diagnostic], _ found: RunFindings) -> [Diagnostic] {
    findings.compactMap { finding in
      found.configurations(of: finding).flatMap { chosen([finding], $0) }
        .max { $0.severity < $1.severity }
    }
  }

  /// The factories that all manifests with a catalog leave unused; none if any stage or manifest is not fully known.
  private func unusedFactories(_ manifests: [WiredManifest]) -> [Diagnostic] {
    guard !arguments.has(.stages) else { return [] }
    let known = manifests.filter { $0.source.catalog?.catalog.file != nil }
    // Grouping prepares a dictionary, which takes a tenth of the time of a small check.
    guard !known.isEmpty else { return [] }
    var found = Diagnostics()
    for (_, manifests) in known.grouped(by: { $0.source.catalog?.catalog.file.map { ObjectIdentifier($0) } }) {
      let composed = manifests.compactMap(\.checked.composed)
      guard composed.count == manifests.count, !composed.contains(where: \.isIncomplete) else { continue }
      manifests[0].source.catalog?.catalog.reportUnused(in: composed, reporting: &found)
    }
    return found.findings
  }

  private func unknownStages(_ manifests: [WiredManifest]) -> [Diagnostic] {
    let composed = manifests.compactMap(\.checked.composed)
    guard arguments.has(.stages), !composed.isEmpty else { return [] }
    let declared = composed.flatMap { $0.declaredStages.map(\.value) }.distinct()
    return arguments.all(.stages).filter { !declared.contains($0) }.distinct().map { name in
      .unknownStage(name, declared: declared, in: manifests.count == 1 ? "the manifest" : "the manifests")
    }
  }
}

/// A manifest after its checks.
struct WiredManifest: Sendable {
  let source: ManifestToCheck
  let checked: CheckedManifest

  var path: String { source.input.path }
  /// The manifest's own findings, whether or not they are reported.
  var findings: [Diagnostic] { checked.diagnostics.findings + source.unread }
}
