/// Parses values of a parameter's type. Every function returns `nil` for a value of another type.
extension ComposedParameter {
  /// Parses text from the environment, a file, or interpolation.
  func read(_ text: String, at location: SourceLocation) -> Setting.Content? {
    switch type {
    case .string, .path: .string(text)
    case .int: Int(text).map { .int($0) }
    case .float: Self.number(text).map { .float($0) }
    case .bool: text == "true" ? .bool(true) : text == "false" ? .bool(false) : nil
    case .duration: Quantity.duration(text) == nil ? nil : .string(text)
    case .bytes: Int(text).flatMap { $0 < 0 ? nil : .int($0) } ?? (Quantity.bytes(text) == nil ? nil : .string(text))
    case .url: Self.isURL(text) ? .string(text) : nil
    case .enum: isCase(text) ? .string(text) : nil
    case .list:
      .list(
        text.isEmpty
          ? []
          : text.split(separator: ",", omittingEmptySubsequences: false).map {
            element(Setting(.string(String($0)), at: location))
          })
    }
  }

  /// Marks an element of a list from outside the manifest.
  func element(_ setting: Setting) -> Setting {
    var element = setting
    element.outlook = Setting.Outlook(parameter: name.value, cases: [], preset: nil, isElement: true)
    return element
  }

  /// Whether the text is one of the parameter's cases. A parameter without cases accepts any text.
  private func isCase(_ text: String) -> Bool { cases.isEmpty || cases.contains { $0.value == text } }

  /// Converts a scalar whose type YAML has already determined.
  func read(_ scalar: Scalar, text: String) -> Setting.Content? {
    switch (type, scalar) {
    case (.string, .string), (.path, .string): .string(text)
    case (.int, .int(let value)): .int(value)
    case (.bytes, .int(let value)) where value >= 0: .int(value)
    case (.float, .int(let value)): .float(Double(value))
    case (.float, .float(let value)): .float(value)
    case (.bool, .bool(let value)): .bool(value)
    case (.duration, .string) where Quantity.duration(text) != nil: .string(text)
    case (.bytes, .string) where Quantity.bytes(text) != nil: .string(text)
    case (.url, .string) where Self.isURL(text): .string(text)
    case (.enum, _) where isCase(text): .string(text)
    default: nil
    }
  }

  /// A value's magnitude, to compare with `min` and `max`; `nil` for types without an order.
  package func magnitude(_ content: Setting.Content) -> Magnitude? {
    switch (type, content) {
    case (.int, .int(let value)), (.bytes, .int(let value)): .int(value)
    case (.float, .float(let value)): .float(value)
    case (.duration, .string(let text)): Quantity.duration(text).map { .duration($0) }
    case (.bytes, .string(let text)): Quantity.bytes(text).map { .int($0) }
    default: nil
    }
  }

  /// The magnitude of a bound; `nil` if the bound does not have the parameter's type.
  package func magnitude(of bound: Literal) -> Magnitude? {
    guard case .written(let scalar, let text) = bound.content else { return nil }
    return read(scalar, text: text).flatMap { magnitude($0) }
  }

  /// The bound that a value violates, if any.
  func boundViolated(by content: Setting.Content) -> (bound: Literal, isMinimum: Bool)? {
    guard let magnitude = magnitude(content) else { return nil }
    let least = minimum.flatMap { self.magnitude(of: $0) }
    let greatest = maximum.flatMap { self.magnitude(of: $0) }
    // An empty range would reject every value, and is reported at `min` and `max` instead.
    if let least, let greatest, greatest < least { return nil }
    // Not a number, which is in no range.
    let isNone = magnitude != magnitude
    if let minimum, let least, magnitude < least || isNone { return (minimum, true) }
    if let maximum, let greatest, greatest < magnitude || isNone { return (maximum, false) }
    return nil
  }

  package var expectation: String {
    switch type {
    case .string: "text"
    case .int: "a whole number"
    case .float: "a number"
    case .bool: "true or false"
    case .duration: "a duration such as 250ms, 30s, 5m, 2h or 1d"
    case .bytes: "a size such as 512, 64KiB or 10MB"
    case .url: "a URL such as https://example.com"
    case .path: "a path"
    case .enum: "one of \(listed(cases.map(\.value)))"
    case .list: "a list"
    }
  }

  /// The correct form of a value that only has unnecessary quotes or a different notation, such as `"100"`, `"true"` or
  /// `5 minutes`.
  package func plainValue(of text: String) -> String? {
    switch type {
    case .int: Int(text).map { String($0) }
    case .float: Self.number(text).map { _ in text }
    case .bool: LooseValue.truth(text)
    case .duration: LooseValue.duration(text)
    case .bytes: LooseValue.bytes(text)
    case .list:
      text.contains(",")
        ? FlowText.list(text.split(separator: ",").map { FlowText.scalar(LooseValue.trimmed($0)) }) : nil
    default: nil
    }
  }

  /// Whether no value of a parameter of another type can be a value of this one.
  func neverReads(_ other: ParameterType) -> Bool {
    let samples: [String] =
      switch other {
      case .bool: ["true", "false"]
      case .int: ["0", "1"]
      case .float: ["0", "0.5"]
      case .duration: ["1s"]
      case .bytes: ["0", "1MB"]
      case .url: ["https://example.com"]
      case .string, .path, .enum, .list: []
      }
    // Only text is parsed.
    if other == .list { return type != .list }
    // An enum may have any text as a case. Of the others, only a bool has no more values than these.
    guard !samples.isEmpty, type != .enum || other == .bool else { return false }
    return samples.allSatisfy { read($0, at: name.location) == nil }
  }

  private static func number(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ $0.isDigit || "+-.Ee".utf8.contains($0) }), let value = Double(text), value.isFinite
    else { return nil }
    return value
  }

  /// Whether a string looks like a URL: a scheme, a colon, and further characters without spaces. A setting of type `url`
  /// is stricter, but many parameters are for drivers that take more, such as `mongodb://a:1,b:2/`.
  private static func isURL(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let rest = text.utf8[text.utf8.index(after: colon)...]
    return ValueText.isScheme(text.utf8[..<colon]) && !rest.isEmpty && rest.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }
}

/// A value that can be compared with a parameter's `min` or `max`. Values of different kinds are never compared.
package enum Magnitude: Comparable {
  case int(Int)
  case float(Double)
  case duration(Duration)
}
