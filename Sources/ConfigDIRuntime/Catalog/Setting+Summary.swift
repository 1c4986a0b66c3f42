extension Setting {
  /// The value as shown in messages, with secrets hidden and long strings shortened.
  package var summary: String {
    if let secret { return "<secret \(secret)>" }
    switch content {
    case .null, .bool, .int, .float, .written, .template: return text
    case .string(let text):
      return text.count > 40 ? "'\(text.prefix(40))…'" : "'\(text)'"
    case .list: return "a list"
    case .map: return "a mapping"
    case .unknown where isOpenText: return "text with a parameter in it"
    case .unknown(let type): return type.map { "a parameter of type \($0.rawValue)" } ?? "an unknown parameter"
    }
  }

  /// The setting, marked as secret if the enclosing value is secret.
  package func inheriting(_ secret: String?) -> Setting {
    guard self.secret == nil, secret != nil else { return self }
    var setting = self
    setting.secret = secret
    return setting
  }
}

extension SettingType {
  /// The expected value, described for messages.
  package var expectation: String {
    switch self {
    case .string: "text"
    case .int: "a whole number"
    case .float, .float32: "a number"
    case .decimal: "a decimal number with at most 38 digits"
    case .bool: "'true' or 'false'"
    case .duration: "a duration such as '30s'"
    case .bytes: "a size such as '64KiB'"
    case .url: "a URL such as '\(example)'"
    case .date: "a date such as '\(example)'"
    case .uuid: "a UUID such as '\(example)'"
    case .base64: "base64 text such as '\(example)'"
    case .enumeration(let cases): cases.isEmpty ? "a case" : "one of \(listed(cases.map(\.plainText)))"
    case .object, .map: "a mapping"
    case .list: "a list"
    case .opaque: "a value"
    }
  }

  /// An example value for messages, for types that are written as text.
  package var example: String {
    switch self {
    case .url: "https://example.com"
    case .date: "2026-01-31T12:00:00Z"
    case .uuid: "6e2b9ad4-0c1f-4c57-9f0a-3d5b7c1e2a48"
    case .base64: "c2FtcGxl"
    default: "sample"
    }
  }

  package static let greatestFloat = Double(Float.greatestFiniteMagnitude)

  /// Whether a parameter of this type can supply the setting. Also `true` if the answer depends on the parameter's
  /// value.
  package func accepts(_ parameter: ParameterType?) -> Bool {
    // A missing parameter has already been reported; its type could be anything.
    guard let parameter else { return true }
    let types: [ParameterType] =
      switch self {
      case .opaque: ParameterType.allCases
      case .string: [.string, .duration, .bytes, .url, .path, .enum]
      case .enumeration(let cases):
        cases.flatMap { scalar -> [ParameterType] in
          if case .string = scalar { [.string, .enum] } else { [.int, .float] }
        }
      case .duration: [.string, .duration, .enum]
      case .bytes: [.string, .bytes, .int, .enum]
      case .url: [.string, .url, .path, .enum]
      case .date, .uuid, .base64: [.string, .enum]
      case .decimal: [.string, .enum, .int, .float]
      case .float, .float32: [.float, .int, .bytes]
      case .int: [.int, .bytes]
      case .bool: [.bool]
      case .list: [.list]
      case .object, .map: []
      }
    return types.contains(parameter)
  }
}

extension String {
  package static func mismatch(_ setting: Setting, _ type: SettingType) -> String {
    var setting = setting
    // Only a literal is secret, not the shape of the value.
    switch setting.content {
    case .null, .list, .map: setting.secret = nil
    default: break
    }
    return "expected \(type.expectation), found \(setting.summary)"
  }

  package static func outOfRange<Number>(_ setting: Setting, _ minimum: Number, _ maximum: Number) -> String {
    "\(setting.summary) is out of range: \(minimum) to \(maximum)"
  }

  package static func missingSetting(_ path: String) -> String {
    "setting '\(path)' is missing"
  }
}

extension [String] {
  /// How to fix a value of the wrong form: add or remove quotes, write `5m` for `5 minutes`, or add a unit to a
  /// duration.
  package static func quoting(_ setting: Setting, _ type: SettingType) -> [String] {
    if setting.keepsType(for: type) { return [] }
    guard let value = setting.corrected(for: type) else { return .writing(setting.alternatives(for: type), type) }
    // A parameter may declare the type of its value.
    let addition = setting.definition.isEmpty ? "" : ", and change the parameter's type if it declares one"
    if case .string(let text) = setting.content {
      return [(text == value ? "remove the quotes: \(value)" : "write \(value)") + addition]
    }
    return ["quote it: \(value)\(addition)"]
  }

