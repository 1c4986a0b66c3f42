import ConfigDI
import Testing

@testable import configdi_check

/// A session over a case's files.
final class EditorStage {
  private let session: LanguageSession
  private var marks: [String: (path: String, line: Int, character: Int)] = [:]
  private var texts: [String: String] = [:]

  init(_ files: [EditorCase.File], options: String) throws {
    let words = options.split(separator: " ").map(String.init)
    let encoding = words.first { $0.hasPrefix("utf-") } ?? "utf-8"
    for file in files {
      var text = ""
      let whole = file.lines.map { $0 + "\n" }.joined()
      var rest = whole[...]
      while let open = rest.firstIndex(of: "«") {
        text += rest[..<open]
        let close = try #require(rest[open...].firstIndex(of: "»"))
        let line = text.utf8.count { $0 == 0x0A }
        let start = text.lastIndex(of: "\n").map { text.index(after: $0) } ?? text.startIndex
        let before = text[start...]
        let character = encoding == "utf-16" ? before.utf16.count : before.utf8.count
        marks[String(rest[rest.index(after: open)..<close])] = (file.path, line, character)
        rest = rest[rest.index(after: close)...]
      }
      texts[file.path] = text + rest
    }
    var settings: [(String, JSON)] = []
    if words.contains("lenses") { settings.append(("codeLens", true)) }
    if words.contains("hints") { settings.append(("inlayHints", true)) }
    for word in words where word.hasPrefix("stage=") { settings.append(("stage", .string(String(word.dropFirst(6))))) }
    session = LanguageSession(
      texts, encoding: encoding, capabilities: words.contains("plain") ? [] : LanguageSession.capabilities,
      options: .object(settings))
    // What the editor shows is what the command line says.
    let said = try CommandLineFindings(
      in: session.root,
      InMemoryFiles(Dictionary(uniqueKeysWithValues: texts.map { ("\(session.root)/\($0.key)", $0.value) })))
    said?.expectShown(by: session, encoding)
    for (path, text) in texts.sorted(by: { $0.key < $1.key }) where path.hasSuffix(".yaml") && !words.contains("closed")
    {
      session.open(path, text)
    }
  }

  func answer(_ question: String) throws -> [String] {
    let words = question.split(separator: " ", maxSplits: 2).map(String.init)
    do {
      return try answer(words[0], words.count > 1 ? words[1] : "", words.count > 2 ? words[2] : "")
    } catch let refusal as LanguageSession.Refusal {
      return ["refused: \(refusal.message)"]
    }
  }

  private func answer(_ kind: String, _ mark: String, _ rest: String) throws -> [String] {
    switch kind {
    case "completion": try completion(mark, rest)
    case "hover":
      (try ask("hover", mark)["contents"]?["value"]?.string ?? "nothing").split(separator: "\n").map(String.init)
    case "definition": places(try ask("definition", mark))
    case "type": places(try ask("typeDefinition", mark))
    case "implementation": places(try ask("implementation", mark))
    case "references": places(try ask("references", mark, ["context": ["includeDeclaration": true]]))
    case "highlight":
      (try ask("documentHighlight", mark).elements ?? []).map { "\(place($0["range"])) \($0["kind"]?.int ?? 0)" }
    case "prepare":
      { answer in ["\(place(answer["range"])) \(answer["placeholder"]?.string ?? "")"] }(try ask("prepareRename", mark))
    case "rename": edited(try ask("rename", mark, ["newName": .string(rest)]))
    case "symbols": symbols(try document("documentSymbol", mark).elements ?? [], indent: "")
    case "search":
      (try session.request("workspace/symbol", ["query": .string(mark)]).elements ?? []).map {
        "\($0["name"]?.string ?? "") \(places([$0["location"] ?? .null]).first ?? "")"
      }
    case "folding":
      (try document("foldingRange", mark).elements ?? []).map {
        "\(($0["startLine"]?.int ?? 0) + 1)-\(($0["endLine"]?.int ?? 0) + 1) \($0["kind"]?.string ?? "")"
      }
    case "selection": try selection(mark)
    case "links":
      (try document("documentLink", mark).elements ?? []).map {
        "\(place($0["range"])) \(short($0["target"]?.string ?? ""))"
      }
    case "findings": findings(mark)
    case "actions": try actions(mark).compactMap { $0["title"]?.string }
    case "apply": try apply(mark, rest)
    case "lenses":
      (try document("codeLens", mark).elements ?? []).map {
        "\(place($0["range"])) \($0["command"]?["title"]?.string ?? "")"
      }
    case "hints":
      (try document(
        "inlayHint", mark, ["range": ["start": ["line": 0, "character": 0], "end": ["line": 999, "character": 0]]]
      ).elements ?? []).map {
        "\(($0["position"]?["line"]?.int ?? 0) + 1) \($0["label"]?.string ?? "")"
      }
    case "callers": try calls(mark, "incomingCalls", "from")
    case "callees": try calls(mark, "outgoingCalls", "to")
    default: try tokens(mark)
    }
  }

