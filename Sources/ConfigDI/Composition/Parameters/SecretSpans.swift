/// The spans of files with the values of secret parameters, so that no excerpt and no message shows them.
package struct SecretSpans {
  /// The names of all parameters that one of the files calls secret.
  package private(set) var names: Set<String> = []

  /// Finds the parameters that one of the files calls secret. Their values are secret in all of the files.
  package init(_ documents: [YAMLDocument]) {
    for document in documents { Self.visitParameters(of: document) { note($0, $1) } }
  }

  /// Hides the values of the parameters in every stage, also if the file that calls one secret may not do so.
  func hide(in stages: inout [ComposedStage]) {
    guard !names.isEmpty else { return }
    // Stages that share a definition still share it.
    var hidden: [ObjectIdentifier: ComposedParameter] = [:]
    for stage in stages.indices {
      for index in stages[stage].parameters.indices {
        let parameter = stages[stage].parameters[index]
        guard !parameter.isSecret, names.contains(parameter.name.value) else { continue }
        let secret = hidden[ObjectIdentifier(parameter)] ?? parameter.hidden()
        hidden[ObjectIdentifier(parameter)] = secret
        stages[stage].parameters[index] = secret
      }
    }
  }

  package func hide(in documents: [YAMLDocument]) {
    for document in documents {
      if !names.isEmpty {
        Self.visitParameters(of: document) { name, node in
          if names.contains(name.text) { Self.hideValues(of: node) }
        }
      }
      guard Self.mayHaveSecrets(document.file), let root = document.root, root.kind == .mapping else { continue }
      for (name, section) in root.pairs {
        switch ManifestKey(rawValue: name.text) {
        // A misspelt section may be the one with the parameters.
        case .parameters?, .stages?, .overlays?, nil: Self.hideAll(below: section)
        default: break
        }
      }
    }
  }

  /// A text without its secrets.
  package func masked(_ text: [UInt8], path: String) -> String {
    let file = SourceFile(path: path, bytes: text)
    var budget = Limits().nodes
    var ignored = Diagnostics()
    if let document = YAMLReader.read(file, limits: Limits(), nodeBudget: &budget, reporting: &ignored) {
      hide(in: [document])
    } else {
      Self.hide(inUnread: file)
    }
    var result = ""
    var position = 0
    for hidden in file.hidden(in: 0..<text.count) {
      result += String(decoding: text[position..<hidden.lowerBound], as: UTF8.self) + "***"
      position = hidden.upperBound
    }
    return result + String(decoding: text[position...], as: UTF8.self)
  }

  /// Hides values in a text that is not YAML, where parameters are recognized by their form alone: what stands after
  /// `value:` and its like in a line, and the lines below it that are indented further, or are no key and its value.
  static func hide(inUnread file: SourceFile) {
    guard mayHaveSecrets(file) else { return }
    var hiding: (indentation: Int, untilKey: Bool)?
    for line in 1...file.lineTable.starts.count {
      let range = file.lineTable.range(ofLine: line, in: file.bytes)
      let text = file.bytes[range]
      guard let first = text.firstIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { continue }
      let indentation = first - range.lowerBound
      if let outer = hiding, indentation > outer.indentation || outer.untilKey && !beginsWithKey(text[first...]) {
        hide(first..<range.upperBound, in: file)
        continue
      }
      hiding = nil
      guard let start = ["value", "default", "settings"].compactMap({ text.end(ofKey: $0) }).min() else { continue }
      hide(start..<range.upperBound, in: file)
      hiding = (indentation, untilKey: text[start...].allSatisfy { [0x20, 0x09, 0x0D].contains($0) })
    }
  }

  /// Whether a line is a key with its value, and no element of a list.
  private static func beginsWithKey(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first, first != UInt8(ascii: "-"), let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      return false
    }
    return colon + 1 == line.endIndex || line[colon + 1] == 0x20
  }

  /// Hides a part of a line but for its `${name}`, which is no value: forgotten quotes around it are a common mistake.
  private static func hide(_ part: Range<Int>, in file: SourceFile) {
    var start = part.lowerBound
    var position = start
    while position < part.upperBound {
      let rest = file.bytes[position..<part.upperBound]
      guard rest.starts(with: "${".utf8), let end = rest.prefix(256).firstIndex(of: UInt8(ascii: "}")),
        ParameterName.isValid(String(decoding: rest[(position + 2)..<end], as: UTF8.self))
      else {
        position += 1
        continue
      }
      if start < position { file.hide(start..<position) }
      position = end + 1
      start = position
    }
    if start < part.upperBound { file.hide(start..<part.upperBound) }
  }

  private static func mayHaveSecrets(_ file: SourceFile) -> Bool {
    file.bytes[...].end(of: "sec") != nil
  }

  private mutating func note(_ name: Node, _ node: Node) {
    if Self.isSecret(node) { names.insert(name.text) }
  }

  private static func visitParameters(of document: YAMLDocument, _ visit: (_ name: Node, _ node: Node) -> Void) {
    for section in document.sections(.parameters) {
      for (name, node) in section.pairs { visit(name, node) }
    }
    // A misspelt section may be the one with the parameters.
    guard let root = document.root, root.kind == .mapping else { return }
    for (name, value) in root.pairs where ManifestKey(rawValue: name.text) == nil && value.kind == .mapping {
      for (name, node) in value.pairs { visit(name, node) }
    }
  }

  /// Whether a mapping says that it is secret, even in a misspelt word.
  private static func isSecret(_ node: Node) -> Bool {
    guard node.kind == .mapping else { return false }
    return node.everyPair.contains { name, value in
      guard value.text != "false" else { return false }
      let word = name.text
      if word == ParameterKey.secret.rawValue { return true }
      return ParameterKey(rawValue: word) == nil
        && Spelling.suggestions(for: word, among: [ParameterKey.secret.rawValue]).isEmpty == false
    }
  }

  /// Hides a shorthand as a whole; in a mapping, everything that may be a value, under any key.
  private static func hideValues(of node: Node) {
    guard node.kind == .mapping else { return node.location.file.hide(node.location.range) }
    for (name, value) in node.everyPair {
      switch ParameterKey(rawValue: name.text) {
      case .value?, .default?, nil:
        if case .bool? = value.scalar { continue }
        value.location.file.hide(value.location.range)
      case .type?, .env?, .file?, .secret?, .exposed?, .min?, .max?, .of?, .description?, .new?, .remove?: break
      }
    }
  }

  private static func hideAll(below root: Node) {
    var open = [root]
    var seen: Set<Int> = []
    while let node = open.popLast() {
      // A node with several aliases is visited once.
      guard seen.insert(node.index).inserted else { continue }
      switch node.kind {
      case .scalar: break
      case .sequence: open += Array(node.elements)
      case .mapping:
        if isSecret(node) { hideValues(of: node) }
        open += node.pairs.map(\.value)
      }
    }
  }
}

extension ArraySlice<UInt8> {
  /// The position after the colon of a key, which may be in quotes and have blanks before the colon.
  fileprivate func end(ofKey word: String) -> Int? {
    var rest = self
    while let end = rest.end(of: word) {
      var position = end
      if position < endIndex, self[position] == UInt8(ascii: "\"") || self[position] == UInt8(ascii: "'") {
        position += 1
      }
      while position < endIndex, self[position] == 0x20 || self[position] == 0x09 { position += 1 }
      if position < endIndex, self[position] == UInt8(ascii: ":") { return position + 1 }
      rest = rest[end...]
    }
    return nil
  }
}
