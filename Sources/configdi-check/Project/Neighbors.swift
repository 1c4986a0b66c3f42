import ConfigDI

/// The repository's other manifests, which the command line does not name but which may read the same files.
struct Neighbors {
  private let manifests: [(source: ManifestToCheck, reads: Set<String>)]
  private let environment: [String: String]

  /// - Parameters:
  ///   - run: The manifests in the run.
  ///   - searched: The folders whose manifests are all in the run.
  init(of run: [WiredManifest], searched: [String], _ arguments: Arguments, _ console: Console) throws {
    environment = console.environment
    let files = console.files
    // With an overlay from the command line, a manifest in the run differs from the same manifest in the repository.
    let entries = arguments.has(.overlay) ? Set(run.compactMap { files.resolve($0.path) }) : []
    let known = run.reduce(into: Set<String>()) { known, manifest in
      known.formUnion(manifest.checked.composed?.resolvedPaths ?? [])
      if let entry = files.resolve(manifest.path) { known.insert(entry) }
    }.subtracting(entries)
    let search = Self.search(beside: run, searched.compactMap { files.resolve($0) }, arguments, console)
    let project = try Project(arguments.keeping([.root, .module] + Option.limits), console, searching: search)
    let catalog = run.lazy.compactMap(\.source.catalog).first
    let sources = project.sources.filter { source in
      !known.contains(files.resolve(source.input.path) ?? source.input.path)
    }.map { source in
      var source = source
      if arguments.has(.catalog) || arguments.has(.catalogFrom) { source.catalog = source.catalog ?? catalog }
      return source
    }
    let reads = Parallel.map(sources.count) { [world = project.world, documents = project.documents] index in
      let composed = Spelling.$budget.withValue(Spelling.Budget()) {
        sources[index].composed(world, documents: documents)
      }
      return Set(composed?.resolvedPaths ?? [])
    }
    manifests = Array(zip(sources, reads))
  }

  /// Checks the manifests that read one of these files.
  ///
  /// - Parameter paths: The files, as absolute paths with links resolved.
  func check(reading paths: Set<String>, in files: any FileAccess) -> [WiredManifest] {
    let readers = manifests.filter { !$0.reads.isDisjoint(with: paths) }.map(\.source)
    let world = World(files: files, environment: environment)
    let documents = DocumentCache()
    return Parallel.map(readers.count) { index in
      WiredManifest(source: readers[index], checked: readers[index].checked(in: world, documents))
    }
  }

  /// The folders whose manifests may read files that the run also reads: the whole root folder or, if there is no root
  /// folder, the folders between each manifest and its files. Without a root folder, a manifest reads nothing above its
  /// own folder.
  private static func search(
    beside run: [WiredManifest], _ searched: [String], _ arguments: Arguments, _ console: Console
  ) -> (folders: [String], isDeep: Bool) {
    func isSearched(_ folder: String) -> Bool { searched.contains { FilePath.isInside(folder, $0) } }
    if let bound = arguments[.root] ?? console.repositoryFolder {
      return (FilePath.resolvedEvenIfMissing(bound, console.files).map(isSearched) == false ? [bound] : [], true)
    }
    var folders: Set<String> = []
    for manifest in run {
      guard let entry = console.files.resolve(manifest.path) else { continue }
      let top = FilePath.folder(of: entry)
      for path in [entry] + (manifest.checked.composed?.resolvedPaths ?? []) {
        var folder = FilePath.folder(of: path)
        while FilePath.isInside(folder, top), !isSearched(folder), folders.insert(folder).inserted, folder != top {
          folder = FilePath.folder(of: folder)
        }
      }
    }
    return (folders.sorted(), false)
  }
}
