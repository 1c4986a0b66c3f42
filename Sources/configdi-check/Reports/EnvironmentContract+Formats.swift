import ConfigDI

extension EnvironmentContract {
  /// Each variable with its entries, since several parameters may read the same variable.
  private var distinct: [(key: String, elements: [Entry])] { variables.grouped(by: \.name) }

  /// A file for `--env-file`: required variables are left empty, others have their defaults.
  var dotenv: String {
    distinct.map { name, all in
      let required = all.contains(where: \.isRequired)
      let value = required ? nil : all[0].preset
      let comment = "# \((all.first(where: \.isRequired) ?? all[0]).words)\n"
      // A secret default is not shown, an empty value would not be the default, and a shell would run other names.
      guard required || value != nil, name.isIdentifier else { return comment + "# \(name)=\n" }
      return comment + "\(name)=\(value.map(Self.quotedForDotenv) ?? "")\n"
    }.joined() + files.map { "# file \(visible($0.name)): \($0.words)\n" }.joined()
  }

  /// The text in the quotes that it needs for a shell and for `EnvironmentFile` to read it unchanged.
  static func quotedForDotenv(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0.isLetter || $0.isDigit || "_./:@%+=,-".utf8.contains($0) }) { return text }
    // A shell expands variables and commands inside double quotes.
    return text.utf8.contains(0x27) ? "\"\(text.backslashed("\\\"$`"))\"" : "'\(text)'"
  }

  /// The `env` for a Kubernetes container: secrets from a Secret, defaults as values, and the rest from a ConfigMap.
  func kubernetes(name path: String) -> String {
    let stem = FilePath.name(of: path).split(separator: ".").first.map(String.init) ?? "app"
    let name = Self.resourceName(stem)
    var text = distinct.isEmpty ? "env: []\n" : "env:\n"
    for (variable, all) in distinct {
      let told = all.first(where: \.isRequired) ?? all[0]
      text += "  # \(told.words)\n  - name: \(FlowText.quoted(variable))\n"
      let isSecret = all.contains(where: \.isSecret)
      if !isSecret, !told.isRequired, let value = all[0].preset {
        // Kubernetes expands `$(NAME)`, and makes one dollar of two.
        text += "    value: \(FlowText.quoted(value.replacing("$", with: "$$")))\n"
      } else {
        let kind = isSecret ? "secretKeyRef" : "configMapKeyRef"
        let optional = told.isRequired ? "" : ", optional: true"
        text += "    valueFrom: { \(kind): { name: \(name), key: \(FlowText.quoted(variable))\(optional) } }\n"
      }
    }
    guard !files.isEmpty else { return text }
    text += "volumeMounts:\n"
    let lastParts = Dictionary(grouping: Set(files.map(\.name))) { FilePath.name(of: $0) }
    var mounted: Set<String> = []
    for entry in files where mounted.insert(entry.name).inserted {
      let mount = FilePath.withoutDots(FilePath.join("/app", entry.name))
      let last = FilePath.name(of: entry.name)
      // Two files with the same name in different folders are two keys of the Secret.
      let key =
        lastParts[last]?.count == 1
        ? String(last) : entry.name.split(separator: "/").filter { $0 != ".." }.joined(separator: "-")
      text +=
        "  # \(entry.words)\n  - { name: \(name)-files, mountPath: \(FlowText.quoted(mount)), subPath: \(FlowText.quoted(key)), readOnly: true }\n"
    }
    return text + "volumes:\n  - { name: \(name)-files, secret: { secretName: \(name) } }\n"
  }

  /// A name in the form that Kubernetes requires: lowercase letters, digits and, between them, `-`.
  private static func resourceName(_ text: String) -> String {
    let letters = text.lowercased().utf8.map { byte in
      (0x61...0x7A).contains(byte) || byte.isDigit ? byte : UInt8(ascii: "-")
    }
    let first = letters.firstIndex { $0 != UInt8(ascii: "-") } ?? letters.endIndex
    let end = letters.lastIndex { $0 != UInt8(ascii: "-") }.map { $0 + 1 } ?? first
    let name = String(decoding: letters[first..<end], as: UTF8.self)
    return name.isEmpty ? "app" : name
  }

  /// Tables for a README or a wiki.
  var markdown: String {
    var text = Self.table("Variable", variables)
    if !files.isEmpty { text += (text.isEmpty ? "" : "\n") + Self.table("File", files) }
    return text.isEmpty ? "The manifest reads no variables or files.\n" : text
  }

  private static func table(_ title: String, _ entries: [Entry]) -> String {
    MarkdownText.table(
      [title, "Parameter", "Type", "Required", "Default", "Secret", "Stages", "Used by"],
      entries.map { entry in
        [
          MarkdownText.code(entry.name), MarkdownText.code(entry.parameter), entry.type.rawValue,
          entry.isRequired ? "yes" : "no", entry.fallback.map { MarkdownText.code($0.shown) } ?? "",
          entry.isSecret ? "yes" : "no",
          entry.stages?.joined(separator: ", ") ?? "all", entry.usedBy.joined(separator: ", "),
        ]
      })
  }
}

extension EnvironmentContract.Entry {
  /// A one-line description of the variable.
  fileprivate var words: String {
    let used = usedBy.isEmpty ? [] : ["used by \(usedBy.joined(separator: ", "))"]
    let words = "\(parameter): " + (facts + used).joined(separator: ", ")
    return visible(words.split(whereSeparator: \.isNewline).joined(separator: " "))
  }
}

extension String {
  /// Whether the string is a name in a shell and in Swift: ASCII letters, digits and `_`, but no digit first.
  var isIdentifier: Bool { utf8.first?.isDigit == false && utf8.allSatisfy { $0.isLetter || $0.isVariablePart } }

  /// The string on one line, in quotes if it is empty or has several lines.
  var shown: String { isEmpty || contains(where: \.isNewline) ? FlowText.quoted(self) : self }
}

enum MarkdownText {
  /// The text as Markdown code, in as many backticks as it needs.
  static func code(_ text: String) -> String {
    guard text.contains("`") else { return "`\(text)`" }
    return text.contains("``") ? "``` \(text) ```" : "`` \(text) ``"
  }

  /// The text escaped for Markdown, so that it contains no markup.
  static func html(_ text: String) -> String {
    text.escaped { $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == " " ? nil : "&#\($0.value);" }
  }

  /// A table with a row for each list of cells; empty if there are no rows.
  static func table(_ columns: [String], _ rows: [[String]]) -> String {
    guard !rows.isEmpty else { return "" }
    func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }
    return line(columns) + "|\(String(repeating: "---|", count: columns.count))\n"
      + rows.map { line($0.map(cell)) }.joined()
  }

  private static func cell(_ text: String) -> String {
    visible(text.split(whereSeparator: \.isNewline).joined(separator: " ")).backslashed("|")
  }
}
