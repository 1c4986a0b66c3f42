import ConfigDI

/// One run over a project's manifests, and what to report of it.
struct CheckRun {
  private let project: Project
  private let selection: Selection
  private let arguments: Arguments
  private let console: Console

  init(_ project: Project, _ selection: Selection) {
    self.project = project
    self.selection = selection
    arguments = project.arguments
    console = project.console
  }

  func report(showingProgress: Bool) -> (report: Report, checked: [CheckedManifest]) {
    let sources = project.sources
    let progress = Progress(console, total: sources.count)
    let checked = Parallel.map(
      sources.count, whileWaiting: showingProgress ? { progress.draw() } : nil
    ) { [world = project.world, documents = project.documents] index in
      let source = sources[index]
      let pipeline = Pipeline(world: world, options: source.options, documents: documents)
      let result = pipeline.check(source.input, catalog: source.catalog)
      progress.step()
      return result
    }
    progress.finish()
    return (report(on: checked), checked)
  }

  private func report(on checked: [CheckedManifest]) -> Report {
    var merged = MergedFindings()
    var report = Report(diagnostics: [])
    var files: Set<String> = []
    var skipped: Set<String> = []
    for (source, manifest) in zip(project.sources, checked) {
      let read = manifest.composed?.files.map(\.file.path) ?? [source.input.path]
      files.formUnion(read)
      merged.add(findings(of: manifest, source.configuration), from: source.input.path, files: read)
      skipped.formUnion(manifest.skippedRules.map(\.code))
      report.suppressedConsequences += manifest.diagnostics.suppressedConsequences
      report.stages += manifest.composed?.stages.count ?? 0
      report.services += manifest.graph?.keys.count ?? 0
    }
    report.manifests = checked.count
    report.files = files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    report.skippedRules = skipped.sorted()
    report.failOn = failOn.severity
    var diagnostics = merged.diagnostics
    diagnostics.report(contentsOf: unknownStages(checked).filter { selection.includes($0.rule, ignoring: []) })
    diagnostics.report(
      contentsOf: project.catalogs.findings.findings.filter { selection.includes($0.rule, ignoring: []) })
    report.diagnostics = diagnostics.sorted()
    return report
  }

  private func findings(of manifest: CheckedManifest, _ configuration: Configuration) -> [Diagnostic] {
    manifest.diagnostics.sorted().filter { selection.includes($0.rule, ignoring: configuration.ignore) }.map {
      finding in
      guard let severity = configuration.severity[finding.rule.code] else { return finding }
      var finding = finding
      finding.severity = severity
      return finding
    }
  }

  /// The flag's, else the strictest that a manifest's configuration asks for.
  private var failOn: FailOn {
    if let flag = arguments[.failOn].flatMap({ FailOn(rawValue: $0) }) { return flag }
    let asked = project.sources.compactMap(\.configuration.failOn)
    let others = asked.count < project.sources.count ? [FailOn.error] : []
    return (asked + others).reduce(.never) { $1.isStricter(than: $0) ? $1 : $0 }
  }

  /// Stages that were asked for and that no manifest has.
  private func unknownStages(_ checked: [CheckedManifest]) -> [Diagnostic] {
    let composed = checked.compactMap(\.composed)
    guard arguments.has(.stages), !composed.isEmpty else { return [] }
    let declared = Set(composed.flatMap { $0.declaredStages.map(\.value) }).sorted()
    return arguments.all(.stages).filter { !declared.contains($0) }.map { name in
      let what = checked.count == 1 ? "the manifest" : "none of the manifests"
      return Diagnostic(
        .unknownStage, "there is no stage '\(name)'", at: nil,
        notes: [
          declared.isEmpty
            ? "\(what) declares \(checked.count == 1 ? "none" : "one")"
            : "declared are: \(declared.joined(separator: ", "))"
        ], help: Spelling.help(for: Spelling.suggestions(for: name, among: declared)))
    }
  }
}
