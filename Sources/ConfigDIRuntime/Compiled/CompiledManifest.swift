/// A manifest that `configdi-check compile` has checked and compiled, for a program that reads no YAML.
struct CompiledManifest: ManifestReading {
  let source: Source
  /// The folder against which relative paths in the manifest are resolved.
  var folder = ""
  /// The manifest's name in error messages.
  var name = "<compiled manifest>"

  enum Source: Sendable {
    case path(String)
    case bytes([UInt8])
    case literal(StaticString)
  }

  static func file(_ path: String) -> CompiledManifest {
    CompiledManifest(source: .path(path), folder: FilePath.folder(of: path), name: path)
  }

  func found(_ find: (String) throws -> String) rethrows -> CompiledManifest {
    if case .path(let path) = source { .file(try find(path)) } else { self }
  }

  func levels(_ inputs: ManifestInputs) throws -> any LevelPlanning {
    guard inputs.options.overlays.isEmpty else {
      throw ManifestError(
        unusable: "'\(name)' is compiled: no overlay can be applied to it\n"
          + "  help: list the overlay in the manifest, and compile it again; or import ConfigDI, and pass the YAML")
    }
    return CompiledLevels(self, inputs)
  }

  func contents(_ files: any FileAccess, limits: Limits) throws(ManifestError) -> CompiledContents {
    let bytes: [UInt8]
    switch source {
    case .path(let path):
      do throws(FileProblem) {
        bytes = try files.read(path, limit: limits.fileBytes)
      } catch {
        throw ManifestError(unusable: .unreadable(path, error))
      }
    case .bytes(let given): bytes = given
    case .literal(let literal): bytes = literal.withUTF8Buffer(Base64.decode) ?? []
    }
    return try CompiledContents(bytes, name: name, folder: folder)
  }
}

extension ManifestLocation {
  /// A file that `configdi-check compile` wrote. A relative path is resolved against the working directory.
  ///
  /// Relative paths inside the manifest, such as those of secret files, are resolved against the manifest's folder.
  public static func compiled(_ path: String) -> ManifestLocation {
    ManifestLocation(CompiledManifest.file(path))
  }

  /// A compiled manifest whose bytes the program has already read.
  ///
  /// - Parameter folder: The folder against which relative paths in the manifest are resolved; the working directory if
  ///   empty.
  public static func compiled(_ bytes: some Sequence<UInt8>, folder: String = "") -> ManifestLocation {
    ManifestLocation(CompiledManifest(source: .bytes(Array(bytes)), folder: folder))
  }

  /// A compiled manifest in base64, as `configdi-check compile --swift` writes it.
  public static func compiled(_ literal: StaticString) -> ManifestLocation {
    ManifestLocation(CompiledManifest(source: .literal(literal)))
  }
}

extension ManifestError {
  static func damaged(_ name: String) -> ManifestError {
    ManifestError(
      unusable:
        "'\(name)' is a damaged compiled manifest\n"
        + "  help: compile it again: configdi-check compile MANIFEST --output FILE")
  }

  static func needsText(_ what: String) -> ManifestError {
    ManifestError(
      unusable:
        "\(what) needs the manifest's text, which a compiled manifest does not have\n"
        + "  help: import ConfigDI, and pass the manifest itself")
  }

  static func command(_ entry: String, _ name: String) -> String {
    // A manifest that was passed as bytes has no file name.
    "configdi-check compile \(entry) --output \(name.hasPrefix("<") ? "FILE" : name)"
  }
}
