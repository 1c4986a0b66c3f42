/// The tables that all stages of a compiled manifest share.
extension CompiledCoder {
  /// The bytes of the stages, and of the parameters and services that they share.
  typealias Records = (stages: [[UInt8]], parameters: [[UInt8]], services: [[UInt8]])

  /// All tables but the strings, which come first.
  ///
  /// - Parameters:
  ///   - folder: The folder to which the manifest's paths are relative, while reading.
  ///   - records: The records to write; `nil` while reading.
  mutating func tables(in folder: String = "", _ records: Records? = nil) throws(Malformed) {
    let written = isWriting ? contents : nil
    contents.entry = FilePath.join(folder, try text(written?.entry))
    contents.files = try list(written.map { Array(zip($0.fileNames, $0.files)) }) { coder, file throws(Malformed) in
      try coder.file(file?.1, file?.0, in: folder)
    }
    contents.suppressions = try suppressions(written)
    contents.scopes = try list(written?.scopes) { coder, scope throws(Malformed) in try coder.scope(scope) }
    // Parents come before their children.
    guard contents.scopes.enumerated().allSatisfy({ $1.parent ?? -1 < $0 }) else { throw Malformed() }
    contents.factories = try factories(written?.factories)
    contents.keys = try list(written?.keys) { coder, key throws(Malformed) in
      (name: try coder.text(key?.name), type: try coder.text(key?.type))
    }
    contents.declaredStages = try textList(written?.declaredStages)
    contents.defaultStage = try optionalText(written?.defaultStage)
    contents.stages = try list(written?.stages) { coder, stage throws(Malformed) in
      try coder.optionalText(stage ?? nil)
    }
    contents.stageParts = try parts(records?.stages)
    guard contents.stageParts.count == contents.stages.count else { throw Malformed() }
    contents.parameterParts = try parts(records?.parameters)
    contents.serviceParts = try parts(records?.services)
  }

  private mutating func file(
    _ written: SourceFile?, _ writtenName: String?, in folder: String
  ) throws(Malformed) -> SourceFile {
    let name = try text(writtenName)
    let (isArgument, hasMark, _, _, _, _, _) = try flags(written?.isArgument, written?.lineTable.hasMark)
    let lengths = written.map { zip($0.lineTable.starts.dropFirst(), $0.lineTable.starts).map(-) }
    var start = 0
    var starts = [0]
    try list(lengths) { coder, length throws(Malformed) in
      let (next, overflows) = start.addingReportingOverflow(try coder.number(length))
      guard !overflows, next <= Int(UInt32.max) else { throw Malformed() }
      start = next
      starts.append(start)
    }
    return SourceFile(
      path: isArgument || name.hasPrefix("<") ? name : FilePath.join(folder, name),
      lineTable: LineTable(starts: starts, hasMark: hasMark), isArgument: isArgument)
  }

  private mutating func suppressions(_ written: CompiledContents?) throws(Malformed) -> SuppressedLines {
    var known: Set<String> = []
    let parts = written.map { written in
      written.files.enumerated().map { (number: $0, codes: written.suppressions.codes(in: $1.path), path: $1.path) }
        .filter { (!$0.codes.whole.isEmpty || !$0.codes.lines.isEmpty) && known.insert($0.path).inserted }
    }
    var lines = SuppressedLines()
    try list(parts) { coder, part throws(Malformed) in
      let path = try coder.contents.files.element(try coder.number(part?.number)).path
      for code in try coder.textList(part?.codes.whole) { lines.suppress(code, in: path) }
      try coder.list(part?.codes.lines) { coder, line throws(Malformed) in
        let number = try coder.number(line?.line)
        for code in try coder.textList(line?.codes) { lines.suppress(code, in: path, line: number) }
      }
    }
    return lines
  }

  private mutating func scope(_ written: PlannedScope?) throws(Malformed) -> PlannedScope {
    let name = try text(written?.name)
    let parent = try number(written.map { $0.parent.map { $0 + 1 } ?? 0 })
    return (name: name, parent: parent == 0 ? nil : parent - 1)
  }

  private mutating func factories(_ written: [CatalogFactory]?) throws(Malformed) -> [CatalogFactory] {
    var known: (schemas: [SettingsSchema], numbers: [Int?])?
    if let written { known = try schemas(of: written) }
    let schemas = try list(known?.schemas) { coder, schema throws(Malformed) in try coder.schema(schema) }
    return try list(known.map { Array(zip(written ?? [], $0.numbers)) }) { coder, factory throws(Malformed) in
      try coder.factory(factory?.0, schemas, factory?.1)
    }
  }

  /// The schemas to write, and the position of each factory's schema. Compares bytes, as a `RecordTable` does.
  private func schemas(
    of factories: [CatalogFactory]
  ) throws(Malformed) -> (schemas: [SettingsSchema], numbers: [Int?]) {
    var coder = self
    _ = coder.takeRecord()
    let records = RecordTable()
    var schemas: [SettingsSchema] = []
    var numbers: [Int?] = []
    for settings in factories.map(\.settings) {
      var number: Int?
      if let settings {
        _ = try coder.schema(settings)
        number = records.number(of: coder.takeRecord())
        if number == schemas.count { schemas.append(settings) }
      }
      numbers.append(number)
    }
    return (schemas, numbers)
  }

