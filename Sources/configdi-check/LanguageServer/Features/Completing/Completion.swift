import ConfigDI

/// Completes the text at the cursor.
extension LanguageServer {
  func completion(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let (focus, offset) = try place(parameters) else { return .null }
    var list = CompletionList(self, focus, at: offset)
    list.addItems()
    return list.json
  }

  /// Adds an explanation to the item that the user selected. Explaining all items in a long list would take too long.
  func resolveCompletion(_ item: JSON) -> JSON {
    guard case .object(var members) = item, let data = item["data"], let name = data["name"]?.string,
      let focus = (data["uri"]?.string).flatMap(resolvedPath).flatMap({ focus(path: $0) }),
      let kind = data["kind"]?.string.flatMap({ SymbolKind(rawValue: $0) }),
      let text = explanation(of: focus.symbol(kind, name), focus)
    else { return item }
    members.append(("documentation", .documentation(text, isMarkdown: client.hasMarkdownInCompletion)))
    return .object(members)
  }
}

extension CompletionList {
  mutating func addItems() {
    if let written = cursor.prefix.openReference, place.scalar == .interpolated,
      cursor.token.count > 1 || cursor.quote != nil
    {
      return addInterpolations(written)
    }
    switch cursor.kind {
    case .key: addKeys()
    case .value(let beginsMapping):
      addValues()
      if beginsMapping { addKeys() }
    case .comment(let comment): addSuppressions(in: comment)
    }
  }

  private mutating func addSuppressions(in comment: Range<Int>) {
    let typed = cursor.prefix.drop { $0 == "#" || $0 == " " }
    guard typed.hasPrefix("configdi:ignore"), typed.contains(" ") else { return }
    // A code follows the instruction or a comma. After `--`, the text is the reason.
    let before = typed[...(typed.lastIndex { " ,:".contains($0) } ?? typed.startIndex)]
    let isDue = before.last { $0 != " " } == "," || before.split(separator: " ").count == 1
    guard isDue, !typed.contains(" --") else { return }
    var start = offset
    while start > comment.lowerBound, !" ,:".utf8.contains(focus.bytes[start - 1]) { start -= 1 }
    var end = offset
    while end < comment.upperBound, !" ,:".utf8.contains(focus.bytes[end]) { end += 1 }
    let isLast = focus.bytes[end..<comment.upperBound].allSatisfy { $0 == 0x20 }
    let line = focus.map.position(at: offset).line
    var near: Set<Rule> = []
    if let checked = focus.checked {
      for (finding, place) in PlaceFinder(server, checked).findings
      where place.uri == focus.uri && [line, line + 1].contains(place.range.start.line) {
        near.insert(finding.rule)
      }
    }
    range = focus.range(start..<end)
    for rule in Rule.all where rule != .badSuppression {
      add(
        rule.code, .value, detail: "\(rule.slug): \(rule.page.summary)", rank: near.contains(rule) ? 1 : 5,
        text: rule.code + (isLast ? " -- " : ""))
    }
  }

  /// Completes a reference to a parameter after `$` or `${`.
  private mutating func addInterpolations(_ written: Substring) {
    let start = offset - written.utf8.count
    // After `$` alone, the text after the cursor is not part of the name.
    var end = offset
    while written != "$", end < focus.bytes.count, case let byte = focus.bytes[end],
      byte >= 0x80 || Unicode.Scalar(byte).properties.isAlphabetic || "0123456789_.-".utf8.contains(byte)
    {
      end += 1
    }
    let isClosed = written != "$" && end < focus.bytes.count && focus.bytes[end] == UInt8(ascii: "}")
    // Unquoted, the closing brace would end a mapping in braces.
    let isUnquoted = cursor.isFlow && cursor.quote == nil
    let first = isUnquoted ? cursor.token.lowerBound : written == "$" ? start : start + 2
    let before = String(decoding: focus.bytes[min(first, start)..<start], as: UTF8.self)
    let rest = focus.bytes[(isClosed ? end + 1 : end)...].prefix { !" ,{}[]\n\r".utf8.contains($0) }
    let after = String(decoding: rest, as: UTF8.self)
    range = focus.range(first..<(isUnquoted ? rest.endIndex : end))
    addParameters { name in
      let reference = "${\(name)}"
      if isUnquoted { return (before + reference, FlowText.quoted(before + reference + after)) }
      return written == "$" ? (reference, reference) : (name, name + (isClosed ? "" : "}"))
    }
  }

  /// Offers the parameters with their types, but not the parameter that is being defined, which its own value cannot
  /// use. Those that fit the setting come first.
  ///
  /// - Parameter item: Returns the label and the text for a parameter's name; `nil` to leave it out.
  mutating func addParameters(_ item: (_ name: String) -> (label: String, text: String)?) {
    let wanted = focus.setting(at: place)?.type
    let known = Dictionary(uniqueKeysWithValues: composedParameters.map { ($0.name.value, $0) })
    for name in declared(.parameter) where name != place.parameter {
      guard let (label, text) = item(name) else { continue }
      let parameter = known[name]
      let fits = wanted.map { $0.accepts(parameter?.type) } ?? true
      let detail =
        parameter.map { "\($0.type.rawValue)\($0.isSecret ? ", secret" : ""), \($0.stateText)" } ?? "parameter"
      add(label, .variable, detail: detail, documentation: parameter?.description, rank: fits ? 3 : 7, text: text)
    }
  }

  /// The factory that the entry around the cursor names.
  var factory: CatalogFactory? { focus.factory(at: place, in: cursor.outline) }

  /// The names of one kind that the file's manifests declare, sorted.
  func declared(_ kind: SymbolKind) -> [String] {
    server.outlines.declared(kind, in: server.companions(of: focus).map(\.text))
  }
}

extension String {
  /// The unfinished reference to a parameter at the end: `$`, or `${` and a part of a name; `nil` if there is none.
  fileprivate var openReference: Substring? {
    guard let dollar = lastIndex(of: "$") else { return nil }
    let rest = self[index(after: dollar)...]
    guard rest.isEmpty || rest.first == "{" && !rest.contains("}") else { return nil }
    if dollar > startIndex, self[index(before: dollar)] == "$" { return nil }
    return self[dollar...]
  }
}