  private func ask(_ method: String, _ mark: String, _ more: [(String, JSON)] = []) throws -> JSON {
    let place = try #require(marks[mark], "there is no mark \(mark)")
    return try session.request(
      "textDocument/\(method)",
      .object(
        [
          ("textDocument", ["uri": .string(session.uri(place.path))]),
          ("position", ["line": .int(place.line), "character": .int(place.character)]),
        ] + more))
  }

  private func ask(_ method: String, _ mark: String, _ more: JSON) throws -> JSON {
    guard case .object(let members) = more else { return .null }
    return try ask(method, mark, members)
  }

  private func document(_ method: String, _ path: String, _ more: JSON = [:]) throws -> JSON {
    guard case .object(let members) = more else { return .null }
    return try session.request(
      "textDocument/\(method)", .object([("textDocument", ["uri": .string(session.uri(path))])] + members))
  }

  private func completion(_ mark: String, _ rest: String) throws -> [String] {
    let items = try ask("completion", mark)["items"]?.elements ?? []
    let sorted = items.sorted { ($0["sortText"]?.string ?? "") < ($1["sortText"]?.string ?? "") }
    let labels = sorted.compactMap { $0["label"]?.string }
    if rest.hasPrefix("first "), let count = Int(rest.dropFirst(6)) {
      return [labels.prefix(count).joined(separator: ", ")]
    }
    if !rest.isEmpty {
      guard let item = sorted.first(where: { $0["label"]?.string == rest }) else { return ["not offered"] }
      let text = item["textEdit"]?["newText"]?.string ?? ""
      return [
        "\(place(item["textEdit"]?["range"])) '\(text.replacing("\n", with: "\\n"))'",
        item["detail"]?.string ?? "",
      ]
    }
    return labels.isEmpty ? ["nothing"] : [labels.joined(separator: ", ")]
  }

  private func selection(_ mark: String) throws -> [String] {
    let found = try #require(marks[mark])
    var answer = try document(
      "selectionRange", found.path,
      ["positions": [["line": .int(found.line), "character": .int(found.character)]]]
    ).elements?.first
    var lines: [String] = []
    while let range = answer {
      lines.append(place(range["range"]))
      answer = range["parent"]
    }
    return lines
  }

  private func findings(_ path: String) -> [String] {
    let shown = session.diagnostics(path)
    return shown.isEmpty
      ? ["none"]
      : shown.map { "\(place($0["range"])) \($0["code"]?.string ?? "") \($0["message"]?.string ?? "")" }
  }

  private func actions(_ mark: String) throws -> [JSON] {
    let found = try #require(marks[mark])
    let position: JSON = ["line": .int(found.line), "character": .int(found.character)]
    return try document(
      "codeAction", found.path,
      ["range": ["start": position, "end": position], "context": ["diagnostics": []]]
    ).elements ?? []
  }

