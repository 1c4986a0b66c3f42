/// Folders, resolved, that a file may not leave: it has to be in each of them.
struct Confinement {
  struct Folder {
    let resolved: String
    /// How people name it.
    let name: String
    /// What to do where a file is outside.
    let remedy: String
  }

  let folders: [Folder]

  /// The first folder that a resolved path is outside of.
  func boundary(passedBy resolved: String) -> Folder? {
    folders.first { !FilePath.isInside(resolved, $0.resolved) }
  }
}
