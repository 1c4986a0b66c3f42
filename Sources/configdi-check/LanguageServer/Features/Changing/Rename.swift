import ConfigDI

/// Renames every occurrence of a name that a manifest declares.
extension LanguageServer {
  func prepareRename(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let (focus, offset) = try place(parameters) else { return .null }
    let target = try renameTarget(focus, offset)
    return [
      "range": focus.range(target.part(of: target.occurrence)).json,
      "placeholder": .string(target.parts(of: target.occurrence.name).renamed),
    ]
  }

  func rename(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let (focus, offset) = try place(parameters) else { throw .failed("this file is not a manifest") }
    guard let new = parameters["newName"]?.string, !new.isEmpty else { throw .invalidParameters("expected a new name") }
    let target = try renameTarget(focus, offset)
    try target.check(new)
    let renamed = symbols(of: target, focus).map { ($0, found: occurrences(of: $0, from: focus)) }
    try refuseTaken(new, target, renamed.map(\.0), among: renamed.flatMap { $0.found.map(\.focus) } + [focus])
    var edits = WorkspaceEdits()
    var seen: Set<FilePart> = []
    for (symbol, found) in renamed {
      for (_, focuses) in found.flatMap({ focuses(path: $0.focus.path) }).grouped(by: { $0.checked?.root ?? "" }) {
        guard let checked = focuses.first?.checked else { continue }
        let manifests = Set(focuses.flatMap(\.positions))
        try rename(callsFor: symbol, target, to: new, manifests: manifests, checked, &seen, &edits)
      }
      for (focus, places) in found {
        for occurrence in places {
          try refuseUnlikeName(occurrence, focus)
          var range = target.part(of: occurrence)
          var text = new
          if focus.outline.nodes[occurrence.node].range == occurrence.range {
            // Without quotes, the whole scalar must remain text, not only the part that is replaced.
            let before = focus.bytes[occurrence.range.lowerBound..<range.lowerBound]
            let after = focus.bytes[range.upperBound..<occurrence.range.upperBound]
            let whole = String(decoding: before, as: UTF8.self) + new + String(decoding: after, as: UTF8.self)
            if FlowText.scalar(whole) != whole { (range, text) = (occurrence.range, FlowText.scalar(whole)) }
          }
          guard seen.insert(focus.part(range)).inserted else { continue }
          edits.add(focus.part(range), text: text)
        }
      }
    }
    return edits.json(in: self)
  }

  /// Renames a symbol in the Swift calls that name it. Throws if a call does not contain the name as a literal, or if it
  /// also names something in a manifest that is not renamed.
  private func rename(
    callsFor symbol: ManifestName, _ target: RenameTarget, to new: String, manifests: Set<Int>,
    _ checked: CheckedRoot, _ edited: inout Set<FilePart>, _ edits: inout WorkspaceEdits
  ) throws(ResponseError) {
    var others: [SourceLocation: String] = [:]
    for (position, manifest) in checked.manifests.enumerated() where !manifests.contains(position) {
      for call in checked.calls(for: symbol, in: manifest) { others[call.location] = manifest.source.input.path }
    }
    var seen: Set<SourceLocation> = []
    for position in manifests.sorted() {
      let manifest = checked.manifests[position]
      let places = PlaceFinder(self, checked, of: manifest)
      for call in checked.calls(for: symbol, in: manifest) where seen.insert(call.location).inserted {
        let asked = "'\(call.name)' is asked for at \(call.location.file.path):\(call.location.start.line)"
        if let other = others[call.location] { throw .failed("\(asked), and \(other) has it too; rename each by hand") }
        guard let literal = call.literal(naming: target), let part = places.part(literal.location) else {
          throw .failed("\(asked) without a literal to edit; rename both by hand")
        }
        guard edited.insert(part).inserted else { continue }
        edits.add(part, text: SwiftWords.literal(literal.prefix + new + literal.suffix))
      }
    }
  }

  private func renameTarget(_ focus: Focus, _ offset: Int) throws(ResponseError) -> RenameTarget {
    guard let occurrence = focus.occurrence(at: offset) else { throw .failed("nothing here can be renamed") }
    try refuseUnlikeName(occurrence, focus)
    let symbol = focus.symbol(occurrence)
    var part = RenameTarget.Part.whole
    switch symbol.kind {
    case .factory:
      throw .failed("'\(symbol.name)' is registered in Swift under this name; rename it there, then export the catalog")
    case .scope where ScopeName(symbol.name).isBuiltIn:
      throw .failed("'\(symbol.name)' is a built-in scope")
    case .service:
      let key = ServiceKey(occurrence.name)
      let isInVariant = key.variant != nil && offset > occurrence.range.lowerBound + key.nameText.utf8.count
      if !isInVariant, let reason = ownership(of: key, focus) { throw .failed(reason) }
      part = isInVariant ? .variant : .name
    default: break
    }
    return RenameTarget(symbol: symbol, occurrence: occurrence, part: part)
  }

  /// Throws if an occurrence contains escapes or spans several lines, because the parts of its name cannot then be
  /// located. Parameter names are exempt, since they are always replaced as a whole.
  private func refuseUnlikeName(_ occurrence: Occurrence, _ focus: Focus) throws(ResponseError) {
    guard occurrence.kind != .parameter, !focus.outline.isVerbatim(occurrence.node) else { return }
    let line = focus.map.position(at: occurrence.range.lowerBound).line + 1
    throw .failed(
      "'\(occurrence.name)' spans several lines or contains escapes at line \(line) of \(focus.path)")
  }