  private mutating func factory(
    _ written: CatalogFactory?, _ schemas: [SettingsSchema], _ schema: Int?
  ) throws(Malformed) -> CatalogFactory {
    var factory = CatalogFactory(name: try text(written?.name))
    factory.role = try choice(written?.role)
    let (isAsync, isOnMain, isShareable, isReference, provides, hasSettings, hasArgument) = try flags(
      written?.isAsync, written?.isolation == .main, written?.isShareable, written?.isReference,
      written?.provides != nil, schema != nil, written?.argument != nil)
    factory.isAsync = isAsync
    factory.isolation = isOnMain ? .main : .none
    factory.isShareable = isShareable
    factory.isReference = isReference
    if provides { factory.provides = try text(written?.provides) }
    factory.dependencies = try list(written?.dependencies) { coder, dependency throws(Malformed) in
      let key = try coder.text(dependency?.key)
      let form = try coder.choice(dependency?.form)
      let label = try coder.optionalText(dependency?.label)
      let argument = form.isMaker ? try coder.optionalText(dependency?.argument) : nil
      return CatalogDependency(key: key, form: form, label: label, argument: argument)
    }
    if hasSettings { factory.settings = try schemas.element(try number(schema)) }
    if hasArgument { factory.argument = try text(written?.argument) }
    return factory
  }

  mutating func schema(_ written: SettingsSchema? = nil) throws(Malformed) -> SettingsSchema {
    let type = try text(written?.type)
    let isOpaque = try flag(written?.isOpaque)
    return SettingsSchema(type: type, fields: try fields(written?.fields, depth: 0), isOpaque: isOpaque)
  }

  private mutating func fields(_ written: [SettingsField]?, depth: Int) throws(Malformed) -> [SettingsField] {
    try list(written) { coder, field throws(Malformed) in try coder.field(field, depth: depth) }
  }

  private mutating func field(_ written: SettingsField?, depth: Int) throws(Malformed) -> SettingsField {
    guard depth < Limits.mostNesting else { throw Malformed() }
    let name = try text(written?.name)
    let flags = try flags(of: written)
    let type = try type(written?.type, depth: depth + 1)
    return try field(name, type, flags, written)
  }

  // The parts of a field besides its type have functions of their own, so that nested fields need less stack.

  private mutating func flags(of written: SettingsField?) throws(Malformed) -> Flags {
    try flags(
      written?.isOptional, written?.isSecret, written?.defaultText != nil, written?.minimum != nil,
      written?.maximum != nil)
  }

  private mutating func field(
    _ name: String, _ type: SettingType, _ flags: Flags, _ written: SettingsField?
  ) throws(Malformed) -> SettingsField {
    let (isOptional, isSecret, hasDefault, hasMinimum, hasMaximum, _, _) = flags
    var field = SettingsField(name, type, isOptional: isOptional, isSecret: isSecret)
    if hasDefault { field.defaultText = try text(written?.defaultText) }
    if hasMinimum { field.minimum = try integer(written?.minimum) }
    if hasMaximum { field.maximum = try integer(written?.maximum) }
    return field
  }

  private mutating func type(_ written: SettingType?, depth: Int) throws(Malformed) -> SettingType {
    guard depth <= Limits.mostNesting else { throw Malformed() }
    var cases: [Scalar]?
    var inner: [SettingsField]?
    var isInnerOpaque: Bool?
    var part: SettingsField?
    var partKeys: SettingType?
    switch written {
    case .enumeration(let known)?: cases = known
    case .object(let fields, let isOpaque)?: (inner, isInnerOpaque) = (fields, isOpaque)
    case .list(let element)?: part = element
    case .map(let element, let keys)?: (part, partKeys) = (element, keys == .string ? nil : keys)
    default: break
    }
    let code = try byte(
      written.map { type in
        partKeys == nil ? UInt8(SettingType.names.firstIndex(of: type.name) ?? 0) : CompiledFormat.mapWithKeys
      })
    if code == CompiledFormat.mapWithKeys {
      let keys = try type(partKeys, depth: depth + 1)
      return .map(of: try field(part, depth: depth), keys: keys)
    }
    let name = try SettingType.names.element(Int(code))
    switch name {
    case "enum":
      return .enumeration(cases: try list(cases) { coder, known throws(Malformed) in try coder.scalar(known) })
    case "object":
      let isOpaque = try flag(isInnerOpaque)
      return .object(fields: try fields(inner, depth: depth), isOpaque: isOpaque)
    case "list": return .list(of: try field(part, depth: depth))
    case "map": return .map(of: try field(part, depth: depth))
    default:
      guard let type = SettingType(scalarName: name) else { throw Malformed() }
      return type
    }
  }
}
