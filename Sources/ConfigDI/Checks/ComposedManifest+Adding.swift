extension ComposedManifest {
  /// The edits that add an entry to a section. If the location is in an overlay, they change the manifest that the
  /// overlay applies to.
  func adding(_ key: String, _ value: String?, to section: String, near file: SourceFile) -> [Diagnostic.Fix] {
    if section == ManifestKey.roots.rawValue {
      // A list that overlays replace in every stage has no effect.
      let lists = files.lazy.compactMap { $0.root?[section] }.filter { list in
        self.stages.contains { $0.roots.contains { list.holds($0.key.location) } }
      }
      return lists.first.map { adding(key, value, in: $0) } ?? []
    }
    let own = files.first { $0.file === file && !$0.isOverlay }
    guard let document = own ?? files.first, let root = document.root, root.kind == .mapping else { return [] }
    let text = value.map { "\(key): \($0)" } ?? key
    let whole = value == nil ? "[\(text)]" : "{ \(text) }"
    let line = value == nil ? "- \(text)" : text
    guard let known = root[section] else {
      return document.addingSection(section, whole: whole, line: line, to: root)
    }
    if known.kind == .scalar, known.isNull {
      return document.filling(known, whole: whole, line: line)
    }
    return known.location.file === document.file ? adding(key, value, in: known) : []
  }

  private func adding(_ key: String, _ value: String?, in section: Node) -> [Diagnostic.Fix] {
    let file = section.location.file
    let isFlow = ["{", "["].contains { file.bytes[section.location.range].starts(with: $0.utf8) }
    if isFlow, let last = section.lastPlace {
      return [.init(inserting: ", \(value.map { "\(key): \($0)" } ?? key)", at: last, in: file)]
    }
    if let value { return .adding([(key, value)], toMappingAt: section.location) }
    return .adding(element: key, toListAt: section.location)
  }
}

extension Node {
  fileprivate func holds(_ text: SourceLocation) -> Bool {
    text.file === location.file && location.range.contains(text.range.lowerBound)
  }

  /// The end of the last entry in a block collection; `nil` if the collection is empty or that entry has no value.
  fileprivate var lastPlace: Int? {
    let last = kind == .mapping ? everyPair.last?.value : elements.reduce(nil) { $1 }
    guard let last, last.location.file === location.file, !last.isAbsent,
      location.range.contains(last.location.range.lowerBound)
    else { return nil }
    return last.location.range.upperBound
  }
}

extension YAMLDocument {
  fileprivate var isOverlay: Bool { root?["kind"]?.text == Manifest.Kind.overlay.rawValue }

  /// The edit that adds a section at the end of the document, or inside the root's braces.
  fileprivate func addingSection(_ name: String, whole: String, line: String, to root: Node) -> [Diagnostic.Fix] {
    let bytes = file.bytes
    if bytes[root.location.range].first == UInt8(ascii: "{") {
      return root.lastPlace.map { [.init(inserting: ", \(name): \(whole)", at: $0, in: file)] } ?? []
    }
    guard let first = root.everyPair.first?.key.location else { return [] }
    let indent = String(repeating: " ", count: first.start.column - 1)
    let end = self.end(of: root)
    let start = end == 0 || bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D ? "" : file.lineBreak
    let text = "\(start)\(indent)\(name):\(file.lineBreak)\(indent)  \(line)\(file.lineBreak)"
    return [.init(inserting: text, at: end, in: file)]
  }

  /// The edit that adds the first entry to an empty section.
  fileprivate func filling(_ section: Node, whole: String, line: String) -> [Diagnostic.Fix] {
    let bytes = file.bytes
    let place = section.location.range
    let rest = bytes[place.upperBound..<file.lineEnd(of: place.upperBound)]
    let isFree = rest.first { $0 != 0x20 }.map { $0 == UInt8(ascii: "#") } ?? true
    guard place.isEmpty, isFree else {
      return [.init(replacing: section.location, with: (place.isEmpty ? " " : "") + whole)]
    }
    let indent = String(repeating: " ", count: file.spaces(at: file.lineStart(of: place.lowerBound)) + 2)
    let end = bytes[rest.endIndex...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
    let start = end > 0 && bytes[end - 1] == 0x0A ? "" : file.lineBreak
    return [.init(inserting: start + indent + line + file.lineBreak, at: end, in: file)]
  }

  /// The offset where the document's text ends: at a line `...` or `---`, or at the end of the file.
  private func end(of root: Node) -> Int {
    let bytes = file.bytes
    let starts = file.lineTable.starts
    return starts.first { start in
      start > root.location.range.lowerBound
        && (bytes[start...].starts(with: "...".utf8) || bytes[start...].starts(with: "---".utf8))
    } ?? bytes.count
  }
}
