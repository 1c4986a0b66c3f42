import ConfigDI

/// Finds the Swift sources that belong to manifests, and reads each set of sources once.
struct ProgramFinder {
  private let arguments: Arguments
  private let console: Console
  private let calls: CallCache
  private var known: [[SourceFolders.Folder]: ProgramCalls] = [:]
  /// The Swift files that contain calls.
  private(set) var files: [String] = []

  init(_ arguments: Arguments, _ console: Console, _ calls: CallCache) {
    self.arguments = arguments
    self.console = console
    self.calls = calls
  }

  /// The calls in a manifest's program; `nil` if the program has no sources, or if they should not be read.
  mutating func program(of source: ManifestToCheck) throws(Failure) -> ProgramCalls? {
    guard !arguments.has(.noSources) else { return nil }
    if arguments.has(.sources) {
      for folder in arguments.all(.sources) where try !console.isFolder(folder) {
        throw Failure("--sources names \(folder), which is not a folder")
      }
      return read(named: arguments.all(.sources), package: nil)
    }
    let package = package(of: source)
    if let folders = source.configuration.sources {
      let folder = source.configuration.folder
      return folders.isEmpty ? nil : read(named: folders, package: package ?? (folder.isEmpty ? "." : folder))
    }
    guard let package else { return nil }
    let (folders, unread) = SourceFolders.folders(
      ofPackage: package, console.files, limit: Limits(arguments).fileBytes)
    return read(folders, unread, package: package)
  }

  private mutating func read(named folders: [String], package: String?) -> ProgramCalls {
    read(folders.map { SourceFolders.Folder(path: FilePath.withoutFinalSlashes($0)) }, package: package)
  }

  private mutating func read(
    _ folders: [SourceFolders.Folder], _ unread: [SourceLocation] = [], package: String?
  ) -> ProgramCalls {
    if let program = known[folders] { return program }
    let sources = SourceFolders(folders, console.files, limit: Limits(arguments).fileBytes)
    let program = ProgramCalls(sources, calls, package: package, unread: unread)
    known[folders] = program
    files += program.files.map(\.path)
    return program
  }

  /// The folder of the innermost package around a manifest, inside the root folder; `nil` for a test manifest.
  private func package(of source: ManifestToCheck) -> String? {
    let path = source.input.path
    let written = FilePath.folder(of: path)
    guard let start = console.files.resolve(written.isEmpty ? "." : written),
      var bound = source.options.root.flatMap({ console.files.resolve($0) })
    else { return nil }
    // Without a repository the bound is the manifest's own folder, but people work in the package's folder.
    if !arguments.has(.root), source.configuration.root == nil, console.repositoryFolder == nil,
      FilePath.isInside(start, console.workingDirectory)
    {
      bound = console.workingDirectory
    }
    let package = FilePath.enclosing(start).prefix { FilePath.isInside($0, bound) }.first { folder in
      let manifest = console.files.resolve(FilePath.join(folder, SourceFolders.manifest))
      return manifest.map { FilePath.isInside($0, bound) } ?? false
    }
    guard let package else { return nil }
    let below = start.dropFirst(package.count).drop { $0 == "/" }
    guard below != "Tests", !below.hasPrefix("Tests/") else { return nil }
    return shown(package, besides: written, below: below)
  }

  /// The package's folder, written like the manifest's path: absolute, or relative to the working directory.
  private func shown(_ folder: String, besides written: String, below: Substring) -> String {
    if written.hasPrefix("/") {
      let path = FilePath.withoutDots(written)
      guard path.hasSuffix("/\(below)") || below.isEmpty else { return folder }
      let shortened = String(path.dropLast(below.isEmpty ? 0 : below.count + 1))
      return shortened.isEmpty ? "/" : shortened
    }
    let shown = console.shown(folder)
    return shown.isEmpty ? "." : shown
  }
}
