extension Catalog {
  /// The version of the format that this code reads and writes.
  package static let version = 1

  /// Reads the valid entries of a catalog file; `nil` if it is not a catalog of this version.
  package init?(_ file: SourceFile, limits: Limits = Limits(), reporting: inout Diagnostics) {
    // A file that is not a catalog may contain anything, and is not quoted.
    guard file.bytes[...].end(of: "configdiCatalog") != nil else {
      var ignored = Diagnostics()
      var budget = limits.nodes
      let document = YAMLReader.read(file, limits: limits, nodeBudget: &budget, reporting: &ignored)
      let name = file.isArgument ? "the output" : "'\(file.path)'"
      let isMapping = document?.root.map { $0.kind == .mapping || $0.isNull } ?? true
      reporting.report(
        isMapping ? .unsupportedVersion : .wrongShape,
        "\(name) is not a catalog: it lacks '\"configdiCatalog\": \(Catalog.version)'",
        at: file.isArgument ? file.beginning : SourceFile(path: file.path, lines: 1).beginning,
        help: (file.export.map { ["export it again: \($0)"] }
          ?? (file.isArgument ? [] : ["name the catalog: configdi.catalog.json"]))
          + ["call printCatalogIfAsked() in the program before it builds its container"])
      return nil
    }
    var budget = limits.nodes
    // An interrupted command leaves only the beginning of a catalog.
    guard !file.isJSON || file.closesBraces else {
      reporting.report(
        .yamlSyntax, "the catalog is truncated: the file ends too early",
        at: file.location(file.bytes.count..<file.bytes.count),
        help: file.export.map { ["export the catalog again: \($0)"] } ?? [])
      return nil
    }
    let document = YAMLReader.read(
      file, limits: limits, nodeBudget: &budget, hidingUnread: { UnreadSecrets(nil).hide(in: $0) },
      reporting: &reporting)
    var context = DecodingContext(keys: KeyNames())
    let catalog = document.flatMap { context.catalog($0) }
    reporting.report(contentsOf: context.findings.findings)
    guard let catalog else { return nil }
    self = catalog
  }

  /// Reads the text of a catalog, such as a committed `configdi.catalog.json`.
  ///
  /// - Parameter path: The file name to show in messages.
  /// - Throws: ``ManifestError`` that lists every mistake with its line.
  package init(json: String, path: String = "configdi.catalog.json") throws(ManifestError) {
    var diagnostics = Diagnostics()
    let catalog = Catalog(SourceFile(path: path, bytes: Array(json.utf8)), reporting: &diagnostics)
    guard let catalog, !diagnostics.hasErrors else { throw ManifestError(diagnostics.sorted()) }
    self = catalog
  }
}

extension SourceFile {
  /// The command that writes the catalog again; `nil` if it is a command's output, or if the file is something else,
  /// which the command would overwrite.
  fileprivate var export: String? {
    isArgument || !path.hasSuffix(".json") ? nil : "swift package configdi-catalog --output \(shellWord(path))"
  }

  /// Whether the text begins like JSON; a catalog may also be written as YAML.
  fileprivate var isJSON: Bool { bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{") }

  /// Whether the text ends with a closing brace, or has closed its first brace before other text.
  fileprivate var closesBraces: Bool {
    if bytes.last(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "}") { return true }
    var depth = 0
    var isString = false
    var isEscaped = false
    for byte in bytes {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = isString
      case UInt8(ascii: "\""): isString.toggle()
      case UInt8(ascii: "{") where !isString: depth += 1
      case UInt8(ascii: "}") where !isString:
        depth -= 1
        if depth == 0 { return true }
      default: break
      }
    }
    return false
  }
}

extension DecodingContext {
  fileprivate mutating func catalog(_ document: YAMLDocument) -> Catalog? {
    let root = document.root.flatMap { $0.isNull ? nil : $0 }
    if let root, root.kind != .mapping {
      return refused(root, expected: "a catalog that starts with '\"configdiCatalog\": \(Catalog.version)'")
    }
    let version = root?[CatalogField.configdiCatalog]
    guard let root, case .int(Catalog.version)? = version?.scalar else {
      findings.report(
        .unsupportedVersion, "expected catalog format version \(Catalog.version), found \(version?.shape ?? "none")",
        at: version?.location ?? document.file.beginning,
        help: ["write \"configdiCatalog\": \(Catalog.version), or use a newer configdi-check"])
      return nil
    }
    var catalog = Catalog()
    catalog.file = document.file
    var fields = Fields<CatalogField>(root)
    while let field = fields.next(&self) {
      switch field.key {
      case .configdiCatalog: continue
      case .keys:
        catalog.keys = list(field.value, expected: "a list of keys") { $0.catalogKey($1) }
        reportSecond("key", called: CatalogKeyField.name.rawValue, in: field.value)
      case .factories:
        catalog.factories = list(field.value, expected: "a list of factories") { $0.factory($1) }
        reportSecond("factory", called: CatalogFactoryField.name.rawValue, in: field.value)
      }
      // Without a section, every name in the manifest would be unknown.
      if field.key != .configdiCatalog, field.value.kind != .sequence, !field.value.isNull { return nil }
    }
    return catalog
  }

