import ConfigDI

extension StageWiring {
  /// Thrown if the catalog does not say how to write a value in Swift.
  private struct Unwritable: Error {}

  /// The settings to pass to a factory: a call to the memberwise initializer, or a property that the user fills in.
  mutating func settings(of planned: PlannedFactory, for service: String) -> String? {
    guard let schema = catalog.factory(named: planned.name)?.settings, let type = settingsTypes[planned.name] else {
      return nil
    }
    let before = (parameters, helpers)
    do {
      guard !schema.isOpaque else { throw Unwritable() }
      // As written, before parameter values are inserted.
      let literal = planned.template ?? planned.settings
      return "\(type)(\(try fields(schema.fields, of: literal)))"
    } catch {
      (parameters, helpers) = before
      return "parameters.\(parameters.add(settings: type, of: service, at: planned.origin))"
    }
  }

  private mutating func fields(_ fields: [SettingsField], of literal: Literal?) throws(Unwritable) -> String {
    var entries: [String: Literal] = [:]
    if let literal, !literal.isNull {
      guard case .map(let pairs) = literal.content else { throw Unwritable() }
      for pair in pairs { entries[pair.name.value] = pair.value }
    }
    return try fields.map { field throws(Unwritable) in
      "\(SwiftWords.label(field.name)): \(try value(entries[field.name], of: field))"
    }.joined(separator: ", ")
  }

  private mutating func value(_ literal: Literal?, of field: SettingsField) throws(Unwritable) -> String {
    guard let literal, !literal.isNull else { return try absent(literal, field) }
    if field.isSecret {
      // A secret in the manifest must not be copied into the file.
      guard case .template = literal.content else { throw Unwritable() }
      return "Secret(\(try plain(literal, of: field)))"
    }
    return try plain(literal, of: field)
  }

  private mutating func absent(_ literal: Literal?, _ field: SettingsField) throws(Unwritable) -> String {
    guard literal == nil, let text = field.defaultText else {
      if field.isOptional { return "nil" }
      if case .object(let nested, false) = field.type { return ".init(\(try fields(nested, of: nil)))" }
      throw Unwritable()
    }
    guard !field.hasSecret else { throw Unwritable() }
    switch field.type {
    case .object(let nested, false): return ".init(\(try fields(nested, of: nil)))"
    case .list where text == "[]": return "[]"
    case .map where text == "{}": return "[:]"
    case .object, .list, .map, .opaque: throw Unwritable()
    default: return try scalar(Self.scalar(of: text, field.type), field)
    }
  }

  /// A default's text as a scalar of the setting's type.
  private static func scalar(of text: String, _ type: SettingType) -> Scalar {
    if case .string = type { return .string(text) }
    if case .enumeration(let cases) = type { return cases.first { $0.plainText == text } ?? .string(text) }
    return Scalar(plain: text)
  }

  private mutating func plain(_ literal: Literal, of field: SettingsField) throws(Unwritable) -> String {
    // If the manifest's file hides the value, only the name of a parameter is copied.
    if literal.location.hiddenName != nil {
      guard case .template(let text) = literal.content, text.soleParameter != nil else { throw Unwritable() }
    }
    switch (literal.content, field.type) {
    case (.template(let text), _): return try open(text, field)
    case (.map, .object(let nested, false)): return ".init(\(try fields(nested, of: literal)))"
    case (.list(let elements), .list(let element)):
      let texts = try elements.map { literal throws(Unwritable) in try value(literal, of: element) }
      return "[\(texts.joined(separator: ", "))]"
    case (.map(let pairs), .map(let element, let keys)):
      let texts = try pairs.map { pair throws(Unwritable) in
        let name = try scalar(Self.scalar(of: pair.name.value, keys), SettingsField("", keys))
        return "\(name): \(try value(pair.value, of: element))"
      }
      return texts.isEmpty ? "[:]" : "[\(texts.joined(separator: ", "))]"
    default:
      guard let read = literal.content.scalar else { throw Unwritable() }
      return try scalar(read, field)
    }
  }

