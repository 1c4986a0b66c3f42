/// One of libyaml's events. Its pointers are valid until the parser's next step.
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
  /// The event's start and end, in code points from 0.
  var start: Int
  var end: Int
  var isOnOneLine: Bool
  /// NUL-terminated, as the parser resolved them.
  var anchor: UnsafePointer<UInt8>?
  var tag: UnsafePointer<UInt8>?
}
