import ConfigDI

/// What a check found in a root, and what it knows of its manifests.
struct CheckedRoot: Sendable {
  let root: String
  let generation: Int
  let versions: [String: Int]
  let documents: DocumentCache
  /// Sorted.
  private(set) var findings: [Diagnostic]
  /// Why nothing could be checked, for people; `nil` where it could.
  let failure: String?
  let manifests: [Manifest]
  /// Every file of each manifest that was read, by the path that messages use: its manifests' positions.
  let manifestsOfFile: [String: [Int]]
  /// Other files that findings may be in: configurations and catalogs.
  let otherFiles: [String]
  let files: WorkspaceFiles
  /// The absolute paths of all of these after links are resolved, each with the path of messages.
  let knownPaths: [String: String]
  /// The way back.
  private let absolutePaths: [String: String]
  /// What the next check may use again.
  let catalogs: CatalogLoader?
  /// The Swift files around; `nil` where there is no catalog to speak of them.
  let swift: SwiftSources?

  /// One entry with what is known of it.
  struct Manifest: Sendable {
    let source: ManifestToCheck
    let checked: CheckedManifest
    /// Absolute, after links are resolved.
    let paths: [String]
    let why: WhyIndex?

    var catalog: CatalogIndex? { source.catalog }
    var graph: DependencyGraph? { checked.graph }
    var composed: ComposedManifest? { checked.composed }
  }

  init(job: CheckJob, project: Project, checked: [CheckedManifest], report: Report) {
    root = job.root
    generation = job.generation
    versions = job.versions
    files = job.files
    documents = project.documents
    catalogs = project.catalogs
    let catalogs = Dictionary(
      project.sources.compactMap { $0.catalog?.catalog }.compactMap { catalog in catalog.file.map { ($0.path, catalog) }
      },
      uniquingKeysWith: { first, _ in first })
    let swift = catalogs.isEmpty ? nil : SwiftSources(around: job.root, job.files.disk)
    self.swift = swift
    let stale = swift.map(OutdatedCatalog.init)
    let remarks = catalogs.sorted { $0.key < $1.key }.flatMap { stale?.findings(in: $0.value) ?? [] }
    findings = report.diagnostics + remarks
    failure = nil
    var ofFile: [String: [Int]] = [:]
    let read = zip(project.sources, checked).map { source, checked in
      Set((checked.composed?.files.map(\.file.path) ?? []) + [source.input.path])
    }
    for (index, paths) in read.enumerated() {
      for path in paths { ofFile[path, default: []].append(index) }
    }
    manifestsOfFile = ofFile
    otherFiles = project.configurations.files + project.catalogs.files
    let absolute = Self.absolute(
      Array(ofFile.keys) + otherFiles + findings.compactMap { $0.place?.file.path }, files)
    absolutePaths = absolute
    knownPaths = Self.known(absolute)
    manifests = zip(zip(project.sources, checked), read).map { pair, paths in
      Manifest(
        source: pair.0, checked: pair.1, paths: paths.compactMap { absolute[$0] }.sorted(),
        why: pair.1.graph.map(WhyIndex.init))
    }
  }

  init(job: CheckJob, error: any Error, documents: DocumentCache) {
    root = job.root
    generation = job.generation
    versions = job.versions
    files = job.files
    self.documents = documents
    findings = (error as? BadInput)?.findings ?? []
    failure =
      switch error {
      case let error as Failure: error.message
      case is BadInput: nil
      default: "\(error)"
      }
    manifests = []
    manifestsOfFile = [:]
    otherFiles = []
    catalogs = nil
    swift = nil
    absolutePaths = Self.absolute(findings.compactMap { $0.place?.file.path }, files)
    knownPaths = Self.known(absolutePaths)
  }

  private static func absolute(_ paths: [String], _ files: WorkspaceFiles) -> [String: String] {
    Dictionary(
      Set(paths).map { ($0, files.resolve($0) ?? DocumentURI.normalized(files.absolute($0))) },
      uniquingKeysWith: { first, _ in first })
  }

  private static func known(_ absolute: [String: String]) -> [String: String] {
    Dictionary(
      absolute.sorted { $0.key < $1.key }.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
  }

  /// What was known, with what was found since.
  func with(findings: [Diagnostic]) -> CheckedRoot {
    var copy = self
    copy.findings = findings
    return copy
  }

  /// The absolute path of a file, after links are resolved.
  func resolved(_ path: String) -> String {
    absolutePaths[path] ?? files.resolve(path) ?? DocumentURI.normalized(files.absolute(path))
  }
}
