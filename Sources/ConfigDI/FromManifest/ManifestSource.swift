/// The source of a manifest or an overlay: a path, a text, or a type of the program that gives one of these.
///
/// A string is a path:
///
/// ```swift
/// try Container(manifest: "config/app.yaml", registry: registry)
/// try Container(manifest: .yaml("configdi: 1\nservices: { Clock: systemClock }"), registry: registry)
/// ```
public protocol ManifestSource: Sendable {
  /// The path or text. Read when a container is built or a check begins.
  var location: ManifestLocation { get throws }
}

/// A manifest's path, or its text under a name.
public enum ManifestLocation: ManifestSource {
  /// A file; a relative path is relative to the working directory.
  case path(String)
  /// A text. Findings use its name, and its relative paths are relative to the name's folder.
  case text(String, name: String)

  public var location: ManifestLocation { self }
}

extension String: ManifestSource {
  /// The string is a path.
  public var location: ManifestLocation { .path(self) }
}

extension ManifestSource where Self == ManifestLocation {
  /// A manifest's text.
  public static func yaml(_ text: String, named name: String = "<manifest>") -> ManifestLocation {
    .text(text, name: name)
  }
}

extension ManifestLocation {
  var input: ManifestInput {
    switch self {
    case .path(let path): .path(path)
    case .text(let text, let name): .text(SourceFile(path: name, bytes: Array(text.utf8)))
    }
  }
}
