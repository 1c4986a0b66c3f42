/// Finds a type's shape by decoding it several times.
struct TypeExamination<Value: Decodable> {
  private let recorder: SchemaRecorder
  private var fields: [SettingsField] = []
  private var isOpaque = false

  static func shape(of type: Value.Type, with recorder: SchemaRecorder) -> SchemaRecorder.Shape {
    var examination = TypeExamination(recorder: recorder)
    return examination.run()
  }

  private init(recorder: SchemaRecorder) {
    self.recorder = recorder
  }

  private mutating func run() -> SchemaRecorder.Shape {
    let first = Recording(recorder, .everything)
    let sample = try? Value(from: RecordingDecoder(first))
    switch first.form {
    case .single(let field):
      // The value's type is known even if decoding throws after reading one value.
      let isReadInOneWay = !decodes(.refusing("")).succeeded
      return SchemaRecorder.Shape(field: isReadInOneWay ? field : SettingsField("", .opaque), sample: sample)
    case .other:
      return SchemaRecorder.Shape(field: SettingsField("", .opaque), sample: sample)
    case .keyed, .untouched:
      fields = first.fields
      isOpaque = first.isOpaque || sample == nil
      if sample != nil { vary() }
      let type = SettingType.object(fields: fields, isOpaque: isOpaque)
      return SchemaRecorder.Shape(field: SettingsField("", type), sample: sample)
    }
  }

  /// Corrects the fields by decoding without each of them and with other values.
  private mutating func vary() {
    for index in fields.indices {
      let name = fields[index].name
      let alternatives = Self.alternatives(to: fields[index].type)
      if !fields[index].isOptional, decodes(.without(name)).succeeded { fields[index].isOptional = true }
      if decodes(.refusing(name)).succeeded { fields[index].isOfAnyType = true }
      for other in alternatives {
        let (succeeded, asked) = decodes(.instead(name, other))
        guard succeeded else { continue }
        for index in fields.indices where !asked.contains(fields[index].name) {
          fields[index].isOptional = true
          fields[index].isOfAnyType = true
        }
      }
    }
  }

  private mutating func decodes(_ experiment: Recording.Experiment) -> (succeeded: Bool, asked: Set<String>) {
    let recording = Recording(recorder, experiment)
    let succeeded = (try? Value(from: RecordingDecoder(recording))) != nil
    let asked = Set(recording.fields.map(\.name))
    if !asked.isSubset(of: fields.map(\.name)) { isOpaque = true }
    return (succeeded || recording.readsInSeveralWays, asked)
  }

  /// Other values, which decoding may treat differently.
  private static func alternatives(to type: SettingType) -> [Scalar] {
    switch type {
    case .bool: [.bool(true)]
    case .enumeration(let cases): Array(cases.dropFirst())
    default: []
    }
  }
}

extension SettingsField {
  fileprivate var isOfAnyType: Bool {
    get { type == .opaque }
    set {
      guard newValue else { return }
      type = .opaque
      minimum = nil
      maximum = nil
    }
  }
}
