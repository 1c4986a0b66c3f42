/// Composes a manifest with its imports, its overlays and its stages.
package enum Composer {
  /// Composes the manifest for each selected stage. Returns `nil` if the entry manifest cannot be read or no stage can
  /// be chosen.
  ///
  /// - Parameters:
  ///   - catalog: The catalog, which knows the secret settings.
  ///   - keys: The spellings of keys; those in the catalog by default.
  package static func compose(
    _ input: ManifestInput, world: World, options: CompositionOptions = CompositionOptions(),
    catalog: CatalogIndex? = nil, keys: KeyNames? = nil, documents: DocumentCache = DocumentCache(),
    reporting diagnostics: inout Diagnostics
  ) -> ComposedManifest? {
    let keys = keys ?? catalog?.names ?? KeyNames()
    var sources = FileSources(
      files: world.files, options: options, catalog: catalog?.catalog, keys: keys, cache: documents)
    var composed = compose(input, world: world, &sources)
    let secrets = sources.hideSecrets(catalog?.catalog)
    diagnostics.report(sources.findings)
    composed?.stages.hide(secrets)
    return composed
  }

  private static func compose(
    _ input: ManifestInput, world: World, _ sources: inout FileSources
  ) -> ComposedManifest? {
    let options = sources.options
    guard let (entry, place) = readEntry(input, &sources) else { return nil }
    var base = BaseLayer()
    var walk = ImportWalk()
    walk.run(from: entry, at: place, &sources) { manifest, place, findings in
      base.merge(manifest, at: place, reporting: &findings)
    }
    base.state.resolveTypes()
    if base.stages.count > options.limits.stages {
      sources.findings.report(options.limits.passed(.stages, at: base.stages[options.limits.stages].name.location))
      return nil
    }
    let lacksImports = sources.isIncomplete
    let declared = base.stages.map(\.name.value)
    if let name = entry.defaultStage, base.stagePositions[name.value] == nil {
      if lacksImports {
        sources.findings.suppressedConsequences += 1
      } else {
        sources.findings.report(.unknownStage(name, among: declared))
      }
    }
    let selected: [Int]
    switch options.stages {
    case .all: selected = Array(declared.indices)
    case .named(let names): selected = declared.indices.filter { names.contains(declared[$0]) }
    case .chosen(let argument):
      do throws(StageChoice.Problem) {
        let name = try StageChoice.choose(
          argument: argument, environment: world.environment, defaultStage: entry.defaultStage?.value,
          declared: declared)
        selected = declared.indices.filter { declared[$0] == name }
      } catch {
        if let finding = error.finding {
          if lacksImports, error.isNamed {
            sources.findings.suppressedConsequences += 1
          } else {
            sources.findings.report(finding)
          }
        }
        return nil
      }
    }
    let stages: [ComposedStage]
    do throws(TooMuchWork) {
      stages = try composeStages(base, selected, &sources)
      try sources.work.spend(onSettingsOf: stages, entry.file.beginning)
    } catch {
      if !sources.isTooMuchWork { sources.findings.report(error.finding) }
      return nil
    }
    return ComposedManifest(
      entry: entry.file, files: sources.loaded.compactMap(\.document), scopes: base.scopes.values,
      defaultStage: entry.defaultStage, stages: stages,
      resolvedPaths: sources.loaded.filter { $0.document != nil }.map(\.resolved),
      declaredStages: base.stages.map(\.name), lacksImports: lacksImports, work: sources.work)
  }

  static func readEntry(_ input: ManifestInput, _ sources: inout FileSources) -> (Manifest, FilePlace)? {
    let files = sources.files
    let resolved: String
    do {
      resolved = try files.locate(input.path)
    } catch .missing {
      resolved = input.path
    } catch {
      // Without the resolved path, it is unknown which files the manifest may import.
      sources.findings.report(nowhere(input.path, error, of: input, sources))
      return nil
    }
    let folder = FilePath.folder(of: input.path)
    let file: LoadedFile
    switch input {
    case .path(let path):
      if let outside = linkOutOfBound(path, sources) {
        sources.findings.report(outside)
        return nil
      }
      guard let loaded = sources.load(FilePlace(path: path, resolved: resolved)) else { return nil }
      file = loaded
    case .text(let source): file = sources.load(source, resolved: resolved)
    }
    sources.findings.report(contentsOf: file.findings)
    guard let manifest = file.manifest else { return nil }
    guard manifest.kind.value == .manifest else {
      // A misspelled kind is already reported.
      if !file.findings.contains(where: { $0.location == manifest.kind.location }) {
        sources.findings.report(
          .wrongShape, "expected a manifest, found an overlay, which cannot be used alone",
          at: manifest.kind.location,
          help: ["check the manifest that uses it, or add it to a manifest with \(sources.options.overlaysGivenBy)"])
      }
      return nil
    }
    var folders: [Confinement] = []
    let root = FilePath.normalized(FilePath.join(folder, manifest.root?.value ?? "."), files)
    func confine(to path: String, _ name: String, _ remedy: String) -> Bool {
      guard let resolved = FilePath.resolvedEvenIfMissing(path, files) else {
        sources.findings.report(nowhere(path, .failed("its path cannot be resolved"), of: input, sources))
        return false
      }
      folders.append(Confinement(resolved: resolved, name: name, remedy: "move the file into it, or \(remedy)"))
      return true
    }
    if let bound = sources.options.root, !confine(to: bound, "the root folder '\(bound)'", sources.options.rootRemedy) {
      return nil
    }
    let isConfined = confine(
      to: root, "the manifest's root, '\(root.isEmpty ? "." : root)'",
      "widen the root in the entry manifest, as in root: ..")
    guard isConfined else { return nil }
    // The manifest itself is in each folder above it.
    if let written = manifest.root, let own = folders.last, !FilePath.isInside(file.resolved, own.resolved),
      let finding = missingRoot(written, at: root, files)
    {
      sources.findings.report(finding)
    }
    return (manifest, FilePlace(path: input.path, resolved: resolved, confinements: folders))
  }

  /// A finding if the manifest's `root` is not a folder.
  private static func missingRoot(
    _ written: Located<String>, at path: String, _ files: any FileAccess
  ) -> Diagnostic? {
    do {
      _ = try files.list(path.isEmpty ? "." : path)
      return nil
    } catch .missing, .notRegular {
      var finding = Diagnostic(
        .wrongShape, "'\(written.value)' is not a folder", at: written.location,
        help: ["write the path of the folder that imports and overlays may not leave, or list services under 'roots'"])
      finding.hides = [Absence(.root)]
      return finding
    } catch {
      return nil
    }
  }

  private static func nowhere(
    _ path: String, _ problem: FileProblem, of input: ManifestInput, _ sources: FileSources
  ) -> Diagnostic {
    .unreadable(problem, path, at: SourceFile(path: input.path, bytes: []).beginning, sources.options.limits)
  }

  /// A finding if a link inside the root folder leads outside the folder. A path given on the command line may itself
  /// be outside the folder.
  private static func linkOutOfBound(_ path: String, _ sources: FileSources) -> Diagnostic? {
    let files = sources.files
    guard let root = sources.options.root, let bound = FilePath.resolvedEvenIfMissing(root, files),
      let resolved = files.resolve(path), !FilePath.isInside(resolved, bound)
    else { return nil }
    let folder = FilePath.folder(of: path)
    let place = SourceFile(path: path, lines: 1).beginning
    let unlinked: String
    do {
      unlinked = FilePath.join(try files.locate(folder.isEmpty ? "." : folder), String(FilePath.name(of: path)))
    } catch {
      return .unreadable(error, path, at: place, sources.options.limits)
    }
    let written = FilePath.join(files.resolve(".") ?? "/", path)
    let isInside = FilePath.isInside(FilePath.withoutDots(written), bound)
    guard unlinked != resolved || isInside else { return nil }
    return Diagnostic(
      .importEscapesRoot, "'\(path)' is a link to a place outside the root folder '\(root)'", at: place,
      help: ["replace the link with the file itself, or \(sources.options.rootRemedy)"], symbol: "link")
  }
}

