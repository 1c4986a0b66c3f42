import ConfigDI

/// Completes the text at the cursor.
extension LanguageServer {
  func completion(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let (focus, offset) = try place(parameters) else { return .null }
    let cursor = Cursor(focus.outline, at: offset)
    if case .comment(let range) = cursor.kind { return suppressions(cursor, in: range, focus, offset) }
    let place = Place(cursor.path, in: cursor.outline)
    if let written = cursor.prefix.openReference, place.scalar == .interpolated,
      cursor.token.count > 1 || cursor.quote != nil
    {
      return interpolations(cursor, written, place, focus, offset)
    }
    var list = list(cursor, focus.range(cursor.token), focus)
    switch cursor.kind {
    case .key: keys(of: place, focus, &list)
    case .value(let beginsMapping):
      values(at: place, focus, &list)
      if beginsMapping { keys(of: place, focus, &list) }
    case .comment: break
    }
    return list.json
  }

  private func list(_ cursor: Cursor, _ range: TextRange, _ focus: Focus) -> CompletionList {
    CompletionList(cursor, range: range, uri: focus.uri, hasMarkdown: client.hasMarkdownInCompletion)
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

  private func suppressions(_ cursor: Cursor, in comment: Range<Int>, _ focus: Focus, _ offset: Int) -> JSON {
    guard cursor.prefix.contains("configdi:ignore") else {
      var typed = cursor.prefix.drop { $0 == "#" || $0 == " " }
      let isHalfTyped = "configdi:ignore".hasPrefix(typed)
      let start = typed.hasPrefix("configdi:") ? "" : "configdi:"
      if start.isEmpty { typed = typed.dropFirst("configdi:".count) }
      var list = list(cursor, focus.range(offset - typed.utf8.count..<offset), focus)
      if isHalfTyped {
        list.add(
          "\(start)ignore", .keyword, detail: "suppress findings on the next line", text: "\(start)ignore ")
        list.add(
          "\(start)ignore-file", .keyword, detail: "suppress findings in the whole file", text: "\(start)ignore-file ")
      }
      return list.json
    }
    var start = offset
    while start > comment.lowerBound, !" ,:".utf8.contains(focus.bytes[start - 1]) { start -= 1 }
    var end = offset
    while end < comment.upperBound, !" ,:".utf8.contains(focus.bytes[end]) { end += 1 }
    let isLast = focus.bytes[end..<comment.upperBound].allSatisfy { $0 == 0x20 }
    let line = focus.map.position(at: offset).line
    var near: Set<Rule> = []
    if let checked = focus.checked {
      for (finding, place) in PlaceFinder(self, checked).findings
      where place.uri == focus.uri && [line, line + 1].contains(place.range.start.line) {
        near.insert(finding.rule)
      }
    }
    var list = list(cursor, focus.range(start..<end), focus)
    for rule in Rule.all {
      list.add(
        rule.code, .value, detail: "\(rule.slug): \(rule.page.summary)", rank: near.contains(rule) ? 1 : 5,
        text: rule.code + (isLast ? " -- " : ""))
    }
    return list.json
  }

  /// Completes a reference to a parameter after `$` or `${`.
  private func interpolations(
    _ cursor: Cursor, _ written: Substring, _ place: Place, _ focus: Focus, _ offset: Int
  ) -> JSON {
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
    var list = list(cursor, focus.range(first..<(isUnquoted ? rest.endIndex : end)), focus)
    for parameter in parameters(for: place, besides: place.parameter, focus) {
      let reference = "${\(parameter.name)}"
      let (label, text) =
        if isUnquoted {
          (before + reference, FlowText.quoted(before + reference + after))
        } else if written == "$" {
          (reference, reference)
        } else {
          (parameter.name, parameter.name + (isClosed ? "" : "}"))
        }
      list.add(
        label, .variable, detail: parameter.detail, documentation: parameter.documentation, rank: parameter.rank,
        text: text)
    }
    return list.json
  }

  /// The parameters and their types. Those that fit the setting come first.
  ///
  /// - Parameter own: The parameter that is being defined, which its own value cannot use.
  func parameters(
    for place: Place, besides own: String?, _ focus: Focus
  ) -> [(name: String, detail: String, documentation: String?, rank: Int)] {
    let wanted = focus.setting(at: place)?.type
    let known = Dictionary(uniqueKeysWithValues: composedParameters(focus).map { ($0.name.value, $0) })
    return declared(.parameter, focus).filter { $0 != own }.map { name in
      let parameter = known[name]
      let fits = wanted.map { $0.accepts(parameter?.type) } ?? true
      let detail =
        parameter.map { "\($0.type.rawValue)\($0.isSecret ? ", secret" : ""), \($0.stateText)" } ?? "parameter"
      return (name, detail, parameter?.description, fits ? 3 : 7)
    }
  }

  /// The names of one kind that the file's manifests declare, sorted.
  func declared(_ kind: SymbolKind, _ focus: Focus) -> [String] {
    outlines.declared(kind, in: companions(of: focus).map(\.text))
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