  private mutating func catalogKey(_ node: Node) -> CatalogKey? {
    var name: String?
    var type: String?
    var fields = Fields<CatalogKeyField>(node)
    while let field = fields.next(&self) {
      switch field.key {
      case .name: name = requiredText(field.value)
      case .type: type = requiredText(field.value)
      }
    }
    return require(.name, name, in: node, unless: fields.meant).flatMap { name in
      require(.type, type, in: node, unless: fields.meant).map { (name: name, type: $0) }
    }
  }

  private mutating func factory(_ node: Node) -> CatalogFactory? {
    var factory = CatalogFactory(name: "")
    factory.location = node.location
    var name: String?
    var role: CatalogFactory.Role? = .service
    var fields = Fields<CatalogFactoryField>(node)
    while let field = fields.next(&self) {
      let value = field.value
      switch field.key {
      case .name:
        name = requiredText(value)
        factory.location = value.location
      case .role: role = choice(value)
      case .provides: factory.provides = requiredText(value)
      case .dependencies:
        factory.dependencies = list(value, expected: "a list of dependencies") { $0.dependency($1) }
        reportSecond("dependency", called: CatalogDependencyField.label.rawValue, in: value)
      case .settings: factory.settings = value.isNull ? nil : schema(value)
      case .argument: factory.argument = requiredText(value)
      case .isolation: factory.isolation = choice(value) ?? .none
      case .async: factory.isAsync = flag(value)?.value ?? false
      case .shareable: factory.isShareable = flag(value)?.value ?? true
      case .reference: factory.isReference = flag(value)?.value ?? false
      case .concrete: factory.isConcrete = flag(value)?.value ?? false
      case .deprecated: factory.deprecated = value.isNull ? nil : deprecation(value)?.value
      case .file: factory.file = requiredText(value)
      case .documentation: factory.documentation = requiredText(value)
      }
    }
    guard let name = require(.name, name, in: node, unless: fields.meant) else { return nil }
    if let role, role != .initializer, !fields.meant.contains(.role) {
      _ = require(.provides, factory.provides, in: node, unless: fields.meant)
    }
    factory.role = role ?? .service
    for field in [CatalogFactoryField.provides.rawValue, CatalogFactoryField.argument.rawValue] {
      guard factory.role == .initializer, let value = node[field] else { continue }
      wrongShape(value, expected: "no '\(field)' with '\"role\": \"initializer\"'")
    }
    factory.name = name
    return factory
  }

  private mutating func dependency(_ node: Node) -> CatalogDependency? {
    var key: String?
    var kind = DependencyForm.CatalogKind.instance
    var isAsync: (value: Bool, node: Node)?
    var isolation: (value: CatalogFactory.Isolation, node: Node)?
    var argument: (value: String, node: Node)?
    var label: String?
    var fields = Fields<CatalogDependencyField>(node)
    while let field = fields.next(&self) {
      switch field.key {
      case .key: key = requiredText(field.value)
      case .kind: kind = choice(field.value) ?? .instance
      case .async: isAsync = flag(field.value).map { ($0.value, field.value) }
      case .isolation: isolation = choice(field.value).map { ($0, field.value) }
      case .argument: argument = requiredText(field.value).map { ($0, field.value) }
      case .label: label = requiredText(field.value)
      }
    }
    guard let key = require(.key, key, in: node, unless: fields.meant) else { return nil }
    var form = DependencyForm(kind, isAsync: isAsync?.value ?? false, isOnMain: isolation?.value == .main)
    if form == nil, let isAsync, isAsync.value {
      let other =
        DependencyForm(kind, isAsync: true) == nil ? "\"kind\": \"\(kind.rawValue)\"" : "\"isolation\": \"main\""
      wrongShape(isAsync.node, expected: "no '\"async\": true' with '\(other)'")
      form = DependencyForm(kind, isOnMain: isolation?.value == .main)
    }
    if form == nil, let node = isolation?.node {
      wrongShape(node, expected: "no '\"isolation\": \"main\"' with '\"kind\": \"\(kind.rawValue)\"'")
    }
    if kind != .maker, let node = argument?.node {
      wrongShape(node, expected: "no 'argument' with '\"kind\": \"\(kind.rawValue)\"'")
      argument = nil
    }
    return (form ?? DependencyForm(kind)).map {
      CatalogDependency(key: key, form: $0, label: label, argument: argument?.value)
    }
  }

  private mutating func schema(_ node: Node) -> SettingsSchema? {
    guard isMapping(node, expected: "a mapping with 'type', 'fields' and 'opaque'") else { return nil }
    var schema = SettingsSchema(type: "")
    var fields = Fields<SettingsSchemaField>(node)
    while let field = fields.next(&self) {
      switch field.key {
      case .type: schema.type = requiredText(field.value) ?? ""
      case .fields: schema.fields = settings(field.value)
      case .opaque: schema.isOpaque = flag(field.value)?.value ?? false
      }
    }
    return schema
  }

