import CYAML

/// Writes values through libyaml, in a form that is always read back unchanged.
package struct YAMLEmitter: ~Copyable {
  /// A libyaml error, because memory ran out or libyaml rejected a value.
  package struct Problem: Error {
    let message: String
  }

  private final class Output {
    var bytes: [UInt8] = []
  }

  // On the heap, since libyaml keeps pointers into its own structure.
  private let emitter: UnsafeMutablePointer<yaml_emitter_t>
  private let output = Output()

  /// Writes one document for each value, separated by `---` lines.
  package static func text(of documents: [YAMLValue]) throws(Problem) -> String {
    let emitter = try YAMLEmitter()
    var event = yaml_event_t()
    try emitter.emit(&event, yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING))
    for (index, document) in documents.enumerated() {
      try emitter.emit(
        &event, yaml_document_start_event_initialize(&event, nil, nil, nil, index == 0 ? 1 : 0))
      try emitter.emit(document)
      try emitter.emit(&event, yaml_document_end_event_initialize(&event, 1))
    }
    try emitter.emit(&event, yaml_stream_end_event_initialize(&event))
    return String(decoding: emitter.output.bytes, as: UTF8.self)
  }

  private init() throws(Problem) {
    emitter = .allocate(capacity: 1)
    guard yaml_emitter_initialize(emitter) != 0 else {
      emitter.deallocate()
      throw Problem(message: .memoryRanOut)
    }
    yaml_emitter_set_unicode(emitter, 1)
    yaml_emitter_set_width(emitter, -1)
    yaml_emitter_set_output(
      emitter,
      { context, bytes, count in
        guard let context, let bytes else { return 0 }
        Unmanaged<Output>.fromOpaque(context).takeUnretainedValue().bytes
          .append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
        return 1
      }, Unmanaged.passUnretained(output).toOpaque())
  }

  deinit {
    yaml_emitter_delete(emitter)
    emitter.deallocate()
  }

  /// Writes one value. Recursion is safe, since the program or the reader's limits bound the value's depth.
  private func emit(_ value: YAMLValue) throws(Problem) {
    var event = yaml_event_t()
    switch value {
    case .plain(let text): try emit(text, YAML_PLAIN_SCALAR_STYLE)
    case .text(let text): try emit(text, Self.style(of: text))
    case .list(let elements):
      try emit(&event, yaml_sequence_start_event_initialize(&event, nil, nil, 1, YAML_BLOCK_SEQUENCE_STYLE))
      for element in elements { try emit(element) }
      try emit(&event, yaml_sequence_end_event_initialize(&event))
    case .map(let entries):
      try emit(&event, yaml_mapping_start_event_initialize(&event, nil, nil, 1, YAML_BLOCK_MAPPING_STYLE))
      for entry in entries {
        try emit(entry.name, Self.style(of: entry.name))
        try emit(entry.value)
      }
      try emit(&event, yaml_mapping_end_event_initialize(&event))
    }
  }

  /// The style for a string, which is unquoted only if every YAML version reads it as a string.
  private static func style(of text: String) -> yaml_scalar_style_t {
    var text = text
    let isOrdinary = text.withUTF8 { bytes in
      guard let first = bytes.first, first.isLetter || first == UInt8(ascii: "_"), CoreSchema.value(of: bytes) == nil,
        LegacyReading.differing(bytes) == nil
      else { return false }
      return bytes.allSatisfy { $0.isLetter || $0.isDigit || "._-/".utf8.contains($0) }
    }
    return isOrdinary ? YAML_PLAIN_SCALAR_STYLE : YAML_SINGLE_QUOTED_SCALAR_STYLE
  }

  private func emit(_ text: String, _ style: yaml_scalar_style_t) throws(Problem) {
    var event = yaml_event_t()
    var text = text
    let isMade = text.withUTF8 { bytes in
      yaml_scalar_event_initialize(&event, nil, nil, bytes.baseAddress, Int32(clamping: bytes.count), 1, 1, style)
    }
    try emit(&event, isMade)
  }

  /// Passes an event to libyaml, which owns it from then on, even if writing fails.
  private func emit(_ event: inout yaml_event_t, _ isMade: Int32) throws(Problem) {
    guard isMade != 0, yaml_emitter_emit(emitter, &event) != 0 else {
      throw Problem(message: emitter.pointee.problem.map { String(cString: $0) } ?? .memoryRanOut)
    }
  }
}
