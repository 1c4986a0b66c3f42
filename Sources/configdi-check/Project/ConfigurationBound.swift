import ConfigDI

/// What a configuration file may not lead out of: the bound of the command line, or the file's own folder.
struct ConfigurationBound {
  /// Absolute, links resolved; `nil` where the command line has none.
  let bound: String?
  /// The configuration file's, resolved.
  let own: String
  let files: any FileAccess

  /// The folder that a path leads out of.
  func folder(leftBy path: String) -> String? {
    let folder = bound ?? own
    guard let resolved = FilePath.resolvedEvenIfMissing(path, files) else { return folder }
    let isInside = FilePath.isInside(resolved, folder) || FilePath.isInside(resolved, own)
    return isInside ? nil : folder
  }
}