  /// Applies the action whose title begins so; then what is in the file, and what is still found anywhere.
  private func apply(_ mark: String, _ title: String) throws -> [String] {
    guard let action = try actions(mark).first(where: { $0["title"]?.string?.hasPrefix(title) ?? false }) else {
      return ["not offered"]
    }
    let lines = edited(action["edit"] ?? .null)
    for file in action["edit"]?["documentChanges"]?.elements ?? [] {
      guard let uri = file["textDocument"]?["uri"]?.string else { continue }
      let path = short(uri)
      let text = texts[path] ?? ""
      if session.text(path) == nil { session.open(path, text) } else { session.change(path, [["text": .string(text)]]) }
    }
    return lines + [
      "then: "
        + (session.shown.isEmpty
          ? "nothing is found"
          : session.shown.values.flatMap { $0 }.compactMap { $0["code"]?.string }.sorted().joined(separator: " "))
    ]
  }

  /// The lines that an edit changes, as they stand after it.
  private func edited(_ edit: JSON) -> [String] {
    let before = texts
    texts = session.apply(edit, to: texts)
    return texts.sorted { $0.key < $1.key }.flatMap { path, text -> [String] in
      guard text != before[path] else { return [] }
      let known = Set((before[path] ?? "").split(separator: "\n"))
      return text.split(separator: "\n").filter { !known.contains($0) }.map { "\(path): \($0)" }
    }
  }

  private func symbols(_ symbols: [JSON], indent: String) -> [String] {
    symbols.flatMap { symbol in
      ["\(indent)\(symbol["name"]?.string ?? "") \(place(symbol["selectionRange"] ?? symbol["location"]?["range"]))"]
        + self.symbols(symbol["children"]?.elements ?? [], indent: indent + "  ")
    }
  }

  private func calls(_ mark: String, _ method: String, _ end: String) throws -> [String] {
    guard let item = try ask("prepareCallHierarchy", mark).elements?.first else { return ["nothing"] }
    let calls = try session.request("callHierarchy/\(method)", ["item": item]).elements ?? []
    return calls.isEmpty
      ? ["none"]
      : calls.map { call in
        let ranges = (call["fromRanges"]?.elements ?? []).map { place($0) }.joined(separator: " ")
        return "\(call[end]?["name"]?.string ?? "") (\(call[end]?["detail"]?.string ?? "")) \(ranges)"
      }
  }

  private func tokens(_ path: String) throws -> [String] {
    let data = try document("semanticTokens/full", path)["data"]?.elements?.compactMap(\.int) ?? []
    var (line, character) = (0, 0)
    return stride(from: 0, to: data.count - 4, by: 5).map { index in
      character = data[index] == 0 ? character + data[index + 1] : data[index + 1]
      line += data[index]
      let marks = [(1, "declaration"), (2, "deprecated")].filter { data[index + 4] & $0.0 != 0 }.map(\.1)
      return
        "\(line + 1):\(character + 1)+\(data[index + 2]) \(([SemanticToken.types[data[index + 3]]] + marks).joined(separator: " "))"
    }
  }

  private func places(_ json: JSON) -> [String] {
    let found = json.elements ?? []
    return found.isEmpty ? ["nowhere"] : found.map { "\(short($0["uri"]?.string ?? "")) \(place($0["range"]))" }
  }

  private func short(_ uri: String) -> String {
    let prefix = session.uri("")
    return uri.hasPrefix(prefix) ? String(uri.dropFirst(prefix.count)) : uri
  }

  /// `line:column-line:column`, from 1.
  private func place(_ range: JSON?) -> String {
    guard let range = TextRange(range) else { return "?" }
    return "\(range.start.line + 1):\(range.start.character + 1)-\(range.end.line + 1):\(range.end.character + 1)"
  }
}
