/// A value as written in a manifest, before its `${parameters}` are filled in.
package struct Literal: Sendable {
  package indirect enum Content: Sendable {
    /// A scalar with its original text, so that `1.10` stays `1.10` inside other text.
    case scalar(Scalar, text: String)
    case template(OpenText)
    case list([Literal])
    case map([Entry])
  }

  package typealias Entry = (name: Located<String>, value: Literal)

  package let content: Content
  package let location: SourceLocation

  package init(_ content: Content, at location: SourceLocation) {
    self.content = content
    self.location = location
  }

  /// A literal for a setting that uses no parameter.
  package init(fixed setting: Setting) {
    content =
      switch setting.content {
      case .list(let elements): .list(elements.map { Literal(fixed: $0) })
      case .map(let entries): .map(entries.map { ($0.name, Literal(fixed: $0.value)) })
      default: .scalar(setting.content.scalar ?? .null, text: setting.content.scalar?.plainText ?? "")
      }
    location = setting.location
  }
}

extension Literal {
  package var uses: [ParameterUse] {
    switch content {
    case .scalar: []
    case .template(let text): text.parameters
    case .list(let elements): elements.flatMap(\.uses)
    case .map(let entries): entries.flatMap(\.value.uses)
    }
  }

  var isTemplate: Bool {
    if case .template = content { true } else { false }
  }

  var soleParameter: String? {
    if case .template(let text) = content { text.soleParameter } else { nil }
  }

  package var isCollection: Bool {
    switch content {
    case .scalar, .template: false
    case .list, .map: true
    }
  }

  /// The text of a scalar as written in the manifest; empty for a collection.
  package var text: String {
    switch content {
    case .scalar(_, let text): text
    case .template(let text): text.written
    case .list, .map: ""
    }
  }

  /// A description of the value for messages such as "expected …, found …".
  package var shape: String {
    switch content {
    case .scalar(let scalar, let text): scalar.shape(writtenAs: text)
    case .template(let text): Scalar.string(text.written).shape(writtenAs: text.written)
    case .list: "a list"
    case .map: "a mapping"
    }
  }

  /// The value as YAML flow text. References to parameters stay as written, so no parameter's value is included.
  package var words: String {
    switch content {
    case .scalar, .template: text
    case .list(let elements): FlowText.list(elements.map(\.wordsOfElement))
    case .map(let entries): FlowText.mapping(entries.map { ($0.name.value, $0.value.wordsOfElement) })
    }
  }

  private var wordsOfElement: String {
    switch content {
    case .scalar(.string, let text): FlowText.element(text)
    case .template(let text): FlowText.element(text.written)
    case .scalar, .list, .map: words
    }
  }
}

extension Literal: SettingTree {
  package var isNull: Bool {
    if case .scalar(.null, _) = content { true } else { false }
  }

  package mutating func changeElements(_ change: (inout Literal) -> Void) -> Bool {
    guard case .list(var elements) = content else { return false }
    for index in elements.indices { change(&elements[index]) }
    self = Literal(.list(elements), at: location)
    return true
  }

  package mutating func changeEntries(_ change: (String, inout Literal) -> Void) -> Bool {
    guard case .map(var entries) = content else { return false }
    for index in entries.indices { change(entries[index].name.value, &entries[index].value) }
    self = Literal(.map(entries), at: location)
    return true
  }

  /// Replaces every scalar whose text is hidden in its file with a placeholder.
  mutating func markHidden() {
    changeScalars { scalar in
      if let name = scalar.location.hiddenName { scalar.hide(as: name) }
    }
  }

  /// Replaces the text with a placeholder. References to parameters stay.
  mutating func hide(as name: String) {
    guard case .template(let text) = content else {
      self = Literal(.scalar(.null, text: "<secret \(name)>"), at: location)
      return
    }
    var hidden = text
    hidden.pieces = text.pieces.map { piece in if case .text = piece { .text("***") } else { piece } }
    self = Literal(.template(hidden), at: location)
  }
}

extension Literal {
  /// Creates a literal from a value passed on the command line or by the program.
  ///
  /// A list is split at commas, numbers and booleans are recognized by their form, and any other value is text.
  /// - Parameter giver: The flag or argument that passed the value, for messages.
  package init(argument text: String, for name: String, givenBy giver: String, of type: ParameterType) {
    let prefix = "\(giver) \(name)="
    let file = SourceFile(path: "\(giver) \(name)", bytes: Array((prefix + text).utf8), isArgument: true)
    let start = prefix.utf8.count
    let end = file.bytes.count
    guard type == .list else {
      self.init(argument: file, start..<end, isPlain: [.int, .float, .bool].contains(type))
      return
    }
    var items: [Literal] = []
    var itemStart = start
    for position in start..<end where file.bytes[position] == UInt8(ascii: ",") {
      items.append(Literal(argument: file, itemStart..<position, isPlain: false))
      itemStart = position + 1
    }
    if start < end { items.append(Literal(argument: file, itemStart..<end, isPlain: false)) }
    self.init(.list(items), at: file.location(start..<end))
  }

  private init(argument file: SourceFile, _ range: Range<Int>, isPlain: Bool) {
    let location = file.location(range)
    let content = file.bytes[range].withUnsafeBufferPointer { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      if text.contains("${") {
        return Content.template(OpenText(bytes, at: location))
      }
      // Nothing after the '=' means empty text, not `null`.
      return .scalar(isPlain && !text.isEmpty ? Scalar(plain: bytes) : .string(text), text: text)
    }
    self.init(content, at: location)
  }
}
