import ConfigDI

/// The manifests that a command line names, found, configured and ready to be checked.
struct Project {
  let arguments: Arguments
  let console: Console
  let documents: DocumentCache
  private(set) var sources: [ManifestToCheck] = []
  private(set) var configurations: ConfigurationFinder
  private(set) var catalogs: CatalogLoader
  /// The findings about the searched folders.
  private(set) var findings: [Diagnostic] = []
  /// Files and folders that may affect the result when they change, besides the manifests' own files.
  private(set) var watched: [String] = []
  /// The folders whose manifests, including those in nested folders, all belong to the project.
  private(set) var searched: [String] = []
  private let repositoryRoot: String?
  private let variables: [String: String]?
  private let stages: StageSelection
  /// The configuration settings that no flag overrides.
  private let used: [ConfigurationFile.Field]
  private var programs: ProgramFinder
  let world: World

  /// - Parameters:
  ///   - catalogs: The catalogs from an earlier check of the same manifests.
  ///   - documents: The unchanged files from an earlier check.
  ///   - readsBaseline: Whether the run reads the baseline that a configuration names.
  ///   - readsSources: Whether the run reads the program's Swift sources.
  ///   - calls: The calls that an earlier check found in Swift files.
  ///   - search: The folders to search for manifests, possibly in vain, and whether to search nested folders. By
  ///     default, the arguments name the manifests.
  init(
    _ arguments: Arguments, _ console: Console, catalogs: CatalogLoader? = nil,
    documents: DocumentCache = DocumentCache(), readsBaseline: Bool = false, readsSources: Bool = false,
    calls: CallCache = CallCache(), searching search: (folders: [String], isDeep: Bool)? = nil
  ) throws {
    self.documents = documents
    self.arguments = arguments
    self.console = console
    if let root = arguments[.root], try !console.isFolder(root) {
      throw Failure("--root names \(root), which is not a folder")
    }
    for (_, folder) in arguments.pairs(.module) where try !console.isFolder(folder) {
      throw Failure("--module names \(folder), which is not a folder")
    }
    let bound = arguments[.root] ?? console.repositoryFolder
    configurations = ConfigurationFinder(
      console, bound: bound.flatMap { FilePath.resolvedEvenIfMissing($0, console.files) })
    self.catalogs = CatalogLoader(arguments, console, reusing: catalogs)
    repositoryRoot = console.repositoryFolder
    stages = arguments.has(.stages) ? .named(arguments.all(.stages)) : .all
    let usesSources = readsSources && !arguments.has(.sources) && !arguments.has(.noSources)
    used =
      (arguments.has(.catalog) ? [] : [.catalog]) + (readsBaseline ? [.baseline] : [])
      + (usesSources ? [.sources] : [])
    programs = ProgramFinder(arguments, console, calls)
    world = World(files: console.files, environment: console.environment)
    variables = try arguments.environment(console)
    if let search {
      var found: [String] = []
      for folder in search.folders { found += candidates(in: folder, isDeep: search.isDeep) }
      sources = try entries(among: found)
    } else {
      try findSources()
    }
    let problems = configurations.findings.sorted()
    guard problems.isEmpty else { throw BadInput(findings: problems) }
    if arguments.has(.requireCatalog), let source = sources.first(where: { $0.catalog == nil }) {
      throw CatalogLoader.missing(forManifestAt: source.input.path, source.configuration)
    }
    if readsSources {
      for index in sources.indices { sources[index].program = try programs.program(of: sources[index]) }
      watched += programs.files
    }
    watched += configurations.files + self.catalogs.files + arguments.all(.envFile)
  }

  private mutating func findSources() throws {
    var paths = arguments.positionals
    if paths.isEmpty {
      let configuration = configurations.configuration(in: arguments[.project] ?? "")
      paths = configuration.paths
      if configuration.unusable[.paths] != nil {
        configurations.require([.paths] + used, of: configuration)
        throw BadInput(findings: configurations.findings.sorted())
      }
    }
    if paths.isEmpty { paths = [arguments[.project] ?? "."] }
    var seen: Set<String> = []
    var names: [String: String] = [:]
    for path in paths {
      for source in try manifests(at: path) {
        let path = source.input.path
        let resolved = try console.located(path) ?? path
        guard seen.insert(resolved).inserted else { continue }
        sources.append(source)
        // A link's own folder may differ from that of the file.
        let own = FilePath.join(FilePath.folder(of: path), ".")
        let folder = try console.located(own) ?? own
        if FilePath.join(folder, String(FilePath.name(of: path))) == resolved { names[resolved] = path }
      }
    }
    // A file that another manifest imports keeps its name, so that its findings are merged.
    for index in sources.indices { sources[index].options.names = names }
  }

