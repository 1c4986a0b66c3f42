extension Node: SettingTree {
  package mutating func changeElements(_ change: (inout Node) -> Void) -> Bool {
    guard kind == .sequence else { return false }
    for var element in elements { change(&element) }
    return true
  }

  package mutating func changeEntries(_ change: (String, inout Node) -> Void) -> Bool {
    guard kind == .mapping else { return false }
    for (key, value) in everyPair {
      var value = value
      change(key.text, &value)
    }
    return true
  }
}

extension Node {
  /// Hides every scalar in the node, except references to parameters.
  func hideScalars(as name: String) {
    forEachNode { node in
      if node.kind == .scalar, !node.isNull { node.hideText(as: name) }
      guard node.kind == .mapping else { return }
      // In braces, text without a key is read as a key. A null that is written belongs to a name.
      for (key, value) in node.everyPair where value.isNull && value.location.range.isEmpty {
        key.hideScalars(as: name)
      }
    }
  }

  /// The text of a key without the value that it may contain, as in `key:text` or `key text`.
  var textBeforeValue: String {
    guard isPlain, let end = endOfName else { return text }
    return String(decoding: location.file.bytes[location.range.lowerBound..<end], as: UTF8.self)
  }

  /// Hides the value in `key:text` or `key text`.
  func hideValueInKey(as name: String) {
    guard let end = endOfName else { return }
    location.file.hide(end + 1..<location.range.upperBound, as: name)
  }

  /// For each line of a scalar such as `key:text` on a line of its own, the key and the location of the text.
  var joinedFields: [(name: String, value: Range<Int>)] {
    guard kind == .scalar, isPlain, withTextBytes({ $0.contains(UInt8(ascii: ":")) }) else { return [] }
    let file = location.file
    return file.linesOfScalar(location.range).compactMap { line in
      JoinedKey.endOfName(in: file.bytes[line]).map { end in
        (String(decoding: file.bytes[line.lowerBound..<end], as: UTF8.self), end + 1..<line.upperBound)
      }
    }
  }

  private var endOfName: Int? { JoinedKey.endOfName(in: location.bytes) }

  /// Hides the secrets in keys that contain their value, as in `{ pin 1234 }`, at every depth.
  func hideJoinedValues(_ fields: [SettingsField]) {
    guard fields.contains(where: \.hasSecret) else { return }
    for (key, value) in everyPair {
      if !value.isNull {
        fields.secret(named: key.text).map { value.hideJoinedValues(in: $0) }
      } else if let field = fields.secret(named: key.textBeforeValue) {
        key.hideValueInKey(as: field.name)
      }
    }
  }

  private func hideJoinedValues(in field: SettingsField) {
    switch field.type {
    case .object(let fields, _): hideJoinedValues(fields)
    case .list(let element): for value in elements { value.hideJoinedValues(in: element) }
    case .map(let element, _):
      for (key, value) in everyPair {
        if value.isNull, element.hasSecret { key.hideValueInKey(as: field.name) }
        value.hideJoinedValues(in: element)
      }
    default: break
    }
  }

  /// A scalar's text, without secrets.
  var shownText: String {
    guard let name = secretName else { return text }
    let text = location.file.shown(location.range)
    return text.contains("${") ? text.trimmingQuotes : "<secret \(name)>"
  }

  /// Whether the node is a scalar that is hidden completely.
  package var isSecret: Bool { kind == .scalar && shownText.hasPrefix("<secret ") && secretName != nil }

  /// The name of a secret that the scalar contains.
  var secretName: String? { location.hiddenName }

  /// Whether a scalar contains a reference to a parameter.
  var namesParameter: Bool {
    withTextBytes { LiteralText.parts(of: $0[...]) != [0..<$0.count] }
  }

  private func hideText(as name: String) {
    let file = location.file
    let readings = withTextBytes { bytes in
      LiteralText.parts(of: bytes[...]).map { String(decoding: bytes[$0], as: UTF8.self) }
    }
    for line in file.linesOfScalar(location.range) {
      for part in LiteralText.parts(of: file.bytes[line]) { file.hide(part, as: name, readings: readings) }
    }
  }
}

/// Text with references to parameters, possibly malformed.
enum LiteralText {
  /// The parts of a string around its `${name}` references. In `${NAME:-text}` and `${name:text}`, `text` also
  /// counts as a part.
  static func parts<Bytes: RandomAccessCollection<UInt8>>(of bytes: Bytes) -> [Range<Int>] where Bytes.Index == Int {
    var parts: [Range<Int>] = []
    var start = bytes.startIndex
    var position = start
    func add(upTo end: Int) {
      if start < end { parts.append(start..<end) }
    }
    while position < bytes.endIndex {
      let rest = bytes[position...]
      guard rest.starts(with: "${".utf8), position == bytes.startIndex || bytes[position - 1] != UInt8(ascii: "$")
      else {
        position += 1
        continue
      }
      let name = rest.dropFirst(2).prefix { $0.isLetter || $0.isDigit || "_.- \t".utf8.contains($0) }
      guard !name.isEmpty, let end = rest.prefix(1_024).firstIndex(of: UInt8(ascii: "}")) else {
        position += 1
        continue
      }
      if name.endIndex == end {
        add(upTo: position)
      } else if bytes[name.endIndex] == UInt8(ascii: ":"), ParameterName.isValid(String(decoding: name, as: UTF8.self))
      {
        add(upTo: position)
        // The character after the colon may tell the shell how to use the text.
        let text = name.endIndex + 1
        start = "-=?+".utf8.contains(bytes[text]) ? text + 1 : text
        add(upTo: end)
      } else {
        position += 1
        continue
      }
      position = end + 1
      start = position
    }
    add(upTo: bytes.endIndex)
    return parts
  }
}

extension SourceFile {
  /// Hides the text in `${name:text}` and `${name:-text}` wherever the name is one of these names.
  func hideDefaults(of names: Set<String>) {
    var rest = bytes[...]
    while let start = rest.end(of: "${") {
      let name = bytes[start...].prefix { $0.isLetter || $0.isDigit || "_.-".utf8.contains($0) }
      rest = bytes[name.endIndex...]
      let word = String(decoding: name, as: UTF8.self)
      guard rest.first == UInt8(ascii: ":"), names.contains(word) else { continue }
      let text = rest.dropFirst().prefix { $0 != UInt8(ascii: "}") && $0 != 0x0A }
      rest = bytes[text.endIndex...]
      let isShellForm = text.first.map { "-=?+".utf8.contains($0) } ?? false
      hide((isShellForm ? text.dropFirst() : text).indices, as: word)
    }
  }
}
