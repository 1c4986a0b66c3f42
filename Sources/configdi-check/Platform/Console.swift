import ConfigDI

/// The program's input and output, and facts about its environment. They are passed in so that tests can replace them.
struct Console: Sendable {
  /// Writes to standard output: findings, and other requested results.
  let write: @Sendable (String) -> Void
  /// Writes bytes that are not text to standard output.
  var writeBytes: @Sendable ([UInt8]) -> Void = { _ in }
  /// Writes to standard error: the summary, progress, and the tool's own errors.
  let tell: @Sendable (String) -> Void
  /// Reads all of standard input; throws if it exceeds the limit.
  let readInput: @Sendable (_ limit: Int) throws(FileProblem) -> [UInt8]
  /// Waits for input, and returns the new bytes; empty at the end of the input.
  var readPart: @Sendable () -> [UInt8] = { [] }
  var files: any FileAccess
  let environment: [String: String]
  /// The absolute path of the working directory.
  let workingDirectory: String
  /// The absolute path of this program; `nil` if unknown.
  var program: String? = nil
  let isOutputTerminal: Bool
  let isErrorTerminal: Bool
  /// The width of the terminal in columns; 80 if there is none.
  let width: Int
  /// Why writing to standard output failed; `nil` if it did not.
  var outputProblem: @Sendable () -> String? = { nil }
  /// Whether the reader of standard output has closed the pipe.
  var isOutputClosed: @Sendable () -> Bool = { false }

  /// Whether to color standard output or, if `told`, messages on standard error.
  func usesColor(_ choice: String?, told: Bool = false) -> Bool {
    if choice == "always" || choice == "never" { return choice == "always" }
    if let value = environment["NO_COLOR"], !value.isEmpty { return false }
    if let value = environment["FORCE_COLOR"], !value.isEmpty { return value != "0" && value != "false" }
    return (told ? isErrorTerminal : isOutputTerminal) && environment["TERM"] != "dumb"
  }

  /// Whether standard error can show a progress bar, which is redrawn in place.
  var showsProgress: Bool { isErrorTerminal && environment["TERM"] != "dumb" }

  /// The contents of a file that the command line or the configuration names.
  func bytes(of path: String, as name: String, limit: Int) throws(Failure) -> [UInt8] {
    do { return try files.read(path, limit: limit) } catch { throw failure(error, path, name) }
  }

  /// Whether a path that the command line names is a folder. Throws if it does not exist or cannot be read.
  func isFolder(_ path: String, mayBeCommand: Bool = false) throws(Failure) -> Bool {
    do {
      _ = try files.locate(path)
      _ = try files.list(path)
      return true
    } catch {
      if case .notRegular = error { return false }
      throw failure(error, path, path, mayBeCommand: mayBeCommand)
    }
  }

  /// The path with links resolved, which is the same for all names of a file; `nil` if nothing is there.
  func located(_ path: String, as name: String? = nil) throws(Failure) -> String? {
    do {
      return try files.locate(path)
    } catch {
      if error == .missing { return nil }
      throw failure(error, path, name ?? path)
    }
  }

  private func failure(_ problem: FileProblem, _ path: String, _ name: String, mayBeCommand: Bool = false) -> Failure {
    problem == .missing
      ? .noSuchPath(path, self, mayBeCommand: mayBeCommand)
      : Failure("cannot read \(name): \(problem.explanation)")
  }

  /// The absolute path of a file, from a path relative to the working directory.
  func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FilePath.withoutDots(FilePath.join(workingDirectory, path))
  }

  /// A file's path as people would write it in the working directory.
  func shown(_ absolute: String) -> String {
    RepositoryPaths(root: workingDirectory, workingDirectory: workingDirectory).relative(absolute)
  }

  /// Makes paths relative to the working directory or, if the entry manifest is elsewhere, to the manifest's folder.
  func paths(besides entry: String) -> RepositoryPaths {
    let isElsewhere = entry.hasPrefix("/") && (workingDirectory == "/" || shown(entry).hasPrefix("../"))
    let root = isElsewhere ? FilePath.folder(of: entry) : workingDirectory
    return RepositoryPaths(root: root, workingDirectory: workingDirectory)
  }

  /// The folder that must contain any file that is written through a link: `--root`, else the repository, else the
  /// working directory.
  func writingBound(_ arguments: Arguments) -> Bound {
    let folder = arguments[.root] ?? repositoryFolder ?? workingDirectory
    return Bound(folder: files.resolve(folder) ?? folder, workingDirectory: workingDirectory)
  }

  /// Makes paths relative to the repository around the working directory or, if the manifest is elsewhere, to the
  /// manifest's repository.
  func repository(of manifest: String?) -> RepositoryPaths {
    var folders = repositoryFolders(around: workingDirectory)
    if let manifest {
      let place = FilePath.withoutDots(FilePath.join(workingDirectory, FilePath.folder(of: manifest)))
      if folders.first.map({ !FilePath.isInside(place, $0) }) ?? true {
        let others = repositoryFolders(around: place)
        if !others.isEmpty { folders = others }
      }
    }
    return RepositoryPaths(workingDirectory: workingDirectory, environment: environment, repositories: folders)
  }

  /// The nearest folder with a `.git`: the working directory or a folder that contains it.
  var repositoryFolder: String? { repositoryFolders(around: workingDirectory).first }

  private func repositoryFolders(around folder: String) -> [String] {
    FilePath.enclosing(folder).filter { files.resolve(FilePath.join($0, ".git")) != nil }
  }
}
