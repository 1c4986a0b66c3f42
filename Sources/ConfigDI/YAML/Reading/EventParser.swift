import CYAML

/// One libyaml event, whose pointers are valid until the parser's next step.
struct Event {
  enum Kind {
    case streamStart
    case streamEnd
    case documentStart(explicit: Bool)
    case documentEnd(explicit: Bool)
    case alias(UnsafePointer<UInt8>)
    case scalar(Style, UnsafeBufferPointer<UInt8>)
    case sequenceStart(flow: Bool)
    case sequenceEnd
    case mappingStart(flow: Bool)
    case mappingEnd
  }

  enum Style: UInt8 { case plain, singleQuoted, doubleQuoted, literal, folded }

  var kind: Kind
  /// The start of the event, in code points from 0.
  var start: Int
  var end: Int
  var isOnOneLine: Bool
  /// The anchor, as NUL-terminated text.
  var anchor: UnsafePointer<UInt8>?
  var tag: UnsafePointer<UInt8>?
}

/// Wraps libyaml's parser. No other code touches its structures and unions.
struct EventParser: ~Copyable {
  struct Problem: Error {
    enum Place {
      case byte(Int)
      /// An index in code points.
      case index(Int)
    }

    var message: String
    var place: Place
    /// What libyaml was reading when the error occurred.
    var context: String?
    var contextIndex: Int?
  }

  // On the heap, since libyaml keeps pointers into its own structure.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>

  /// Creates a parser for UTF-8 text without a byte-order mark; `nil` if memory runs out. The text must outlive the
  /// parser.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    parser = .allocate(capacity: 1)
    event = .allocate(capacity: 1)
    // `deinit` also runs after a failure, and expects both to be initialized.
    parser.initialize(to: yaml_parser_t())
    event.initialize(to: yaml_event_t())
    guard let base = text.baseAddress, yaml_parser_initialize(parser) != 0 else { return nil }
    // Set explicitly, so that a UTF-16 byte-order mark is an error and does not switch the encoding.
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, base, text.count)
  }

  deinit {
    yaml_event_delete(event)
    yaml_parser_delete(parser)
    event.deallocate()
    parser.deallocate()
  }

  /// Returns the next event. The previous event's pointers become invalid.
  @inline(__always)
  func next() throws(Problem) -> Event {
    yaml_event_delete(event)
    guard yaml_parser_parse(parser, event) != 0 else { throw problem }
    return decoded
  }

  private var decoded: Event {
    @inline(__always) get {
      let data = event.pointee.data
      let start = event.pointee.start_mark
      let end = event.pointee.end_mark
      var anchor: UnsafeMutablePointer<UInt8>?
      var tag: UnsafeMutablePointer<UInt8>?
      let kind: Event.Kind
      switch event.pointee.type {
      case YAML_SCALAR_EVENT:
        anchor = data.scalar.anchor
        tag = data.scalar.tag
        kind = .scalar(
          style(data.scalar.style), UnsafeBufferPointer(start: data.scalar.value, count: data.scalar.length))
      case YAML_SEQUENCE_START_EVENT:
        anchor = data.sequence_start.anchor
        tag = data.sequence_start.tag
        kind = .sequenceStart(flow: data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE)
      case YAML_SEQUENCE_END_EVENT:
        kind = .sequenceEnd
      case YAML_MAPPING_START_EVENT:
        anchor = data.mapping_start.anchor
        tag = data.mapping_start.tag
        kind = .mappingStart(flow: data.mapping_start.style == YAML_FLOW_MAPPING_STYLE)
      case YAML_MAPPING_END_EVENT:
        kind = .mappingEnd
      case YAML_ALIAS_EVENT:
        kind = .alias(data.alias.anchor)
      case YAML_DOCUMENT_START_EVENT:
        kind = .documentStart(explicit: data.document_start.implicit == 0)
      case YAML_DOCUMENT_END_EVENT:
        kind = .documentEnd(explicit: data.document_end.implicit == 0)
      case YAML_STREAM_START_EVENT:
        kind = .streamStart
      default:
        kind = .streamEnd
      }
      return Event(
        kind: kind, start: start.index, end: end.index, isOnOneLine: start.line == end.line,
        anchor: UnsafePointer(anchor), tag: UnsafePointer(tag))
    }
  }

  private var problem: Problem {
    let state = parser.pointee
    guard state.error != YAML_MEMORY_ERROR, let text = state.problem else {
      return Problem(message: .memoryRanOut, place: .byte(0))
    }
    let message = String(cString: text)
    if state.error == YAML_READER_ERROR {
      return Problem(message: message, place: .byte(Int(clamping: state.problem_offset)))
    }
    return Problem(
      message: message, place: .index(Int(clamping: state.problem_mark.index)),
      context: state.context.map { String(cString: $0) },
      contextIndex: state.context == nil ? nil : Int(clamping: state.context_mark.index))
  }

  @inline(__always)
  private func style(_ style: yaml_scalar_style_t) -> Event.Style {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }
}
