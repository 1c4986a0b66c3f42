import ConfigDI

/// Paths relative to the repository's root, for CI services, which do not know the working directory.
struct RepositoryPaths: Sendable {
  /// The path components of the root and the working directory, both absolute.
  private let root: [String]
  private let workingDirectory: [String]

  init(root: String = "/", workingDirectory: String = "/") {
    self.root = Self.components(root)
    self.workingDirectory = Self.components(workingDirectory)
  }

  /// Creates paths relative to the outermost repository inside the folder that the CI service names, so that a checkout
  /// below that folder is the root, but a submodule is not. Without such a folder, the nearest repository is the root, or
  /// else the working directory.
  ///
  /// - Parameter repositories: The repositories around the files, the nearest first.
  init(workingDirectory: String, environment: [String: String], repositories: [String]) {
    let here = Self.components(workingDirectory)
    let repositories = repositories.map { Self.components($0) }
    let announced = ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"].compactMap { environment[$0] }
      .map { Self.components($0) }.first { !$0.isEmpty && here.starts(with: $0) }
    root =
      announced.map { folder in repositories.last { $0.starts(with: folder) } ?? folder } ?? repositories.first ?? here
    self.workingDirectory = here
  }

  func relative(_ path: String) -> String {
    let absolute = Self.components(path, from: path.hasPrefix("/") ? [] : workingDirectory)
    let common = zip(absolute, root).prefix { $0 == $1 }.count
    let up = [String](repeating: "..", count: root.count - common)
    return (up + absolute.dropFirst(common)).joined(separator: "/")
  }

  /// The absolute path for a path relative to the root.
  func absolute(_ path: String) -> String {
    "/" + Self.components(path, from: root).joined(separator: "/")
  }

  /// An absolute path made relative to the root; other paths are unchanged.
  func shortened(_ path: String) -> String {
    path.hasPrefix("/") ? relative(path) : path
  }

  private static func components(_ path: String, from base: [String] = []) -> [String] {
    path.split(separator: "/").reduce(into: base) { result, part in
      if part == ".." { _ = result.popLast() } else if part != "." { result.append(String(part)) }
    }
  }
}