  static func writing(_ alternatives: [String], _ type: SettingType) -> [String] {
    guard let last = alternatives.last else { return [] }
    let list = alternatives.count == 1 ? last : "\(listed(alternatives.dropLast().map { $0 })) or \(last)"
    return [type == .duration ? "add a unit: \(list)" : "write \(list)"]
  }
}

extension Setting {
  /// Possible corrections of an ambiguous number, such as `5s`, `5ms` and `5m` for `5`.
  package func alternatives(for type: SettingType) -> [String] {
    guard secret == nil, origin == nil, !location.isTagged else { return [] }
    switch (type, content) {
    case (.duration, .int(let number)):
      return ["\(number)s", "\(number)ms", "\(number)m"].filter { Quantity.duration($0) != nil }
    case (.int, .float(let number)):
      return Int(exactly: number.rounded(.down)).flatMap { below in
        Int(exactly: number.rounded(.up)).map { below == $0 ? ["\(below)"] : ["\(below)", "\($0)"] }
      } ?? []
    default: return []
    }
  }

  /// The value rewritten to fit the type; `nil` if there is no single obvious correction.
  package func corrected(for type: SettingType) -> String? {
    // A value that contains parameters is corrected where the parameters get their values.
    guard secret == nil, !written.contains("${") else { return nil }
    switch (type, content) {
    case (.string, .bool), (.string, .int), (.string, .float):
      // Quoting the original text preserves a form such as `1.10`.
      return FlowText.quoted(content.scalar == Scalar(plain: written) ? written : summary)
    case (.int, .string(let text)):
      // Swift separates groups of digits with underscores.
      return Int(text.contains("__") ? text : text.replacing("_", with: "")).map { String($0) }
    case (.float, .string(let text)), (.float32, .string(let text)):
      switch Scalar(plain: text) {
      case .int: return text
      case .float(let number): return number.isFinite ? text : nil
      default: return nil
      }
    case (.bool, .string(let text)): return LooseValue.truth(text)
    case (.duration, .string(let text)): return LooseValue.duration(text)
    case (.bytes, .string(let text)): return LooseValue.bytes(text)
    default: return nil
    }
  }

  /// Whether the value would have the same type in other quotes, because of its tag. A duration and a size are text.
  func keepsType(for type: SettingType) -> Bool {
    (origin ?? location).isTagged && type != .duration && type != .bytes
  }

  /// Whether this is text around parameters whose values only the running program knows.
  var isOpenText: Bool {
    guard case .unknown(.string) = content, origin == nil else { return false }
    return written.contains("${")
  }

  /// The value as written in the file; empty if the file's text is unknown.
  private var written: String { (origin ?? location).text }

  /// The variable name in `{ env: NAME }`, a form that only parameters may use.
  package var environmentVariable: String? {
    guard case .map(let entries) = content, entries.count == 1, let entry = entries.first,
      ["env", "environment", "fromenv", "from_env", "variable"].contains(entry.name.value.lowercased()),
      case .string(let variable) = entry.value.content
    else { return nil }
    return variable
  }

  /// Whether the setting equals one of an enumeration's cases; `3.0` equals the case 3, and `3` equals the case 3.0.
  package func isOne(of cases: [Scalar]) -> Bool {
    switch content {
    case .string(let text): cases.contains(.string(text))
    case .int(let number): cases.contains(.int(number)) || cases.contains(.float(Double(number)))
    case .float(let number):
      cases.contains(.float(number)) || Int(exactly: number).map { cases.contains(.int($0)) } ?? false
    default: false
    }
  }

  /// The cases that the setting may be a misspelling of, if its text can be replaced by one.
  func spellings(among cases: [Scalar]) -> [String] {
    guard secret == nil, origin == nil, !written.contains("${"), case .string(let text) = content else { return [] }
    return Spelling.suggestions(for: text, among: cases.map(\.plainText))
  }

  /// Suggestions for an invalid case: similar names, or quotes around the value if they make it a valid case.
  package func suggestions(among cases: [Scalar]) -> [String] {
    guard secret == nil else { return [] }
    switch content {
    case .string(let text):
      return Spelling.help(for: Spelling.suggestions(for: text, among: cases.map(\.plainText)))
    case .bool, .int, .float:
      return cases.contains(.string(summary)) ? .quoting(self, .string) : []
    default: return []
    }
  }
}
