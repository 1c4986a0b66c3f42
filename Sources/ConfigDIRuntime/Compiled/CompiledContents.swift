/// The tables of a compiled manifest, which all stages share.
package struct CompiledContents: Sendable {
  /// The entry manifest's path, as locations have it.
  package let entry: String
  /// The factories that its services name, sorted by name. Types are spelt like the manifest's keys.
  package let factories: [CatalogFactory]
  /// The custom keys of its services and of its factories' dependencies, spelt in the same way.
  package let keys: [CatalogKey]
  package let declaredStages: [String]
  package let defaultStage: String?
  /// The stages that were compiled; one without a name if the manifest declares none.
  package let stages: [String?]
  package let suppressions: SuppressedLines
  let reader: ByteReader
  let texts: [String]
  let files: [SourceFile]
  let scopes: [PlannedScope]
  /// The byte ranges of each stage, parameter and service.
  let stageParts: [Range<Int>]
  let parameterParts: [Range<Int>]
  let serviceParts: [Range<Int>]
}

extension CompiledContents {
  /// Reads the tables of a file.
  ///
  /// - Parameters:
  ///   - name: The name of the file in errors.
  ///   - folder: The folder of the manifest's own files, at the beginning of their locations and of relative paths.
  package init(_ bytes: [UInt8], name: String, folder: String) throws(CompiledManifestError) {
    guard bytes.starts(with: CompiledFormat.magic) else { throw .notCompiled(name) }
    var reader = ByteReader(bytes, CompiledFormat.magic.count..<bytes.count)
    guard let format = try? reader.number() else { throw .damaged(name) }
    guard format == CompiledFormat.number else { throw .otherFormat(format, name) }
    do throws(Malformed) {
      let fingerprint = try reader.word()
      guard fingerprint == CompiledFormat.fingerprint(of: bytes[reader.position...]) else { throw Malformed() }
      try self.init(reader, folder: folder)
    } catch {
      throw .damaged(name)
    }
  }

  /// The plan of the stage at a position; `nil` if the bytes have none.
  package func plan(of stage: Int) -> OpenPlan? {
    var reader = StageReader(self, factories: factories)
    return try? reader.plan(of: stage)
  }

  private init(_ start: ByteReader, folder: String) throws(Malformed) {
    var reader = TableReader(start)
    try reader.readTexts()
    entry = FilePath.join(folder, try reader.text())
    files = try reader.list { reader throws(Malformed) in try reader.file(in: folder) }
    suppressions = try reader.suppressions(files)
    var scopes: [PlannedScope] = []
    for position in 0..<(try reader.bytes.count()) {
      let name = try reader.text()
      let parent = try reader.bytes.number()
      // Parents come before their children.
      guard parent <= position else { throw Malformed() }
      scopes.append(PlannedScope(name: name, parent: parent == 0 ? nil : parent - 1))
    }
    self.scopes = scopes
    let schemas = try reader.list { reader throws(Malformed) in try reader.schema() }
    factories = try reader.list { reader throws(Malformed) in try reader.factory(schemas) }
    keys = try reader.list { reader throws(Malformed) in
      CatalogKey(name: try reader.text(), type: try reader.text())
    }
    declaredStages = try reader.list { reader throws(Malformed) in try reader.text() }
    defaultStage = try reader.optionalText()
    stages = try reader.list { reader throws(Malformed) in try reader.optionalText() }
    stageParts = try reader.list { reader throws(Malformed) in try reader.bytes.part() }
    guard stageParts.count == stages.count else { throw Malformed() }
    parameterParts = try reader.list { reader throws(Malformed) in try reader.bytes.part() }
    serviceParts = try reader.list { reader throws(Malformed) in try reader.bytes.part() }
    guard reader.bytes.remaining == 0 else { throw Malformed() }
    texts = reader.texts
    self.reader = start
  }
}