  private mutating func settings(_ node: Node) -> [SettingsField] {
    reportSecond("setting", called: SettingsFieldField.name.rawValue, in: node)
    return list(node, expected: "a list of settings") { context, element in
      context.setting(element).flatMap { setting in
        let name = setting.name.isEmpty ? nil : setting.name
        return context.require(SettingsFieldField.name, name, in: element, unless: KeySet()).map { _ in setting }
      }
    }
  }

  /// Reads the description of a setting, or of the elements of a list or map.
  private mutating func setting(_ node: Node) -> SettingsField? {
    var setting = SettingsField("", .opaque)
    var type: String?
    var cases: [Scalar] = []
    var inner: [SettingsField] = []
    var isOpaque = false
    var element = setting
    var keys = SettingType.string
    var fields = Fields<SettingsFieldField>(node)
    while let field = fields.next(&self) {
      let value = field.value
      switch field.key {
      case .name: setting.name = requiredText(value) ?? ""
      case .type: type = word(value, among: SettingType.names)
      case .cases:
        cases = list(value, expected: "a list of cases") { context, node in
          switch node.scalar {
          case .string?, .int?: return node.scalar
          case .float(let number)? where number.isFinite: return node.scalar
          default: return context.refused(node, expected: "text or a number")
          }
        }
      case .fields: inner = settings(value)
      case .opaque: isOpaque = flag(value)?.value ?? false
      case .of, .keys:
        guard isMapping(value, expected: "a mapping with 'type'"), let part = self.setting(value) else { continue }
        if field.key == .of { element = part } else { keys = part.type }
      case .min: setting.minimum = bound(value)
      case .max: setting.maximum = bound(value)
      case .optional: setting.isOptional = flag(value)?.value ?? false
      case .secret: setting.isSecret = flag(value)?.value ?? false
      case .default: setting.defaultText = value.isNull ? nil : text(value, expected: "text")?.value
      }
    }
    _ = require(.type, type, in: node, unless: fields.meant)
    setting.type =
      switch type {
      case "enum": .enumeration(cases: cases)
      case "object": .object(fields: inner, isOpaque: isOpaque)
      case "list": .list(of: element)
      case "map": .map(of: element, keys: keys)
      case let name?: SettingType(scalarName: name) ?? .opaque
      case nil: .opaque
      }
    if setting.hasSecret, let preset = node[SettingsFieldField.default] {
      preset.hideScalars(as: setting.name)
      setting.hideDefault()
    }
    return setting
  }

  private mutating func bound(_ node: Node) -> Int? {
    if case .int(let number)? = node.scalar { return number }
    return refused(node, expected: "a whole number")
  }

  private mutating func requiredText(_ node: Node) -> String? {
    if case .string(let text)? = node.scalar, !text.isEmpty { return text }
    return refused(node, expected: "text")
  }

  private mutating func choice<Choice: RawRepresentable & CaseIterable>(_ node: Node) -> Choice?
  where Choice.RawValue == String {
    word(node, among: Choice.allCases.map(\.rawValue)).flatMap(Choice.init)
  }

  private mutating func word(_ node: Node, among names: [String]) -> String? {
    if node.kind == .scalar, names.contains(node.text) { return node.text }
    return refused(
      node, expected: "one of \(names.joined(separator: ", "))",
      Spelling.help(for: Spelling.suggestions(for: node.text, among: names)).first.map { Remedy(title: $0) })
  }

  /// Reads the valid elements of a list.
  private mutating func list<Element>(
    _ node: Node, expected: String, _ read: (inout DecodingContext, Node) -> Element?
  ) -> [Element] {
    if node.isNull { return [] }
    guard isSequence(node, expected: expected) else { return [] }
    return node.elements.compactMap { read(&self, $0) }
  }

  /// Reports elements that have the same name as an earlier element.
  private mutating func reportSecond(_ what: String, called field: String, in list: Node) {
    guard list.kind == .sequence else { return }
    var first: [String: SourceLocation] = [:]
    for element in list.elements where element.kind == .mapping {
      guard let name = element[field], case .string(let text)? = name.scalar else { continue }
      if let earlier = first[text] {
        findings.report(
          .conflictingDefinition, "duplicate \(what) '\(text)'", at: name.location,
          related: [Diagnostic.Related("first defined here", at: earlier)],
          help: ["rename or remove one, or export the catalog again"])
      } else {
        first[text] = name.location
      }
    }
  }

  private mutating func require<Key: MappingKey>(
    _ key: Key, _ value: String?, in node: Node, unless meant: KeySet<Key>
  ) -> String? {
    // An existing value that could not be read was already reported.
    if value == nil, !meant.contains(key), node[key] == nil {
      let name = key.rawValue
      findings.report(
        .wrongShape, "expected a mapping with '\(name)', found a mapping without '\(name)'", at: node.location)
    }
    return value
  }
}
