/// Fills in the values of parameters in settings. Takes time linear in the size of the result.
package struct Interpolation: Sendable {
  package internal(set) var values: ParameterValues
  package private(set) var findings = Diagnostics()
  private let limits: Limits
  /// The number of bytes that may still be produced. Without a limit, a few nested parameters could expand to any
  /// amount of text.
  private var budget: Int
  private var isSpent = false

  package init(_ values: ParameterValues, limits: Limits = Limits()) {
    self.values = values
    self.limits = limits
    budget = limits.fileBytes
  }

  /// Recursion is safe because the reader limits the depth of literals.
  package mutating func setting(from literal: Literal) -> Setting {
    switch literal.content {
    case .written(let scalar, _): return Setting(scalar.content, at: literal.location)
    case .template(let text): return expand(text, at: literal.location).setting
    case .list(let elements): return Setting(.list(elements.map { setting(from: $0) }), at: literal.location)
    case .map(let entries):
      return Setting(.map(entries.map { ($0.name, setting(from: $0.value)) }), at: literal.location)
    default: return literal
    }
  }

  mutating func expand(_ literal: Literal) -> ParameterValues.Value {
    switch literal.content {
    case .template(let text): return expand(text, at: literal.location)
    case .written(let scalar, let text):
      return ParameterValues.Value(
        setting: Setting(scalar.content, at: literal.location), text: scalar.text(writtenAs: text))
    case .list(let list):
      let elements = list.map { expand($0) }
      let texts = elements.compactMap(\.text)
      let secret = elements.lazy.compactMap(\.setting.secret).first
      // Each element may be a list itself, which can be twice as long as the list in its elements.
      let length = texts.reduce(texts.count) { $0 + $1.utf8.count }
      guard length <= budget else {
        passed(.fileBytes, at: literal.location)
        return unknown(literal.location, secret: secret)
      }
      budget -= length
      let setting = Setting(.list(elements.map(\.setting)), at: literal.location, secret: secret)
      return ParameterValues.Value(
        setting: setting, text: texts.count == elements.count ? texts.joined(separator: ",") : nil)
    default: return ParameterValues.Value(setting: Setting(.null, at: literal.location), text: nil)
    }
  }

  private mutating func expand(_ template: OpenText, at location: SourceLocation) -> ParameterValues.Value {
    if let name = template.soleParameter {
      guard var value = values.values[name] else {
        return ParameterValues.Value(setting: Setting(.unknown(nil), at: location), text: nil)
      }
      let origin = value.setting.origin ?? value.setting.location
      value.setting.location = location
      value.setting.origin = origin
      return value
    }
    // Each is `nil` once a part of it is unknown.
    var text = template.isWhole ? "" : nil
    var presetText = text
    var outside: String?
    var secret: String?
    var length = 0
    for piece in template.pieces {
      switch piece {
      case .text(let part):
        length += part.utf8.count
        text?.append(part)
        presetText?.append(part)
      case .parameter(let use):
        let value = values.values[use.value]
        secret = secret ?? value?.setting.secret
        let preset = value?.presetText ?? value?.text
        if value?.presetText != nil { outside = use.value }
        if value?.text == nil { text = nil }
        if preset == nil { presetText = nil }
        guard text != nil || presetText != nil else { continue }
        length += max(value?.text?.utf8.count ?? 0, preset?.utf8.count ?? 0)
        guard length <= limits.scalarBytes, length <= budget else {
          passed(length <= limits.scalarBytes ? .fileBytes : .scalarBytes, at: location)
          return unknown(location, secret: secret)
        }
        if let part = value?.text { text?.append(part) }
        if let preset { presetText?.append(preset) }
      }
    }
    var value = unknown(location, secret: secret)
    guard text != nil || presetText != nil else { return value }
    budget -= length
    if let text {
      value = ParameterValues.Value(setting: Setting(.string(text), at: location, secret: secret), text: text)
    }
    if let presetText, let outside {
      value.presetText = presetText
      value.setting.outlook = Setting.Outlook(
        parameter: outside, cases: [], preset: Setting(.string(presetText), at: location, secret: secret))
    }
    return value
  }

  /// Reports an exceeded limit only once, since all text after it would exceed the limit too.
  private mutating func passed(_ limit: Limits.Name, at location: SourceLocation) {
    if !isSpent { findings.report(limits.passed(limit, at: location)) }
    isSpent = true
  }

  private func unknown(_ location: SourceLocation, secret: String?) -> ParameterValues.Value {
    ParameterValues.Value(setting: Setting(.unknown(.string), at: location, secret: secret), text: nil)
  }
}

extension Scalar {
  /// The text to insert into other text. Whole numbers are normalized, so that `010` becomes `10`.
  package func text(writtenAs text: String) -> String {
    switch self {
    case .int(let value): String(value)
    case .bool(let value): String(value)
    default: text
    }
  }
}
