import Synchronization

/// The parts of a file that are never shown, sorted and without overlaps.
struct HiddenText {
  /// The text shown instead of a hidden part.
  static let mask = "***"

  struct Part {
    var range: Range<Int>
    /// The name of the secret parameter or setting.
    let name: String
    /// The values that YAML reads from this part, if they differ from the text.
    var readings: [String]
  }

  private(set) var parts: [Part] = []

  /// Adds a part, and merges it with the parts that it overlaps.
  mutating func insert(_ part: Part) {
    guard !part.range.isEmpty else { return }
    let first = position(of: part.range.lowerBound)
    var last = first
    var union = part
    while last < parts.count, parts[last].range.lowerBound < union.range.upperBound {
      let other = parts[last]
      union = Part(
        range: min(
          union.range.lowerBound, other.range.lowerBound)..<max(union.range.upperBound, other.range.upperBound),
        name: other.name, readings: other.readings + union.readings.filter { !other.readings.contains($0) })
      last += 1
    }
    parts.replaceSubrange(first..<last, with: [union])
  }

  /// The hidden parts that overlap a span or, for an empty span, contain it.
  func overlapping(_ range: Range<Int>) -> ArraySlice<Part> {
    let first = position(of: range.lowerBound)
    var last = first
    while last < parts.count, parts[last].range.overlaps(range) || parts[last].range.contains(range.lowerBound) {
      last += 1
    }
    return parts[first..<last]
  }

  /// The index of the first part that ends after an offset.
  private func position(of offset: Int) -> Int {
    parts.indices.firstPosition { parts[$0].range.upperBound > offset }
  }
}

extension SourceFile {
  /// Hides part of the file in all output.
  ///
  /// - Parameter readings: The values that YAML reads from this text, if they differ from it.
  package func hide(_ range: Range<Int>, as name: String, readings: [String] = []) {
    let range = range.clamped(to: 0..<bytes.count)
    hidden.withLock { $0.insert(HiddenText.Part(range: range, name: name, readings: readings)) }
  }

  /// The text of a span, with `***` for each hidden part.
  package func shown(_ range: Range<Int>) -> String {
    let range = range.clamped(to: 0..<bytes.count)
    var text = ""
    var position = range.lowerBound
    for part in hiddenParts(in: range) where part.range.overlaps(range) {
      text += String(decoding: bytes[position..<max(position, part.range.lowerBound)], as: UTF8.self) + HiddenText.mask
      position = min(part.range.upperBound, range.upperBound)
    }
    return text + String(decoding: bytes[position..<range.upperBound], as: UTF8.self)
  }

  /// The span, extended to include each hidden part that it overlaps.
  func coveringHidden(_ range: Range<Int>) -> Range<Int> {
    let parts = hiddenParts(in: range)
    guard let first = parts.first, let last = parts.last else { return range }
    return min(range.lowerBound, first.range.lowerBound)..<max(range.upperBound, last.range.upperBound)
  }

  package var hiddenNames: Set<String> { Set(hidden.withLock { $0.parts.map(\.name) }) }

  /// The hidden parts between the start of a range and the end of its last line.
  fileprivate func hiddenParts(toLineEnd range: Range<Int>) -> ArraySlice<HiddenText.Part> {
    let end = min(max(range.upperBound, range.lowerBound), bytes.count)
    let start = min(range.lowerBound, end)
    let rest = bytes[end...].prefix(4_096)
    // The line's end is searched for only if a hidden part may come before it.
    guard !hiddenParts(in: start..<rest.endIndex).isEmpty else { return [] }
    return hiddenParts(in: start..<rest.prefix { $0 != 0x0A }.endIndex)
  }

  func hiddenParts(in range: Range<Int>) -> ArraySlice<HiddenText.Part> {
    hidden.withLock { $0.overlapping(range) }
  }
}

extension SourceLocation {
  /// The name of the secret at this location; `nil` if there is none.
  package var hiddenName: String? { file.hiddenParts(in: range).first?.name }
}

extension Diagnostic {
  /// Masks all secrets in a string from the finding.
  func shown(_ text: String) -> String { quotedSecrets?.redacted(text) ?? text }

