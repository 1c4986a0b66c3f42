/// Resolved folders that a file may not leave: it must be in each of them.
struct Confinement {
  struct Folder {
    let resolved: String
    /// The name of the folder in messages.
    let name: String
    /// The remedy if a file is outside.
    let remedy: String
  }

  let folders: [Folder]

  /// The first folder that a resolved path is outside of.
  func boundary(passedBy resolved: String) -> Folder? {
    folders.first { !FilePath.isInside(resolved, $0.resolved) }
  }
}
