import ConfigDI

/// The place for a new entry of a section, in the text that was checked; a missing section is added.
struct SectionPlace {
  let location: SourceLocation
  private let before: String
  private let after: String

  func edit(adding entry: String) -> (location: SourceLocation, text: String) {
    (location, before + entry + after)
  }

  private init(_ file: SourceFile, _ offset: Int, before: String, after: String) {
    location = file.location(offset..<offset)
    self.before = before
    self.after = after
  }

  init?(_ section: ManifestKey, in outline: Outline, _ file: SourceFile) {
    guard let root = outline.documents.first, case .mapping(let sections) = outline.nodes[root].content else {
      return nil
    }
    let name = section.rawValue
    let lineBreak = outline.lineBreak
    guard let known = sections.first(where: { outline.text(of: $0.key) == name }) else {
      if let end = outline.endInBrackets(of: root) {
        self.init(file, end.offset, before: "\(end.before)\(name): { ", after: " }\(end.after)")
      } else {
        let end = outline.end(ofDocument: root)
        let indent = sections.first.map { outline.indentText(ofLineAt: outline.nodes[$0.key].range.lowerBound) } ?? ""
        let start = outline.lineStart(of: end) == end ? "" : lineBreak
        self.init(
          file, end, before: "\(start)\(indent)\(name):\(lineBreak)\(indent)  ", after: lineBreak)
      }
      return
    }
    if let end = outline.endInBrackets(of: known.value) {
      self.init(file, end.offset, before: end.before, after: end.after)
      return
    }
    switch outline.nodes[known.value].content {
    case .mapping(let entries):
      guard let first = entries.first else { return nil }
      let offset = outline.nodes[first.key].range.lowerBound
      self.init(
        file, outline.lineStart(of: offset), before: outline.indentText(ofLineAt: offset), after: lineBreak)
    case .missing:
      guard let colon = known.colon, let next = outline.nextLine(afterColon: colon) else { return nil }
      let start = outline.lineStart(of: next) == next ? "" : lineBreak
      self.init(file, next, before: "\(start)\(outline.indentText(ofLineAt: colon))  ", after: lineBreak)
    case .scalar, .alias, .sequence: return nil
    }
  }
}

extension Outline {
  /// The place for another entry of a mapping in brackets, and what the entry needs around it; `nil` for others.
  fileprivate func endInBrackets(of node: Int) -> (offset: Int, before: String, after: String)? {
    guard case .mapping(let entries) = nodes[node].content else { return nil }
    if let last = entries.last {
      guard nodes[last.key].isFlow else { return nil }
      let end = max(nodes[last.key].range.upperBound, nodes[last.value].range.upperBound, (last.colon ?? -1) + 1)
      return (end, ", ", "")
    }
    guard let bracket = bytes[nodes[node].range].firstIndex(of: UInt8(ascii: "{")) else { return nil }
    return (bracket + 1, " ", bytes[(bracket + 1)...].first == UInt8(ascii: "}") ? " " : "")
  }

  /// The end of a document's text: the beginning of the line `...` or `---`, or the file's end.
  fileprivate func end(ofDocument root: Int) -> Int {
    var index = nodes[root].range.upperBound
    while let lineEnd = bytes[index...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      index = lineEnd + 1
      let line = bytes[index...].prefix { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D }
      if line.elementsEqual("...".utf8) || line.elementsEqual("---".utf8) { return index }
    }
    return bytes.count
  }

  /// The beginning of the line after a key without a value; `nil` if there is an anchor or a tag.
  fileprivate func nextLine(afterColon colon: Int) -> Int? {
    let rest = bytes[(colon + 1)...]
    guard let first = rest.first(where: { $0 != 0x20 && $0 != 0x09 }) else { return bytes.count }
    guard "#\n\r".utf8.contains(first) else { return nil }
    return rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
  }

  fileprivate func indentText(ofLineAt offset: Int) -> String {
    String(repeating: " ", count: indent(ofLineAt: offset))
  }
}