  /// The secrets that the finding may quote; `nil` if there are none.
  var quotedSecrets: SecretTexts? {
    // A finding about a key may quote the key's value on the same line.
    let parts = allPlaces.flatMap { place in
      place.file.hiddenParts(toLineEnd: place.range).map { (file: place.file, part: $0) }
    }
    guard !parts.isEmpty else { return nil }
    // The readings are those of the finding's own text.
    let ownReadings = location?.hiddenName == nil ? [] : readings
    var known = ownReadings.map { SecretTexts.Known(text: $0, shown: HiddenText.mask, match: .word) }
    // A name that the excerpt shows is not hidden in the message either.
    let shown = Set(allPlaces.filter { $0.hiddenName == nil }.map(\.text))
    for (file, part) in parts {
      let written = String(decoding: file.bytes[part.range], as: UTF8.self)
      for text in [written] + part.readings + part.readings.map({ String(FlowText.quoted($0).dropFirst().dropLast()) })
      // A value that only repeats the end of its setting's name, or is only brackets, gives nothing away.
      where !part.name.hasSuffix(text) && !shown.contains(text)
        && !text.utf8.allSatisfy({ "${}[]".utf8.contains($0) })
      {
        known.append(SecretTexts.Known(text: text, shown: HiddenText.mask, match: .quotation(of: text)))
      }
    }
    return SecretTexts(known)
  }
}

/// Secret strings, each with the string to show instead.
struct SecretTexts: Sendable {
  struct Known: Sendable {
    enum Match: Sendable {
      case anywhere
      /// Matches only whole words.
      case word
      case inQuotes

      /// How to match a secret in messages. A short word or a truth value is matched only in quotes, since it may appear
      /// for another reason.
      static func quotation(of text: String) -> Match {
        if text == "true" || text == "false" { return .inQuotes }
        return text.utf8.count > 3 || text.utf8.allSatisfy(\.isDigit) ? .word : .inQuotes
      }

      /// How to match a secret in the errors of a program's own code. A very short value or a truth value is matched
      /// only as a whole word, since other text often contains it.
      static func printing(of text: String) -> Match {
        text.utf8.count > 3 && text != "true" && text != "false" ? .anywhere : .word
      }
    }

    let text: String
    let shown: String
    fileprivate let bytes: [UInt8]
    fileprivate let match: Match

    init(text: String, shown: String, match: Match = .anywhere) {
      self.text = text
      bytes = Array(text.utf8)
      self.shown = shown
      self.match = match
    }
  }

  /// The secret strings, longest first.
  let known: [Known]
  /// The secret strings that begin with each byte, longest first.
  private let starting: [UInt8: [Known]]

  init(_ known: [Known]) {
    self.known = known.filter { !$0.text.isEmpty }.sorted { ($1.bytes.count, $0.text) < ($0.bytes.count, $1.text) }
    starting = Dictionary(grouping: self.known) { $0.bytes[0] }
  }

  /// The minimum length, in bytes, of a secret's beginning that is also replaced, since messages truncate long strings.
  private static let longEnough = 24

  func redacted(_ text: String) -> String {
    guard !known.isEmpty else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var isChanged = false
    var index = 0
    while index < bytes.count {
      if let (secret, end) = match(in: bytes, at: index) {
        result += Array(secret.shown.utf8)
        index = end
        isChanged = true
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return isChanged ? String(decoding: result, as: UTF8.self) : text
  }

  private func match(in bytes: [UInt8], at start: Int) -> (Known, end: Int)? {
    for secret in starting[bytes[start]] ?? [] {
      let length = zip(bytes[start...], secret.bytes).prefix { $0 == $1 }.count
      let end = start + length
      let isWhole = length == secret.bytes.count
      let isCut = secret.match == .word && length >= Self.longEnough
      guard isWhole || isCut else { continue }
      switch secret.match {
      case .anywhere: return (secret, end)
      case .word:
        if isCut || !Self.continues(bytes, before: start) && !Self.continues(bytes, before: end) {
          return (secret, end)
        }
      case .inQuotes:
        if start > 0, end < bytes.count, bytes[start - 1].isQuote, bytes[end] == bytes[start - 1] {
          return (secret, end)
        }
      }
    }
    return nil
  }

  /// Whether a position is between two letters or digits.
  private static func continues(_ bytes: [UInt8], before position: Int) -> Bool {
    guard position > 0, position < bytes.count else { return false }
    return bytes[position - 1...position].allSatisfy { $0 >= 0x80 || $0.isLetter || $0.isDigit }
  }
}
