/// One of libyaml's events. Its pointers are good until the parser's next step.
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

  /// A place as libyaml counts it: in code points, from 0.
  struct Mark {
    var index: Int
    var line: Int
  }

  var kind: Kind
  var start: Mark
  var end: Mark
  /// NUL-terminated, as the parser resolved them.
  var anchor: UnsafePointer<UInt8>?
  var tag: UnsafePointer<UInt8>?
}