  private mutating func manifests(at path: String) throws -> [ManifestToCheck] {
    if path == "-" { return [try standardInput()] }
    watched.append(path)
    guard try console.isFolder(path, mayBeCommand: true) else { return [try source(.path(path))] }
    let folder = FilePath.withoutFinalSlashes(path)
    searched.append(folder)
    let entries = try entries(among: candidates(in: folder, isDeep: true))
    guard !entries.isEmpty || findings.isEmpty else { throw BadInput(findings: findings) }
    guard !entries.isEmpty else {
      // A mistake in a configuration may be the reason.
      let problems = configurations.findings.sorted()
      guard problems.isEmpty else { throw BadInput(findings: problems) }
      throw Failure.noManifest(path)
    }
    return entries
  }

  /// The files in a folder that may be manifests.
  private mutating func candidates(in folder: String, isDeep: Bool) -> [String] {
    let root = arguments[.root] ?? repositoryRoot ?? folder
    var finder = ManifestFinder(
      files: console.files, limit: Limits(arguments).fileBytes,
      bound: FilePath.resolvedEvenIfMissing(root, console.files) ?? root)
    let found = finder.candidates(in: folder, isDeep: isDeep)
    watched += finder.folders
    findings += finder.findings
    return found
  }

  private mutating func standardInput() throws -> ManifestToCheck {
    let limit = Limits(arguments).fileBytes
    let bytes: [UInt8]
    do {
      bytes = try console.readInput(limit)
    } catch .tooLarge {
      throw Failure("standard input is longer than \(limit) bytes; raise the limit with --limit file-bytes=N")
    } catch {
      throw Failure("cannot read standard input: \(error.explanation)")
    }
    return try source(.text(SourceFile(path: arguments[.stdinFilename] ?? "<stdin>", bytes: bytes)))
  }

  private mutating func source(_ input: ManifestInput) throws -> ManifestToCheck {
    let folder = FilePath.folder(of: input.path)
    let configuration = configurations.configuration(in: folder)
    configurations.require(used, of: configuration)
    var options = CompositionOptions(arguments)
    options.limits = Limits(arguments, over: configuration.limits)
    options.root = narrower(configuration.root, arguments[.root] ?? repositoryRoot ?? (folder.isEmpty ? "." : folder))
    if let file = configuration.path, options.root == configuration.root {
      options.rootRemedy = "widen 'root' in \(file)"
    }
    options.variables = variables
    options.stages = stages
    // Mistakes in a configuration are reported before any file that it names is read.
    let isSound = configurations.findings.findings.isEmpty
    let catalog = isSound ? try catalogs.catalog(forManifestAt: input.path, configuration) : nil
    return ManifestToCheck(input: input, configuration: configuration, options: options, catalog: catalog)
  }

  /// The narrower of two root folders, since a configuration file must not widen the root that the command line allows.
  private func narrower(_ configured: String?, _ bound: String) -> String {
    guard let configured, let inner = FilePath.resolvedEvenIfMissing(configured, console.files),
      let outer = FilePath.resolvedEvenIfMissing(bound, console.files), FilePath.isInside(inner, outer)
    else { return bound }
    return configured
  }

  private func survey(_ source: ManifestToCheck) -> FileSurvey {
    Composer.survey(
      source.input, world: world, options: source.options, keys: source.catalog?.names ?? KeyNames(),
      documents: documents)
  }

  /// Throws if a named file is an overlay, which cannot be checked alone.
  func refuseOverlays(_ manifests: [WiredManifest]) throws(Failure) {
    for manifest in manifests where manifest.checked.composed == nil {
      if case .overlay = survey(manifest.source) { throw Failure.overlay(manifest.path) }
    }
  }

  /// The manifests that no other manifest imports. If manifests import each other, the first of them is included.
  private mutating func entries(among paths: [String]) throws -> [ManifestToCheck] {
    var found: [(source: ManifestToCheck, resolved: String, imports: Set<String>)] = []
    // The words in manifests that may import more than could be read.
    var doubtful: Set<String> = []
    for path in paths {
      var source = try source(.path(path))
      switch survey(source) {
      case .manifest(let imports, let unread, let files):
        source.unread = unread
        for file in files { doubtful.formUnion(Self.words(of: file.bytes)) }
        found.append((source, try console.located(path) ?? path, imports))
      case .notYAML(let file) where ManifestFinder.looksLikeManifest(file.bytes):
        found.append((source, try console.located(path) ?? path, []))
        doubtful.formUnion(Self.words(of: file.bytes))
      case .unreadable(let reasons): findings += reasons
      case .overlay, .notYAML, .other: break
      }
    }
    var importers: [String: [Int]] = [:]
    for (index, manifest) in found.enumerated() {
      for path in manifest.imports { importers[path, default: []].append(index) }
    }
    return found.enumerated().filter { index, manifest in
      importers[manifest.resolved, default: []].allSatisfy { other in
        index < other && manifest.imports.contains(found[other].resolved)
      }
    }.map { _, manifest in
      var source = manifest.source
      let name = Self.words(of: FilePath.name(of: source.input.path).utf8)
      source.options.mayBePart = !doubtful.isEmpty && name.isSubset(of: doubtful)
      return source
    }
  }

