/// The file format of compiled manifests, shared by the writer and the reader.
///
/// A file begins with ``magic``, the format's number, and a fingerprint of all following bytes. Then come tables, each
/// preceded by its length: strings, files, suppressions, scopes, settings schemas, factories, keys, stages, parameters
/// and services. A parameter or service that is the same in several stages is stored only once. Numbers use seven bits
/// per byte, and each location is stored as the distance from the previous location.
package enum CompiledFormat {
  package static let magic = Array("ConfigDI".utf8)
  /// The version of the format. Increment it with every change to the layout.
  package static let number = 2

  package static func fingerprint(of bytes: some Collection<UInt8>) -> UInt64 {
    var result = Fingerprint()
    result.combine(bytes)
    return result.folded
  }

  package enum ServiceKind: UInt8 { case factory, alias, select, provided }

  /// The scopes by their code. The next code stands for a declared scope, whose number follows.
  package static let scopes: [PlannedService.Scope] = [.singleton, .transient, .graph, .weak]

  package enum ValueKind: UInt8 {
    case null, `false`, `true`, int, float, string, list, map
    /// Text that refers to parameters.
    case template
    /// A scalar with an unusual spelling. The spelling is stored before the scalar.
    case written
  }

  package enum SettingsState: UInt8 { case none, fixed, open }

  package enum SourceKind: UInt8 { case none, value, env, file }

  /// The type code of a mapping with typed keys. The code of any other type is its position in `SettingType.names`.
  package static let mapWithKeys: UInt8 = 255

  package static let mostNesting = Limits.mostNesting
}

/// The tables of a compiled manifest, which all stages share.
package struct CompiledContents: Sendable {
  /// The entry manifest's path as it appears in locations.
  package let entry: String
  /// The factories that the manifest uses, sorted by name. Their types are written as in the manifest's keys.
  package let factories: [CatalogFactory]
  /// The custom keys used by the manifest's services and by dependencies of its factories.
  package let keys: [CatalogKey]
  package let declaredStages: [String]
  package let defaultStage: String?
  /// The names of the compiled stages; a single `nil` if the manifest declares no stages.
  package let stages: [String?]
  package let suppressions: SuppressedLines
  let reader: ByteReader
  let files: [SourceFile]
  let scopes: [PlannedScope]
  let stageParts: [Range<Int>]
  let parameterParts: [Range<Int>]
  let serviceParts: [Range<Int>]

  /// Reads the tables of a file.
  ///
  /// - Parameters:
  ///   - name: The file's name in error messages.
  ///   - folder: The folder to which the manifest's paths, including those in locations, are relative.
  package init(_ bytes: [UInt8], name: String, folder: String) throws(ManifestError) {
    guard bytes.starts(with: CompiledFormat.magic) else {
      throw ManifestError(
        unusable:
          "'\(name)' is not a compiled manifest\n  help: compile one: configdi-check compile MANIFEST --output FILE")
    }
    var reader = ByteReader(bytes, CompiledFormat.magic.count..<bytes.count)
    guard let format = try? reader.number() else { throw .damaged(name) }
    guard format == CompiledFormat.number else {
      throw ManifestError(
        unusable:
          "'\(name)' is a compiled manifest in format \(format), but this program reads format \(CompiledFormat.number)\n"
          + "  help: compile it again with this program's version of configdi-check: "
          + "configdi-check compile MANIFEST --output FILE")
    }
    do throws(Malformed) {
      let fingerprint = try reader.word()
      guard fingerprint == CompiledFormat.fingerprint(of: bytes[reader.position...]) else { throw Malformed() }
      try self.init(reader, folder: folder)
    } catch {
      throw .damaged(name)
    }
  }

  /// The plan of the stage at this index; `nil` if the stage cannot be decoded.
  package func plan(of stage: Int) -> OpenPlan? {
    var reader = StageReader(self, factories: factories)
    return try? reader.plan(of: stage)
  }

  private init(_ start: ByteReader, folder: String) throws(Malformed) {
    var reader = start
    try reader.readTexts()
    entry = FilePath.join(folder, try reader.text())
    files = try reader.list { reader throws(Malformed) in try reader.file(in: folder) }
    suppressions = try reader.suppressions(files)
    var scopes: [PlannedScope] = []
    for position in 0..<(try reader.count()) {
      let name = try reader.text()
      let parent = try reader.number()
      // Parents come before their children.
      guard parent <= position else { throw Malformed() }
      scopes.append((name: name, parent: parent == 0 ? nil : parent - 1))
    }
    self.scopes = scopes
    let schemas = try reader.list { reader throws(Malformed) in try reader.schema() }
    factories = try reader.list { reader throws(Malformed) in try reader.factory(schemas) }
    keys = try reader.list { reader throws(Malformed) in
      (name: try reader.text(), type: try reader.text())
    }
    declaredStages = try reader.list { reader throws(Malformed) in try reader.text() }
    defaultStage = try reader.optionalText()
    stages = try reader.list { reader throws(Malformed) in try reader.optionalText() }
    stageParts = try reader.list { reader throws(Malformed) in try reader.part() }
    guard stageParts.count == stages.count else { throw Malformed() }
    parameterParts = try reader.list { reader throws(Malformed) in try reader.part() }
    serviceParts = try reader.list { reader throws(Malformed) in try reader.part() }
    guard reader.remaining == 0 else { throw Malformed() }
    self.reader = reader
  }
}
