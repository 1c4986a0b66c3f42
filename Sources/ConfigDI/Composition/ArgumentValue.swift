/// A value that the command line or the program gives a parameter.
struct ArgumentValue: Hashable {
  let name: String
  let text: String
  /// The flag, or the argument of the program's call.
  let givenBy: String
  /// The parameter's, once it is known.
  var type = ParameterType.string

  /// What a manifest would have for it: lists are split at commas, numbers and booleans are read by their looks, all
  /// else is text whatever it looks like.
  var node: Node {
    let prefix = "\(givenBy) \(name)="
    let file = SourceFile(path: "\(givenBy) \(name)", bytes: Array((prefix + text).utf8), isArgument: true)
    let start = prefix.utf8.count
    let end = file.bytes.count
    let isPlain = [.int, .float, .bool].contains(type)
    guard type == .list else {
      return YAMLDocument(argument: file, scalars: [start..<end], isPlain: isPlain, isList: false).rootNode
    }
    var items: [Range<Int>] = []
    var itemStart = start
    for position in start..<end where file.bytes[position] == UInt8(ascii: ",") {
      items.append(itemStart..<position)
      itemStart = position + 1
    }
    if start < end { items.append(itemStart..<end) }
    return YAMLDocument(argument: file, scalars: items, isPlain: false, isList: true).rootNode
  }
}

extension YAMLDocument {
  fileprivate convenience init(argument file: SourceFile, scalars: [Range<Int>], isPlain: Bool, isList: Bool) {
    var records: [NodeRecord] = []
    if isList {
      records.append(
        NodeRecord(
          kind: .sequence, start: UInt32(clamping: scalars.first?.lowerBound ?? file.bytes.count),
          end: UInt32(clamping: file.bytes.count), link: UInt32(clamping: scalars.count + 1)))
    }
    for range in scalars {
      var flags: NodeRecord.Flags = isPlain ? .plain : []
      if String(decoding: file.bytes[range], as: UTF8.self).contains("${") { flags.insert(.interpolated) }
      records.append(
        NodeRecord(
          kind: .scalar, flags: flags, start: UInt32(clamping: range.lowerBound),
          end: UInt32(clamping: range.upperBound)))
    }
    self.init(file: file, records: FrozenBuffer(records), arena: TextArena(), comments: [])
  }

  fileprivate var rootNode: Node { Node(document: self, index: 0) }
}