extension [ComposedStage] {
  /// Makes the named parameters secret in every stage, wherever they are declared secret.
  fileprivate mutating func hide(_ names: Set<String>) {
    guard !names.isEmpty else { return }
    // Stages that share a definition must also share its secret copy.
    var hidden: [ObjectIdentifier: ComposedParameter] = [:]
    for stage in indices {
      for index in self[stage].parameters.indices {
        let parameter = self[stage].parameters[index]
        guard !parameter.isSecret, names.contains(parameter.name.value) else { continue }
        let secret =
          hidden[ObjectIdentifier(parameter)]
          ?? parameter.copy(traits: parameter.traits.union(.secret), isSecretByName: true)
        hidden[ObjectIdentifier(parameter)] = secret
        self[stage].parameters[index] = secret
      }
    }
  }
}

extension Composer {
  /// Determines a file's kind and imports without composing it, to find the entry manifests in a folder.
  package static func survey(
    _ input: ManifestInput, world: World, options: CompositionOptions, keys: KeyNames = KeyNames(),
    documents: DocumentCache
  ) -> FileSurvey {
    var sources = FileSources(files: world.files, options: options, keys: keys, cache: documents)
    let entry = readEntry(input, &sources)
    let findings = sources.findings
    guard let file = sources.loaded.first else { return .unreadable(findings.findings) }
    guard let root = file.document?.root else {
      return file.document == nil ? .notYAML(file.source) : .other
    }
    // A mistake in a file may hide an import.
    var doubtful = findings.hasErrors ? [file.source] : []
    guard root[ManifestKey.configdi] != nil else { return .other }
    if root[ManifestKey.kind]?.text == Manifest.Kind.overlay.rawValue { return .overlay }
    guard let (manifest, place) = entry else {
      return findings.findings.contains { $0.rule == .unreadableFile }
        ? .unreadable(findings.findings) : .manifest(imports: [], unread: [], doubtful: doubtful)
    }
    var walk = ImportWalk()
    var imports: Set<String> = []
    let found = sources.collecting { sources in
      walk.run(from: manifest, at: place, &sources) { _, imported, _ in imports.insert(imported.resolved) }
    }
    imports.remove(place.resolved)
    if found.hasErrors { doubtful = sources.loaded.map(\.source) }
    return .manifest(
      imports: imports, unread: found.findings.filter { $0.rule == .unreadableFile }, doubtful: doubtful)
  }
}

package enum FileSurvey: Sendable {
  /// A manifest, with the absolute, resolved paths of all direct and indirect imports, and the reasons why some could
  /// not be read. `doubtful` lists the manifest's files that may have other, unknown imports.
  case manifest(imports: Set<String>, unread: [Diagnostic], doubtful: [SourceFile])
  case overlay
  /// YAML without the key `configdi`, or an empty file.
  case other
  case notYAML(SourceFile)
  /// A file that could not be read, and why.
  case unreadable([Diagnostic])
}
