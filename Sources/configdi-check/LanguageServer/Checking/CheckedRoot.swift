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

  /// One entry with what is known of it.
  struct Manifest: Sendable {
    let source: ManifestToCheck
    let checked: CheckedManifest

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
    let catalogs = Dictionary(
      project.sources.compactMap { $0.catalog?.catalog }.compactMap { catalog in catalog.file.map { ($0.path, catalog) }
      },
      uniquingKeysWith: { first, _ in first })
    let stale =
      catalogs.isEmpty ? nil : OutdatedCatalog(SwiftSources(around: job.root, job.files.disk))
    let remarks = catalogs.sorted { $0.key < $1.key }.flatMap { stale?.findings(in: $0.value) ?? [] }
    findings = report.diagnostics + remarks
    failure = nil
    manifests = zip(project.sources, checked).map { Manifest(source: $0, checked: $1) }
    var ofFile: [String: [Int]] = [:]
    for (index, manifest) in manifests.enumerated() {
      let files = manifest.composed?.files.map(\.file.path) ?? [manifest.source.input.path]
      for path in Set(files + [manifest.source.input.path]) { ofFile[path, default: []].append(index) }
    }
    manifestsOfFile = ofFile
    otherFiles = project.configurations.files + project.catalogs.files
    knownPaths = Self.known(Array(ofFile.keys) + otherFiles + findings.compactMap { $0.place?.file.path }, files)
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
    knownPaths = Self.known(findings.compactMap { $0.place?.file.path }, files)
  }

  private static func known(_ paths: [String], _ files: WorkspaceFiles) -> [String: String] {
    Dictionary(
      paths.map { (files.resolve($0) ?? DocumentURI.normalized(files.absolute($0)), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// What was known, with what was found since.
  func with(findings: [Diagnostic]) -> CheckedRoot {
    var copy = self
    copy.findings = findings
    return copy
  }

  /// The absolute path of a file, after links are resolved.
  func resolved(_ path: String) -> String {
    files.resolve(path) ?? DocumentURI.normalized(files.absolute(path))
  }
}
