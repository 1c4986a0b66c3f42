/// A setting as a manifest writes it, before its `${parameters}` are filled in. Its scalars keep their text.
package typealias Literal = Setting

extension Literal {
  package var uses: [ParameterUse] {
    switch content {
    case .template(let text): text.parameters
    case .list(let elements): elements.flatMap(\.uses)
    case .map(let entries): entries.flatMap(\.value.uses)
    default: []
    }
  }

  var isTemplate: Bool {
    if case .template = content { true } else { false }
  }

  package var soleParameter: String? {
    if case .template(let text) = content { text.soleParameter } else { nil }
  }

  package var isCollection: Bool {
    switch content {
    case .list, .map: true
    default: false
    }
  }

  /// The text of a scalar as written in the manifest; empty for a collection.
  package var text: String {
    switch content {
    case .written(_, let text): text
    case .template(let text): text.written
    default: content.scalar?.plainText ?? ""
    }
  }

  /// A description of the value for messages such as "expected …, found …".
  package var shape: String {
    switch content {
    case .list: "a list"
    case .map: "a mapping"
    default: (content.scalar ?? .string(text)).shape(writtenAs: text)
    }
  }

  /// Replaces the text with a placeholder. References to parameters stay.
  mutating func hide(as name: String) {
    guard case .template(let text) = content else {
      content = .written(.null, text: "<secret \(name)>")
      return
    }
    var hidden = text
    hidden.pieces = text.pieces.map { piece in if case .text = piece { .text("***") } else { piece } }
    content = .template(hidden)
  }

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
    let items = file.bytes[start...].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    self.init(
      .list(start < end ? items.map { Literal(argument: file, $0.startIndex..<$0.endIndex, isPlain: false) } : []),
      at: file.location(start..<end))
  }

  private init(argument file: SourceFile, _ range: Range<Int>, isPlain: Bool) {
    self = file.bytes[range].withUnsafeBufferPointer { bytes in
      // Nothing after the '=' means empty text, not `null`.
      Literal(bytes, isPlain: isPlain && !range.isEmpty, at: file.location(range), copiedFrom: range.lowerBound)
    }
  }

  /// - Parameters:
  ///   - isPlain: Whether the form of the text tells whether it is a number, a boolean or null.
  ///   - offset: Where the file contains this text.
  init(_ bytes: UnsafeBufferPointer<UInt8>, isPlain: Bool, at location: SourceLocation, copiedFrom offset: Int? = nil) {
    let text = String(decoding: bytes, as: UTF8.self)
    let isTemplate = text.contains("${")
    self.init(
      isTemplate
        ? .template(OpenText(bytes, at: location, copiedFrom: offset))
        : .written(isPlain ? Scalar(plain: bytes) : .string(text), text: text), at: location)
  }
}
