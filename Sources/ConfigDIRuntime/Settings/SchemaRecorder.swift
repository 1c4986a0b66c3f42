/// Finds out which settings a type accepts: it lets the type decode sample values, and records what it asks for.
///
/// Each type is decoded several times: once with all fields, then without each of its fields, with each of them
/// refused, and with the other values of enumerations and truth values. A field that custom decoding can do without is
/// optional, a field that it reads in several ways is opaque, and a type that asks for other fields in another case is
/// opaque as a whole.
final class SchemaRecorder {
  /// The facts found about one type.
  struct Shape {
    /// The field of the type, without a name.
    var field: SettingsField
    /// A value of the type; `nil` if none could be made.
    var sample: Any?
  }

  private var known: [ObjectIdentifier: Shape] = [:]
  private var inProgress: Set<ObjectIdentifier> = []

  func shape<Value: Decodable>(of type: Value.Type) -> Shape {
    let identity = ObjectIdentifier(type)
    if let known = known[identity] { return known }
    // A recursive type stops at its repetition.
    guard inProgress.insert(identity).inserted else { return Shape(field: SettingsField("", .opaque), sample: nil) }
    let shape = find(type)
    inProgress.remove(identity)
    // A type found inside a type that is still being examined may lack the part that repeats.
    if inProgress.isEmpty || shape.sample != nil { known[identity] = shape }
    return shape
  }

  private func find<Value: Decodable>(_ type: Value.Type) -> Shape {
    if let type = type as? any SettingValue.Type { return Self.shape(ofValue: type) }
    if let type = type as? any RecordableSetting.Type { return type.record(with: self) }
    if let cases = EnumeratedCases(of: type) {
      return Shape(field: SettingsField("", accepts(anything: type) ? .opaque : cases.type), sample: cases.sample)
    }
    var shape = TypeExamination.shape(of: type, with: self)
    if let type = type as? any ServiceSettings.Type { shape.field.type = shape.field.type.with(type.defaults.entries) }
    return shape
  }

  private static func shape<Value: SettingValue>(ofValue type: Value.Type) -> Shape {
    let schema = Value.schema
    var field = SettingsField("", schema.type)
    field.minimum = schema.minimum
    field.maximum = schema.maximum
    return Shape(field: field, sample: Value.sample)
  }

  /// Whether an enumeration's own decoding accepts texts and numbers that are not cases.
  private func accepts<Value: Decodable>(anything type: Value.Type) -> Bool {
    let nowhere = SourceFile(path: "", bytes: []).beginning
    return [Setting.Content.string("\u{1}"), .int(.min), .bool(true)].contains { content in
      (try? Value(from: SettingsDecoder(Setting(content, at: nowhere), run: DecodingRun()))) != nil
    }
  }
}

/// A type whose shape follows from another's.
protocol RecordableSetting {
  static func record(with recorder: SchemaRecorder) -> SchemaRecorder.Shape
}

extension Optional: RecordableSetting where Wrapped: Decodable {
  static func record(with recorder: SchemaRecorder) -> SchemaRecorder.Shape {
    var shape = recorder.shape(of: Wrapped.self)
    shape.field.isOptional = true
    let sample = shape.sample as? Wrapped
    shape.sample = Optional<Wrapped?>.some(sample) as Any
    return shape
  }
}

extension Secret: RecordableSetting where Value: Decodable {
  static func record(with recorder: SchemaRecorder) -> SchemaRecorder.Shape {
    var shape = recorder.shape(of: Value.self)
    shape.field.isSecret = true
    shape.sample = (shape.sample as? Value).map { Secret($0) }
    return shape
  }
}

extension Array: RecordableSetting where Element: Decodable {
  static func record(with recorder: SchemaRecorder) -> SchemaRecorder.Shape {
    let element = recorder.shape(of: Element.self)
    let sample = (element.sample as? Element).map { [$0] } ?? []
    return SchemaRecorder.Shape(field: SettingsField("", .list(of: element.field)), sample: sample)
  }
}

extension Set: RecordableSetting where Element: Decodable {
  static func record(with recorder: SchemaRecorder) -> SchemaRecorder.Shape {
    let element = recorder.shape(of: Element.self)
    let sample = (element.sample as? Element).map { Set([$0]) } ?? []
    return SchemaRecorder.Shape(field: SettingsField("", .list(of: element.field)), sample: sample)
  }
}

extension Dictionary: RecordableSetting where Key: Decodable, Value: Decodable {
  static func record(with recorder: SchemaRecorder) -> SchemaRecorder.Shape {
    // Only a dictionary with text as keys is decoded from a mapping's names; others from a list of keys and values in
    // turn.
    guard Key.self == String.self else {
      return SchemaRecorder.Shape(field: SettingsField("", .opaque), sample: [Key: Value]())
    }
    let element = recorder.shape(of: Value.self)
    var sample: [Key: Value] = [:]
    if let key = "sample" as? Key, let value = element.sample as? Value { sample[key] = value }
    return SchemaRecorder.Shape(field: SettingsField("", .map(of: element.field)), sample: sample)
  }
}

extension SettingsSchema {
  /// The schema of a settings type, with its defaults; opaque if it cannot be found out.
  init(of type: any ServiceSettings.Type) {
    let shape = SchemaRecorder().shape(of: type)
    let name = TypeName.short(type)
    guard case .object(let fields, let isOpaque) = shape.field.type else {
      self.init(type: name, isOpaque: true)
      return
    }
    self.init(type: name, fields: fields, isOpaque: isOpaque)
  }
}

extension SettingType {
  /// An object's fields with the defaults that its type declares.
  func with(_ defaults: [(name: String, value: SettingDefault)]) -> SettingType {
    guard case .object(var fields, let isOpaque) = self else { return self }
    for (name, value) in defaults {
      guard let index = fields.firstIndex(where: { $0.name == name }) else { continue }
      fields[index].defaultText = value.text
      if case .map(let nested) = value.content { fields[index].type = fields[index].type.with(nested) }
      if fields[index].hasSecret { fields[index].hideDefault() }
    }
    return .object(fields: fields, isOpaque: isOpaque)
  }
}

extension SettingDefault {
  /// The default as text; a list or an object as JSON.
  var text: String {
    if case .string(let text) = content { return text }
    return json.text
  }

  private var json: JSONText {
    switch content {
    case .bool(let truth): .bool(truth)
    case .int(let number): .int(number)
    case .float(let number): .float(number)
    case .string(let text): .string(text)
    case .list(let elements): .list(elements.map(\.json))
    case .map(let entries): .object(entries.map { ($0.name, $0.value.json) })
    }
  }
}