  /// The manifest of a command that takes exactly one.
  func onlyManifest() throws(Failure) -> ManifestToCheck {
    guard let source = sources.first, sources.count == 1 else {
      throw Failure(
        "expected one manifest, but found \(counted(sources.count, "manifest")): \(listed(sources.map(\.input.path)))")
    }
    return source
  }

  /// The other manifests in a folder, without those of tests, ordered by their distance from a file.
  func otherManifests(in folder: String, near path: String) -> [ManifestToCheck] {
    var copy = self
    let candidates = candidates(inPackage: folder)
    let known = Set(sources.compactMap { console.files.resolve($0.input.path) })
    let found = (try? copy.entries(among: candidates)) ?? []
    func distance(_ source: ManifestToCheck) -> Int {
      -zip(source.input.path.split(separator: "/"), path.split(separator: "/")).prefix { $0 == $1 }.count
    }
    return found.filter { source in console.files.resolve(source.input.path).map { !known.contains($0) } ?? false }
      .sorted { (distance($0), $0.input.path) < (distance($1), $1.input.path) }
  }

  /// The overlays in a folder, without those of tests and those with these resolved paths.
  func overlays(in folder: String, except used: Set<String>) -> [String] {
    var copy = self
    return candidates(inPackage: folder).filter { path in
      guard let source = try? copy.source(.path(path)), case .overlay = survey(source) else { return false }
      return console.files.resolve(path).map { !used.contains($0) } ?? false
    }
  }

  /// The files in a package that may be manifests, without those of tests.
  private func candidates(inPackage folder: String) -> [String] {
    var finder = ManifestFinder(
      files: console.files, limit: Limits(arguments).fileBytes, bound: console.files.resolve(folder) ?? folder)
    return finder.candidates(in: folder, withTests: false)
  }

  /// The words in a file's text, separated by spaces, quotes, brackets, slashes and the like.
  private static func words(of text: some Sequence<UInt8>) -> Set<String> {
    let separators = Set("\"'[]{},:/ \t\r\n".utf8)
    return Set(text.split(whereSeparator: separators.contains).map { String(decoding: $0, as: UTF8.self) })
  }
}

extension Failure {
  /// Subcommands that other tools have, each with the equivalent command of this program.
  private static let habits = [
    "lint": "check PATH", "validate": "check PATH", "verify": "check PATH", "test": "check PATH", "run": "check PATH",
    "analyze": "check PATH", "version": "--version", "format": "fix PATH", "fmt": "fix PATH", "autofix": "fix PATH",
    "show": "plan PATH", "list": "plan PATH", "tree": "graph PATH", "create": "new NAME",
    "rule": "explain CODE", "rules": "explain", "generate": "keys PATH",
    "completion": "--generate-completion-script bash",
    "completions": "--generate-completion-script bash",
  ]

  /// - Parameter mayBeCommand: Whether the author may have meant a subcommand.
  static func noSuchPath(_ path: String, _ console: Console, mayBeCommand: Bool) -> Failure {
    guard !path.isEmpty else { return Failure("an argument is empty: name a file or a folder") }
    let file = FilePath.withoutFinalSlashes(path)
    guard file == path || console.files.resolve(file) == nil else {
      return Failure("\(path) is not a folder: write \(file)")
    }
    guard !path.unicodeScalars.contains("\u{FFFD}") else {
      return Failure("cannot read \(path): its name is not UTF-8; rename it so that its name is valid UTF-8")
    }
    let folder = FilePath.folder(of: path)
    let entries = console.files.entries(of: folder.isEmpty ? "." : folder) ?? []
    let names = entries.map { FilePath.join(folder, $0.name) }
    let commands = mayBeCommand ? Command.all.map(\.name) : []
    let suggestion =
      (mayBeCommand ? habits[path] : nil).map { "; write configdi-check \($0)" }
      ?? Spelling.suggestions(for: path, among: names).first.map { "; did you mean '\($0)'?" }
      ?? Spelling.suggestions(for: path, among: commands).first.map { "; did you mean the subcommand '\($0)'?" }
    return Failure(
      "no such file or folder: \(console.absolute(path)) (working directory: \(console.workingDirectory))\(suggestion ?? "")"
    )
  }

  fileprivate static func noManifest(_ folder: String) -> Failure {
    let target = folder == "." ? "" : " \(shellWord(folder))"
    return Failure(
      "no manifest in \(folder): none of its .yaml and .yml files has the top-level key 'configdi', except overlays, which are checked with the manifest that uses them; to create a manifest: configdi-check init\(target)",
      isNoManifest: true
    )
  }

  fileprivate static func overlay(_ path: String) -> Failure {
    Failure(
      "\(path) is an overlay, which cannot be checked on its own: check the manifest that uses it, or add it to a manifest with --overlay"
    )
  }
}
