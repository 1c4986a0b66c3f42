import ConfigDI

/// Compares the calls in Swift sources with the manifests of their program.
extension CheckRun {
  /// A program's calls, the catalogs of its manifests by path, the first manifest's configuration, and the manifests
  /// that the run checked.
  typealias Program = (
    calls: ProgramCalls, catalogs: [String: Catalog], configuration: ConfigurationFile, manifests: [WiredManifest]
  )

  func programs(_ manifests: [WiredManifest]) -> [Program] {
    var programs: [Program] = []
    for manifest in manifests {
      let source = manifest.source
      guard let calls = source.program else { continue }
      let index = programs.firstIndex { $0.calls === calls } ?? programs.count
      if index == programs.count {
        programs.append((calls, [:], source.configuration, []))
      }
      programs[index].manifests.append(manifest)
      if let catalog = source.catalog?.catalog, let file = catalog.file, !file.isArgument {
        programs[index].catalogs[file.path] = catalog
      }
    }
    return programs
  }

  /// The DI701 findings that can be made from the program's sources alone, without running the program.
  func outdatedCatalogs(of program: Program) -> [Diagnostic] {
    let unknown = program.manifests.flatMap(\.checked.diagnostics.findings).filter { $0.rule == .unknownFactory }
    let sources = SwiftSources(program.calls.sources)
    return program.catalogs.sorted { $0.key < $1.key }.flatMap { path, catalog in
      sources.differences(
        from: catalog, except: Set(unknown.compactMap(\.absent?.name)), command: CatalogLoader.command(writing: path))
    }
  }

  /// The finding. If it is about an unknown factory that the program registers, its cause is added: a stale catalog.
  func explained(_ finding: Diagnostic, of source: ManifestToCheck) -> Diagnostic {
    guard finding.rule == .unknownFactory, let file = source.catalog?.catalog.file, !file.isArgument,
      let name = finding.absent?.name, let place = source.program?.registrations[name]
    else { return finding }
    let command = CatalogLoader.command(writing: file.path)
    var finding = finding
    finding.removeRemedies()
    finding.related.append(.init("'\(name)' is registered here", at: place))
    finding.help = ["the catalog is older than the sources; to update it: \(command)"]
    return finding
  }

  /// The findings about calls that ask for something missing (DI211), do not wait for an asynchronous service (DI307),
  /// or wrongly pass or omit an argument (DI416). Empty if a manifest could not be composed, because it might contain
  /// the missing names.
  func missing(in program: Program) -> [Diagnostic] {
    let graphs = program.manifests.compactMap(\.checked.graph)
    guard graphs.count == program.manifests.count, project.findings.isEmpty else { return [] }
    let served = graphs.map(ServedNames.init)
    var askedFor = AskedFor(program.calls.sites, in: served)
    askedFor.leaveOut { others(of: program, near: $0) }
    askedFor.leaveOut { _ in overlaid(program) }
    guard !askedFor.isEmpty else { return [] }
    let found = Dictionary(firstOf: program.calls.found.map { ($0.site.location, $0) })
    func isCertain(_ site: CallSite) -> Bool { found[site.location].map(program.calls.isCertain) ?? true }
    askedFor.keep(where: isCertain)
    return askedFor.findings().filter { $0.stages.map { $0.contains(where: isAskedFor) } ?? true }
  }

  /// The program's other manifests, each composed on demand; `nil` for those that cannot be composed.
  private func others(of program: Program, near site: CallSite) -> some Sequence<ServedNames?> {
    let others = program.calls.package.map { project.otherManifests(in: $0, near: site.location.file.path) }
    return (others ?? []).lazy.map { source -> ServedNames? in
      source.composed(project.world, stages: .all, documents: project.documents)
        .map { ServedNames(DependencyGraph($0, catalog: source.catalog)) }
    }
  }

  /// The program's manifests with each overlay that none of them uses, since the program may apply it when it runs.
  private func overlaid(_ program: Program) -> some Sequence<ServedNames?> {
    let used = program.manifests.compactMap(\.checked.composed).flatMap(\.stages).flatMap(\.overlays)
    let overlays = program.calls.package.map { project.overlays(in: $0, except: Set(used)) } ?? []
    return overlays.lazy.flatMap { overlay in
      program.manifests.lazy.compactMap { manifest -> ServedNames? in
        var source = manifest.source
        source.options.overlays.append(overlay)
        let composed = source.composed(project.world, stages: .all, documents: project.documents)
        return composed.flatMap { $0.isWhole ? ServedNames(DependencyGraph($0, catalog: source.catalog)) : nil }
      }
    }.map(Optional.some)
  }
}