  /// Why a key cannot be renamed in the manifest; `nil` if it can.
  private func ownership(of key: ServiceKey, _ focus: Focus) -> String? {
    guard let catalog = focus.catalog else {
      let isTypeName = key.nameText.first?.isUppercase ?? false
      return isTypeName ? "'\(key.nameText)' looks like a Swift type; without a catalog, it cannot be renamed" : nil
    }
    let name = catalog.names.key(key.nameText).text
    if catalog.catalog.keys.contains(where: { catalog.names.key($0.name).text == name }) { return nil }
    guard catalog.knownTypes.contains(name) || catalog.ambiguous[name] != nil else { return nil }
    return
      "'\(key.nameText)' is a Swift type; rename it in Swift, then export the catalog"
  }

  /// The symbols to rename. If a key's name changes, it changes in all of the key's variants.
  private func symbols(of target: RenameTarget, _ focus: Focus) -> [ManifestName] {
    guard target.part == .name else { return [target.symbol] }
    let name = ServiceKey(target.symbol.name).nameText
    var found: Set<ManifestName> = [target.symbol]
    for other in companions(of: focus) {
      for (written, _) in other.text.occurrences(of: .service) {
        let key = other.names.key(written)
        if key.nameText == name { found.insert(ManifestName(kind: .service, name: key.text)) }
      }
    }
    return found.sorted { $0.name < $1.name }
  }

  /// Throws if a new name is already declared in a manifest that reads one of the edited files.
  private func refuseTaken(
    _ new: String, _ target: RenameTarget, _ renamed: [ManifestName], among edited: [Focus]
  ) throws(ResponseError) {
    let paths = Set(edited.flatMap { [$0.path] + $0.manifests.flatMap(\.paths) })
    for other in paths.sorted().compactMap({ self.focus(path: $0) }) {
      for old in renamed {
        let (before, _, after) = target.parts(of: old.name)
        let name = before + new + after
        let symbol = other.symbol(old.kind, name)
        guard !renamed.contains(symbol), other.occurrences(of: symbol).contains(where: \.isDeclaration) else {
          continue
        }
        throw .failed("a \(symbol.kind.rawValue) '\(name)' already exists")
      }
    }
  }
}

private struct RenameTarget {
  /// The part to rename: the whole symbol, only a key's name, or only a key's variant.
  enum Part { case whole, name, variant }

  let symbol: ManifestName
  /// The occurrence at the cursor.
  let occurrence: Occurrence
  let part: Part

  /// The part of a name that is renamed, and the parts around it.
  func parts(of name: String) -> (before: String, renamed: String, after: String) {
    let key = ServiceKey(name)
    switch (part, key.variant) {
    case (.name, let variant?): return ("", key.nameText, "/\(variant)")
    case (.variant, let variant?): return (key.nameText + "/", String(variant), "")
    case (.variant, nil): return (name + "/", "", "")
    case (.name, nil), (.whole, _): return ("", name, "")
    }
  }

  /// The range to replace in one occurrence.
  func part(of occurrence: Occurrence) -> Range<Int> {
    let (before, _, after) = parts(of: occurrence.name)
    let start = min(occurrence.range.lowerBound + before.utf8.count, occurrence.range.upperBound)
    return start..<max(start, occurrence.range.upperBound - after.utf8.count)
  }

  func check(_ new: String) throws(ResponseError) {
    if new.contains(where: { $0.isNewline || "{}[],#\"'`&*!|>%@:\\".contains($0) }) || new.first == " "
      || new.last == " "
    {
      throw .failed("'\(new)' must be quoted here")
    }
    switch symbol.kind {
    case .parameter:
      if !ParameterName.isValid(new) {
        throw .failed(
          "a parameter's name consists of letters, digits, '_', '.' and '-', and starts with a letter or '_'")
      }
    case .scope where ScopeName(new).isBuiltIn:
      throw .failed("'\(new)' is a built-in scope")
    case .service where part == .name && new.contains("/"):
      throw .failed("a key may contain '/' only before its variant")
    case .service where part == .variant && new.hasPrefix(ServiceKey(symbol.name).nameText + "/"):
      throw .failed("only the variant is renamed; enter it without '\(ServiceKey(symbol.name).nameText)/'")
    default: break
    }
  }
}

extension CallSite {
  /// The string literal that names a symbol in this call, and the parts of its text that a rename keeps; `nil` if the
  /// call has no such literal.
  fileprivate func literal(
    naming target: RenameTarget
  ) -> (location: SourceLocation, prefix: String, suffix: String)? {
    let bytes = location.file.bytes
    var text = name
    let parts = target.parts(of: name)
    var prefix = parts.before
    var range = location.range
    switch (subject, target.part) {
    case (.type(_, let variant?), .variant):
      // The variant is an argument of its own, after the type.
      guard let start = bytes[range.upperBound...].prefix(while: { $0 != UInt8(ascii: ")") }).end(of: "named:") else {
        return nil
      }
      (text, prefix) = (variant, "")
      range = start..<(bytes[start...].firstIndex { $0 == UInt8(ascii: ")") || $0 == UInt8(ascii: ",") } ?? start)
    case (.type, _): return nil
    default: break
    }
    let quoted = SwiftWords.literal(text)
    guard let end = bytes[range].end(of: quoted) else { return nil }
    return (location.file.location(end - quoted.utf8.count..<end), prefix, parts.after)
  }
}