  private mutating func scalar(_ scalar: Scalar, _ field: SettingsField) throws(Unwritable) -> String {
    switch (field.type, scalar) {
    case (.string, .string(let value)): return SwiftWords.literal(value)
    case (.bool, .bool(let value)): return "\(value)"
    case (.int, .int(let value)): return "\(value)"
    case (.int, .float(let value)): if let whole = Int(exactly: value) { return "\(whole)" }
    case (.float, .int(let value)), (.float32, .int(let value)): return "\(value)"
    case (.float, .float(let value)), (.float32, .float(let value)): if value.isFinite { return "\(value)" }
    case (.duration, .string(let value)): if let duration = Quantity.duration(value) { return duration.swiftText }
    case (.bytes, .int(let value)): return "ByteSize(bytes: \(value))"
    case (.bytes, .string(let value)): if let bytes = Quantity.bytes(value) { return "ByteSize(bytes: \(bytes))" }
    case (.url, .string(let value)): return use(.url, "url(\(SwiftWords.literal(value)))")
    case (.enumeration(let cases), _):
      guard let known = cases.first(where: { $0.plainText == scalar.plainText }) else { break }
      if case .string(let value) = known { return use(.caseOf, "caseOf(\(SwiftWords.literal(value)))") }
      return use(.caseOf, "caseOf(\(known.plainText))")
    default: break
    }
    throw Unwritable()
  }

  private mutating func open(_ text: OpenText, _ field: SettingsField) throws(Unwritable) -> String {
    guard let name = text.soleParameter, let type = parameters.type(of: name) else {
      guard field.type == .string || field.type == .url,
        let literal = parameters.interpolated(text, of: "parameters.")
      else { throw Unwritable() }
      return field.type == .url ? use(.url, "url(\(literal))") : literal
    }
    if field.type == .string {
      guard type != .int, type != .bool, type != .float, type != .list, let text = parameters.text(name) else {
        throw Unwritable()
      }
      return "parameters.\(text)"
    }
    guard let property = parameters.value(name) else { throw Unwritable() }
    let value = "parameters.\(property)"
    switch (field.type, type) {
    case (.int, .int): return field.minimum == nil && field.maximum == nil ? value : use(.exact, "exact(\(value))")
    case (.float, .float), (.bool, .bool), (.duration, .duration): return value
    case (.float, .int): return "Double(\(value))"
    case (.float32, .float), (.float32, .int): return "Float(\(value))"
    case (.bytes, .bytes), (.bytes, .int): return "ByteSize(bytes: \(value))"
    case (.url, .url), (.url, .string): return use(.url, "url(\(value))")
    case (.enumeration, .enum), (.enumeration, .string), (.enumeration, .int): return use(.caseOf, "caseOf(\(value))")
    case (.list(let element), .list) where element.type == .string && !element.isSecret: return value
    default: throw Unwritable()
    }
  }

  private mutating func use(_ helper: Helper, _ expression: String) -> String {
    helpers.insert(helper)
    return expression
  }
}

extension SwiftSources {
  /// The full name of a settings type that is nested in the type that the factory makes: `App.MemoryCache.Settings`.
  /// The catalog has only the last component. `nil` if the sources do not show the nesting.
  func nestedSettings(of factory: CatalogFactory) -> String? {
    guard let settings = factory.settings?.type, let id = factory.file, let registering = file(id) else { return nil }
    let makers = RegistrationFile(registering.bytes).calls.filter { $0.name == factory.name }.flatMap(\.makers)
    let module = id.split(separator: "/").first.map { "\($0)." } ?? ""
    for maker in makers {
      guard let last = maker.path.last, last != settings, let place = declaration(ofType: module + last),
        Self.declares(settings, in: last, place.file)
      else { continue }
      return module + (maker.path + [settings]).joined(separator: ".")
    }
    return nil
  }

  /// Whether a factory only returns an instance made elsewhere in the program, according to its registration.
  func isInstance(_ factory: CatalogFactory) -> Bool {
    guard let id = factory.file, let file = file(id) else { return false }
    return SwiftRegistrations(in: file).named.contains { $0.name == factory.name && $0.method == "registerInstance" }
  }

  /// Whether a file declares a type inside another type, or in an extension of that type.
  private static func declares(_ name: String, in owner: String, _ file: SourceFile) -> Bool {
    let text = SwiftText(file.bytes)
    return text.lexemes.indices.contains { index in
      guard text.isWord(index, "struct"), text.name(index + 1) == name, let open = text.opening(index) else {
        return false
      }
      return SwiftHeader(of: open, text)?.name == owner
    }
  }
}
