import ConfigDI

/// Provides folding ranges, selection ranges and links. These need only a document's outline.
extension LanguageServer {
  func foldings(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let focus = try focus(parameters) else { return [] }
    let outline = focus.outline
    var ranges: [(start: Int, end: Int)] = []
    for node in outline.nodes {
      guard case .mapping(let entries) = node.content else { continue }
      for entry in entries {
        let start = focus.map.position(at: outline.nodes[entry.key].range.lowerBound).line
        let end = focus.map.position(at: outline.nodes[entry.value].range.upperBound).line
        if end > start { ranges.append((start, end)) }
      }
    }
    return .array(
      ranges.sorted { ($0.start, -$0.end) < ($1.start, -$1.end) }.map { range in
        ["startLine": .int(range.start), "endLine": .int(range.end)]
      })
  }

  func selections(_ parameters: JSON) throws(ResponseError) -> JSON {
    let positions = parameters["positions"]?.elements?.compactMap { TextPosition($0) } ?? []
    guard let focus = try focus(parameters) else {
      return .array(positions.map { Self.selection([TextRange(start: $0, end: $0)]) })
    }
    return .array(
      positions.map { position in
        let offset = focus.map.offset(of: position)
        var ranges = [0..<focus.bytes.count]
        for node in focus.outline.nodes(around: offset) {
          ranges.append(focus.outline.nodes[node].range)
          if case .mapping(let entries) = focus.outline.nodes[node].content,
            let entry = entries.last(where: { focus.outline.nodes[$0.key].range.lowerBound <= offset })
          {
            let key = focus.outline.nodes[entry.key].range
            ranges.append(key.lowerBound..<max(key.upperBound, focus.outline.nodes[entry.value].range.upperBound))
          } else {
            ranges.append(focus.outline.contentRange(of: node))
          }
        }
        if let inner = focus.occurrence(at: offset) { ranges.append(inner.range) }
        var nested: [Range<Int>] = []
        // Each range must contain the position, which may be between two entries.
        for range in ranges
        where range.lowerBound <= offset && offset <= range.upperBound
          && nested.last.map({ $0 != range && $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound })
            ?? true
        {
          nested.append(range)
        }
        return Self.selection(nested.map { focus.range($0) })
      })
  }

  private static func selection(_ outermostFirst: [TextRange]) -> JSON {
    var result: JSON?
    for range in outermostFirst { result = .object(present: ["range": range.json, "parent": result]) }
    return result ?? .null
  }

  func links(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let focus = try focus(parameters) else { return [] }
    var links: [JSON] = []
    focus.outline.walk { node, place in
      guard !focus.outline.isKey(node), case .file? = place.scalar,
        let target = target(of: focus.outline.text(of: node), in: focus)
      else { return }
      links.append([
        "range": focus.range(focus.outline.contentRange(of: node)).json, "target": .string(uri(ofPath: target)),
      ])
    }
    return .array(links)
  }
}
