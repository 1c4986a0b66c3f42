import ConfigDI

/// The result of checking a root: the findings, and facts about each manifest.
struct CheckedRoot: Sendable {
  let generation: Int
  /// The versions of the open documents that the findings refer to.
  private(set) var versions: [String: Int]
  let documents: DocumentCache
  /// The findings, sorted.
  private(set) var findings: [Diagnostic]
  /// Why nothing could be checked; `nil` if the check ran.
  private(set) var failure: Failure?
  private(set) var manifests: [Manifest] = []
  /// The indices of the manifests that contain each file, by the file's path in messages.
  private(set) var manifestsOfFile: [String: [Int]] = [:]
  /// The folders that were searched completely, so that `manifests` includes all of their manifests.
  private(set) var searched: [String] = []
  /// The absolute paths of the folders with the programs' Swift sources.
  private var sourceFolders: [String] = []
  let files: WorkspaceFiles
  var root: String { files.root }
  /// Maps each absolute path, with links resolved, to the path in messages.
  private(set) var knownPaths: [String: String]
  /// Maps each path in messages to the absolute path.
  private var absolutePaths: [String: String]
  /// The absolute paths of all files and folders that the check looked for, including missing ones. Empty if the client
  /// reports changes itself.
  var lookedFor: Set<String> = []
  /// The catalogs, for reuse by the next check.
  private(set) var catalogs: CatalogLoader?
  /// The Swift files in the repository; `nil` if there is no catalog file.
  private(set) var swift: SwiftSources?

  /// An entry manifest, and the facts that the check found about it.
  struct Manifest: Sendable {
    let source: ManifestToCheck
    let checked: CheckedManifest
    /// The absolute paths of the manifest's files, with links resolved.
    let paths: [String]
    let why: WhyIndex?
    /// The versions of the open documents that these facts are based on.
    let versions: [String: Int]

    /// Whether all of the manifest's files are valid YAML.
    var isWhole: Bool { graph != nil && !checked.diagnostics.findings.contains { $0.rule == .yamlSyntax } }
    var catalog: CatalogIndex? { source.catalog }
    var graph: DependencyGraph? { checked.graph }
    var composed: ComposedManifest? { checked.composed }
  }

  init(job: CheckJob, project: Project, checked: [WiredManifest], report: Report) {
    let catalogs = Dictionary(
      firstOf: project.sources.compactMap(\.catalog?.catalog).compactMap { catalog in
        catalog.file.map { ($0.path, catalog) }
      })
    let swift = catalogs.isEmpty ? nil : SwiftSources(around: job.root, job.files)
    // If a program's sources were given, they have already been compared with its catalog.
    let compared = Set(project.sources.filter { $0.program != nil }.compactMap { $0.catalog?.catalog.file?.path })
    let remarks = catalogs.filter { !compared.contains($0.key) }.sorted { $0.key < $1.key }.flatMap {
      swift?.differences(from: $0.value, command: CatalogLoader.command(writing: $0.key)) ?? []
    }
    let read = checked.map { Set(($0.checked.composed?.files.map(\.file.path) ?? []) + [$0.path]) }
    let programs = project.sources.compactMap(\.program)
    let others = project.configurations.files + project.catalogs.files + programs.flatMap { $0.files.map(\.path) }
    self.init(job, project.documents, findings: report.diagnostics + remarks, paths: others + read.joined())
    self.catalogs = project.catalogs
    self.swift = swift
    searched = project.searched
    sourceFolders = Set(programs.flatMap { $0.sources.folders.map(\.path) }).map(files.resolvedEvenIfMissing)
    for (index, paths) in read.enumerated() {
      for path in paths { manifestsOfFile[path, default: []].append(index) }
    }
    manifests = zip(checked, read).map { manifest, paths in
      let (source, checked) = (manifest.source, manifest.checked)
      return Manifest(
        source: source, checked: checked, paths: paths.compactMap { absolutePaths[$0] }.sorted(),
        why: checked.graph.map { WhyIndex($0, requests: ServiceRequests(of: source.program, in: $0)) },
        versions: job.versions)
    }
  }

  init(job: CheckJob, error: any Error, documents: DocumentCache) {
    self.init(job, documents, findings: (error as? BadInput)?.findings ?? [], paths: [])
    failure =
      switch error {
      case let error as Failure: error
      case is BadInput: nil
      default: Failure("\(error)")
      }
  }

  /// - Parameter paths: The paths in messages of the files that were read, besides those with findings.
  private init(_ job: CheckJob, _ documents: DocumentCache, findings: [Diagnostic], paths: [String]) {
    generation = job.generation
    versions = job.versions
    files = job.files
    self.documents = documents
    self.findings = findings
    let paths = Set(paths + findings.compactMap { $0.place?.file.path })
    absolutePaths = Dictionary(firstOf: paths.map { ($0, job.files.resolvedEvenIfMissing($0)) })
    knownPaths = Dictionary(firstOf: absolutePaths.sorted { $0.key < $1.key }.map { ($0.value, $0.key) })
  }

  /// This result, but with the facts from an earlier check for each manifest that is currently not valid YAML. Without
  /// any manifest, only the findings are new: the earlier manifests still explain the documents.
  func keepingMeaning(of earlier: CheckedRoot) -> CheckedRoot {
    var copy = manifests.isEmpty ? earlier : self
    (copy.findings, copy.failure, copy.versions) = (findings, failure, versions)
    for (index, manifest) in manifests.enumerated() where !manifest.isWhole {
      let path = manifest.source.input.path
      guard let old = earlier.manifests.firstIndex(where: { $0.isWhole && $0.source.input.path == path }) else {
        continue
      }
      copy.manifests[index] = earlier.manifests[old]
      for (path, positions) in earlier.manifestsOfFile where positions.contains(old) {
        if copy.manifestsOfFile[path]?.contains(index) != true { copy.manifestsOfFile[path, default: []].append(index) }
        let absolute = earlier.resolved(path)
        copy.absolutePaths[path] = absolute
        if copy.knownPaths[absolute] == nil { copy.knownPaths[absolute] = path }
      }
    }
    return copy
  }

  /// The oldest version of a document to which findings or facts about a manifest still refer; `nil` if none refer to
  /// the document.
  func oldestVersion(of path: String) -> Int? {
    ([versions[path]] + manifests.map { $0.versions[path] }).compactMap { $0 }.min()
  }

  /// Whether a file is, or would be, one of the Swift files that the check searches.
  func isSource(_ path: String) -> Bool {
    path.hasSuffix(".swift")
      && (sourceFolders + [swift?.root].compactMap { $0 }).contains { FilePath.isInside(path, $0) }
  }

  /// The absolute path of a file, after links are resolved.
  func resolved(_ path: String) -> String {
    absolutePaths[path] ?? files.resolvedEvenIfMissing(path)
  }
}
