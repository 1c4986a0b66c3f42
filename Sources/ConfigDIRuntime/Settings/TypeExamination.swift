/// Finds out a type's shape by decoding it several times.
struct TypeExamination<Value: Decodable> {
  private let recorder: SchemaRecorder
  private let first: Recording
  private var fields: [SettingsField] = []
  private var isOpaque = false

  init(_ type: Value.Type, with recorder: SchemaRecorder) {
    self.recorder = recorder
    first = recorder.begin(type)
  }

  mutating func shape() -> SchemaRecorder.Shape {
    let result = Result { try Value(from: RecordingDecoder(recording: first)) }
    let sample = try? result.get()
    let type: SettingType
    switch first.form {
    case .untouched: type = .object(fields: [], isOpaque: sample == nil)
    case .other: type = .opaque
    case .single(let field):
      if let sample, takesAll(field, sample) { return SchemaRecorder.Shape(field: field, sample: sample) }
      type = .opaque
    case .keyed where decodes(.refusingAll).succeeded: type = .opaque
    case .keyed:
      fields = first.fields
      isOpaque = first.isOpaque || sample == nil
      vary(isComplete: sample != nil)
      let isStopped = if case .failure(let error) = result { error is NoSample } else { false }
      if !isStopped, sample.map(keepsWhatItReads) != true { loosen() }
      for name in first.lookedFor where !fields.contains(where: { $0.name == name }) {
        fields.append(SettingsField(name, .opaque, isOptional: true))
        if !decodes(.without([name])).succeeded { isOpaque = true }
      }
      type = .object(fields: fields, isOpaque: isOpaque)
    }
    return SchemaRecorder.Shape(field: SettingsField("", type), sample: sample)
  }

  /// Tries a few values to find out whether a single-value type accepts every value of the sample's kind.
  private mutating func takesAll(_ field: SettingsField, _ sample: Value) -> Bool {
    guard !decodes(.refusingAll).succeeded else { return false }
    // Even if its cases cannot be listed, an enumeration does not accept every value.
    if Mirror(reflecting: sample).displayStyle == .enum { return false }
    return field.otherValues.allSatisfy { decodes(.instead("", $0)).succeeded }
  }

  /// Refines the recorded fields by decoding without each field and with other values.
  ///
  /// - Parameter isComplete: Whether there is a sample for each field, so that decoding can succeed.
  private mutating func vary(isComplete: Bool) {
    for index in fields.indices {
      let name = fields[index].name
      let absent = decodes(.without([name]))
      fields[index].isOptional = !absent.isRefused
      // Decoding continued without the field, but then failed for another reason.
      if isComplete, !absent.succeeded, !absent.isRefused { isOpaque = true }
      let refused = decodes(.refusing(name))
      if refused.succeeded || !refused.isRefused { fields[index].acceptAnything() }
    }
    // Even if each field may be omitted, all of them together may not.
    let optional = Set(fields.filter(\.isOptional).map(\.name) + first.lookedFor)
    if isComplete, !decodes(.without(optional)).succeeded { isOpaque = true }
    for index in fields.indices where ![.string, .int, .float, .float32].contains(fields[index].type) {
      if refusesOthers(index), isComplete { fields[index].acceptAnything() }
    }
    let asked = Set(first.fields)
    for round in 0...1 {
      let outcome = decodes(.others(round))
      if outcome.asked != asked { return loosen() }
      if isComplete, !outcome.succeeded { return findRefused() }
    }
  }

  /// Tries other values for one field. If one is rejected, the field accepts any value, since its actual limits are
  /// unknown.
  private mutating func refusesOthers(_ index: Int) -> Bool {
    let name = fields[index].name
    return fields[index].otherValues.count { !decodes(.instead(name, $0)).succeeded } > 0
  }

  /// Tries other values for each field. A field that rejects one is described as accepting any value.
  private mutating func findRefused() {
    var isFound = false
    for index in fields.indices where refusesOthers(index) {
      fields[index].acceptAnything()
      isFound = true
    }
    if !isFound { loosen() }
  }

  /// Makes the type opaque. All fields, except a first field that is always requested, become optional and accept
  /// anything.
  private mutating func loosen() {
    isOpaque = true
    for index in fields.indices where index > 0 || !first.isSureOfFirst {
      fields[index].isOptional = true
      fields[index].acceptAnything()
    }
  }

  /// Whether each stored property is read from one field, as in synthesized decoding. Otherwise, a value may determine
  /// which fields are read.
  private func keepsWhatItReads(_ sample: Value) -> Bool {
    let mirror = Mirror(reflecting: sample)
    guard !(sample is any CustomReflectable), mirror.displayStyle == .struct || mirror.displayStyle == .class else {
      return false
    }
    let stored = sequence(first: mirror, next: \.superclassMirror).flatMap(\.children)
      .filter { $0.label?.hasPrefix("$__lazy") != true }
    let optional = stored.count { Mirror(reflecting: $0.value).displayStyle == .optional }
    let lookedFor = Set(first.lookedFor).subtracting(fields.map(\.name))
    return stored.count == fields.count + lookedFor.count
      && optional <= fields.count { $0.isOptional || $0.type == .opaque }
  }

  /// Decodes the type once more. A field that is now requested differently counts as accepting anything.
  private mutating func decodes(_ experiment: Recording.Experiment) -> Outcome {
    let recording = Recording(recorder, experiment)
    let result = Result { try Value(from: RecordingDecoder(recording: recording)) }
    var (succeeded, isRefused) = (true, false)
    if case .failure(let error) = result { (succeeded, isRefused) = (false, Recording.isOwn(error)) }
    for field in recording.fields where !fields.contains(where: { $0.name == field.name }) { isOpaque = true }
    for (index, field) in first.fields.enumerated() where fields.indices.contains(index) {
      if case .without(let names) = experiment, names.contains(field.name) { continue }
      let now = recording.fields.first { $0.name == field.name }
      if let now, now.type != field.type { fields[index].acceptAnything() }
      if now?.isOptional != field.isOptional, now != nil || !isRefused {
        fields[index].isOptional = true
        fields[index].acceptAnything()
      }
    }
    return (succeeded || recording.readsInSeveralWays, isRefused, Set(recording.fields))
  }

  /// What decoding did, and the fields that it asked for. A refusal passes on the recorder's own error for a missing or
  /// rejected field.
  private typealias Outcome = (succeeded: Bool, isRefused: Bool, asked: Set<SettingsField>)
}
