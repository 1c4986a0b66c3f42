import ConfigDI

/// Converts between file URIs, such as `file:///folder/app.yaml`, and paths.
enum DocumentURI {
  /// The absolute path; `nil` for a URI with another scheme.
  static func path(_ uri: String) -> String? {
    guard uri.hasPrefix("file://") else { return nil }
    var rest = uri.dropFirst("file://".count)
    if let slash = rest.firstIndex(of: "/") { rest = rest[slash...] } else { return nil }
    let path = String(rest).percentDecoded
    return path.utf8.contains(0) ? nil : FilePath.withoutDots(path)
  }

  static func uri(_ path: String) -> String { "file://" + path.percentEncoded(keeping: "/-._~") }
}
