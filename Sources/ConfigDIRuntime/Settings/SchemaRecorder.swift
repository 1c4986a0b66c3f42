/// Finds the settings that a type accepts by recording what the type requests while it decodes sample values.
///
/// Each type is decoded several times: once with all fields, then without each field, with each field refused, and with
/// other values. A field is optional if custom decoding succeeds without it. A field is opaque if the type reads it in
/// several ways, or if one of its values is refused. If other values make a type request other fields, or if the type
/// does not store each field in its own property, the type is opaque, and all fields after the first become opaque too.
final class SchemaRecorder {
  struct Shape {
    /// Describes a setting of this type. The field has no name.
    var field: SettingsField
    /// A decoded value; `nil` if decoding always failed.
    var sample: Any?
  }

  private var known: [ObjectIdentifier: Shape] = [:]
  /// The types under examination, each with the recording of its first decoding.
  private var inProgress: [ObjectIdentifier: Recording?] = [:]

  func shape<Value: Decodable>(of type: Value.Type) -> Shape {
    let identity = ObjectIdentifier(type)
    if let known = known[identity] { return known }
    // A recursive type is examined only once. Within itself, only its form is known.
    if let recording = inProgress[identity] {
      let isKeyed = if case .keyed? = recording?.form { true } else { false }
      let type = isKeyed ? SettingType.object(fields: [], isOpaque: true) : .opaque
      return Shape(field: SettingsField("", type), sample: nil)
    }
    inProgress[identity] = .some(nil)
    let shape = find(type)
    inProgress[identity] = nil
    known[identity] = shape
    return shape
  }

  /// Begins recording the first decoding of a type.
  func begin<Value: Decodable>(_ type: Value.Type) -> Recording {
    let recording = Recording(self, .everything)
    inProgress[ObjectIdentifier(type)] = recording
    return recording
  }

  private func find<Value: Decodable>(_ type: Value.Type) -> Shape {
    if let reader = SettingReader(type) { return Shape(field: reader.schema.field, sample: reader.sample) }
    if let type = type as? any RecordableSetting.Type { return type.record(with: self) }
    if let cases = EnumeratedCases(of: type) {
      return Shape(field: SettingsField("", isReadAsUsual(type, cases) ? cases.type : .opaque), sample: cases.sample)
    }
    var examination = TypeExamination(type, with: self)
    var shape = examination.shape()
    if let type = type as? any ServiceSettings.Type { shape.field.type = shape.field.type.with(type.defaults.json) }
    return shape
  }

  /// Whether the enumeration decodes all its cases and rejects other strings and numbers.
  private func isReadAsUsual<Value: Decodable>(_ type: Value.Type, _ cases: EnumeratedCases) -> Bool {
    func accepts(_ scalar: Scalar) -> Bool { (try? Value(from: SettingsDecoder(trying: scalar))) != nil }
    let some = cases.cases.prefix(16)
    let texts = some.map(\.plainText)
    let others = texts.flatMap { [$0.uppercased(), $0.lowercased(), "\($0) "] } + ["\u{1}", ""]
    return some.allSatisfy(accepts)
      && !others.contains { !cases.cases.contains(.string($0)) && accepts(.string($0)) }
      && ![Scalar.int(.min), .bool(true), .null].contains(where: accepts)
  }

  fileprivate func shape<Element: Decodable>(ofList type: Element.Type, _ list: ([Element]) -> Any) -> Shape {
    let element = shape(of: type)
    let sample = (element.sample as? Element).map { [$0] } ?? []
    return Shape(field: SettingsField("", .list(of: element.field)), sample: list(sample))
  }
}

/// A type whose shape is derived from that of another type, such as an optional.
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
    recorder.shape(ofList: Element.self) { $0 }
  }
}

extension Set: RecordableSetting where Element: Decodable {
  static func record(with recorder: SchemaRecorder) -> SchemaRecorder.Shape {
    recorder.shape(ofList: Element.self) { Set($0) }
  }
}

extension Dictionary: RecordableSetting where Key: Decodable, Value: Decodable {
  static func record(with recorder: SchemaRecorder) -> SchemaRecorder.Shape {
    // Swift decodes dictionaries with other keys from a list of alternating keys and values.
    guard let keys = keys(with: recorder) else {
      return SchemaRecorder.Shape(field: SettingsField("", .opaque), sample: [Key: Value]())
    }
    let element = recorder.shape(of: Value.self)
    var sample: [Key: Value] = [:]
    if let key = recorder.shape(of: Key.self).sample as? Key, let value = element.sample as? Value {
      sample[key] = value
    }
    return SchemaRecorder.Shape(field: SettingsField("", .map(of: element.field, keys: keys)), sample: sample)
  }

  /// The type of the mapping's keys; `nil` if the dictionary is not decoded from a mapping.
  private static func keys(with recorder: SchemaRecorder) -> SettingType? {
    if Key.self == String.self { return .string }
    if Key.self == Int.self { return .int }
    guard EnumeratedCases(of: Key.self) != nil, case .enumeration(let cases) = recorder.shape(of: Key.self).field.type
    else { return nil }
    return .enumeration(cases: cases)
  }
}

extension SettingsSchema {
  /// Creates the schema of a settings type, including its defaults. The schema is opaque if the type cannot be
  /// examined.
  init(of type: any ServiceSettings.Type) {
    self.init(type: TypeName.short(type), isOpaque: true)
    if case .object(let fields, let isOpaque) = SchemaRecorder().shape(of: type).field.type {
      (self.fields, self.isOpaque) = (fields, isOpaque)
    }
  }
}

extension SettingType {
  /// This type, with defaults added to the fields of an object.
  func with(_ defaults: JSON) -> SettingType {
    guard case .object(var fields, let isOpaque) = self, case .object(let defaults) = defaults else { return self }
    for (name, value) in defaults {
      guard let index = fields.firstIndex(where: { $0.name == name }) else { continue }
      fields[index].defaultText = value.defaultText
      fields[index].type = fields[index].type.with(value)
      if fields[index].hasSecret { fields[index].hideDefault() }
    }
    return .object(fields: fields, isOpaque: isOpaque)
  }
}

extension JSON {
  /// A default as text, or as JSON for a list or an object.
  fileprivate var defaultText: String {
    if case .string(let text) = self { text } else { line }
  }
}
