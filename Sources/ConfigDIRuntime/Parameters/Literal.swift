/// A value as written in a manifest, before its `${parameters}` are filled in.
package struct Literal: Sendable {
  package indirect enum Content: Sendable {
    /// A scalar with its original text, so that `1.10` stays `1.10` inside other text.
    case scalar(Scalar, text: String)
    case template(OpenText)
    case list([Literal])
    case map([Entry])
  }

  package struct Entry: Sendable {
    package let name: Located<String>
    package let value: Literal

    package init(_ name: Located<String>, _ value: Literal) {
      self.name = name
      self.value = value
    }
  }

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
      case .map(let entries): .map(entries.map { Entry($0.name, Literal(fixed: $0.value)) })
      default: .scalar(setting.content.scalar ?? .null, text: setting.content.scalar?.plainText ?? "")
      }
    location = setting.location
  }
}

/// Text that refers to parameters.
package struct OpenText: Sendable {
  package enum Piece: Sendable {
    case text(String)
    case parameter(ParameterUse)
  }

  package let pieces: [Piece]
  /// Whether every `${…}` in the text is well-formed.
  package let isWhole: Bool

  package init(pieces: [Piece], isWhole: Bool = true) {
    self.pieces = pieces
    self.isWhole = isWhole
  }

  /// - Parameter places: The locations of all `${…}` references, in order; empty if the locations are unknown.
  package init(_ template: Template, at location: SourceLocation, places: @autoclosure () -> [SourceLocation]) {
    var known: [SourceLocation]?
    pieces = template.pieces.map { piece in
      switch piece {
      case .text(let text): return .text(text)
      case .parameter(let name, let occurrence):
        let places = known ?? places()
        known = places
        return .parameter(ParameterUse(name: name, location: occurrence < places.count ? places[occurrence] : location))
      }
    }
    isWhole = template.problems.isEmpty
  }

  /// The parameter's name if the text consists only of one `${name}`. The value then keeps the parameter's type.
  package var soleParameter: String? {
    if pieces.count == 1, isWhole, case .parameter(let use) = pieces[0] { return use.name }
    return nil
  }

  fileprivate var written: String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .parameter(let use): "${\(use.name)}"
      }
    }.joined()
  }
}

package struct ParameterUse: Sendable {
  package let name: String
  package let location: SourceLocation

  package init(name: String, location: SourceLocation) {
    self.name = name
    self.location = location
  }
}

extension Literal {
  package var uses: [ParameterUse] {
    switch content {
    case .scalar: []
    case .template(let text):
      text.pieces.compactMap { piece in
        if case .parameter(let use) = piece { use } else { nil }
      }
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
    for index in entries.indices {
      var value = entries[index].value
      change(entries[index].name.value, &value)
      entries[index] = Entry(entries[index].name, value)
    }
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
    let pieces = text.pieces.map { piece in
      if case .text = piece { OpenText.Piece.text("***") } else { piece }
    }
    self = Literal(.template(OpenText(pieces: pieces, isWhole: text.isWhole)), at: location)
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
        return Content.template(OpenText(Template(bytes), at: location, places: Template.places(in: location)))
      }
      // Nothing after the '=' means empty text, not `null`.
      return .scalar(isPlain && !text.isEmpty ? Scalar(plain: bytes) : .string(text), text: text)
    }
    self.init(content, at: location)
  }
}
