import ConfigDI

/// The folders that a configuration file's paths may not leave: the bound of the command line, or the file's own
/// folder.
struct ConfigurationBound {
  /// The bound, absolute, links resolved; `nil` if the command line has none.
  let bound: String?
  /// The configuration file's own folder, resolved.
  let own: String
  let files: any FileAccess

  /// The folder that a path leaves; `nil` if none.
  func folder(leftBy path: String) -> String? {
    let folder = bound ?? own
    guard let resolved = FilePath.resolvedEvenIfMissing(path, files) else { return folder }
    let isInside = FilePath.isInside(resolved, folder) || FilePath.isInside(resolved, own)
    return isInside ? nil : folder
  }
}
