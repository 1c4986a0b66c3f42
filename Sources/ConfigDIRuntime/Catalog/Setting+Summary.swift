extension Setting {
  /// How messages speak of the value: never a secret's text, never a long one.
  package var summary: String {
    if let secret { return "<secret \(secret)>" }
    switch content {
    case .null: return "null"
    case .bool(let truth): return "\(truth)"
    case .int(let number): return "\(number)"
    case .float(let number): return "\(number)"
    case .string(let text):
      return text.count > 40 ? "'\(text.prefix(40))…'" : "'\(text)'"
    case .list: return "a list"
    case .map: return "a mapping"
    case .unknown(let type): return type.map { "a parameter of type \($0.rawValue)" } ?? "an unknown parameter"
    }
  }
}

extension Setting {
  /// What is inside a secret is secret.
  package func inheriting(_ secret: String?) -> Setting {
    guard self.secret == nil, secret != nil else { return self }
    return Setting(content, at: location, secret: secret)
  }
}

extension SettingType {
  /// How messages speak of what is due.
  package var expectation: String {
    switch self {
    case .string: "text"
    case .int: "a whole number"
    case .float: "a number"
    case .bool: "'true' or 'false'"
    case .duration: "a duration such as '30s'"
    case .bytes: "a size such as '64KiB'"
    case .url: "a URL"
    case .date: "a date"
    case .enumeration(let cases): cases.isEmpty ? "a case" : "one of \(cases.map(\.caseText).joined(separator: ", "))"
    case .object, .map: "a mapping"
    case .list: "a list"
    case .opaque: "a value"
    }
  }

  /// Whether a parameter of that type may have a value of this one; what only its text can tell, may.
  package func accepts(_ parameter: ParameterType?) -> Bool {
    // What is unknown altogether has been reported, and might be anything.
    guard let parameter else { return true }
    return switch (self, parameter) {
    case (.opaque, _): true
    case (.string, .string), (.string, .duration), (.string, .bytes), (.string, .url), (.string, .path),
      (.string, .enum):
      true
    case (.enumeration, .string), (.enumeration, .enum), (.enumeration, .int): true
    case (.duration, .string), (.duration, .duration), (.duration, .enum): true
    case (.bytes, .string), (.bytes, .bytes), (.bytes, .int), (.bytes, .enum): true
    case (.url, .string), (.url, .url), (.url, .path), (.url, .enum): true
    case (.date, .string), (.date, .enum): true
    case (.int, .int), (.int, .bytes): true
    case (.float, .float), (.float, .int), (.float, .bytes): true
    case (.bool, .bool): true
    case (.list, .list): true
    default: false
    }
  }
}

extension Scalar {
  /// As it is written.
  package var caseText: String {
    switch self {
    case .null: "null"
    case .bool(let truth): "\(truth)"
    case .int(let number): "\(number)"
    case .float(let number): "\(number)"
    case .string(let text): text
    }
  }
}

extension String {
  package static func mismatch(_ setting: Setting, _ type: SettingType) -> String {
    "\(setting.summary) where \(type.expectation) is due"
  }

  package static func outOfRange<Number>(_ setting: Setting, _ minimum: Number, _ maximum: Number) -> String {
    "\(setting.summary) is out of range: \(minimum) to \(maximum)"
  }
}

extension String {
  package static func missingSetting(_ path: String) -> String {
    "setting '\(path)' is missing"
  }

  package static func tooShort(_ count: Int) -> String {
    "a list of \(count) where more elements are due"
  }

  package static func exposed(_ setting: Setting) -> String {
    "\(setting.summary) reaches a setting that is not declared secret"
  }
}

extension [String] {
  /// A number or truth value where text is due is mended by quotes.
  package static func quoting(_ setting: Setting, _ type: SettingType) -> [String] {
    guard setting.secret == nil, type == .string else { return [] }
    switch setting.content {
    case .bool, .int, .float: return ["write it in quotes: \"\(setting.summary)\""]
    default: return []
    }
  }
}
