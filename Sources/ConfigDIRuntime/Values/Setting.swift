/// A value in a factory's settings, with parameters filled in, and its location.
///
/// Custom types read it in ``SettingValue/init(setting:)``. The reader limits how deep settings can be nested.
public struct Setting: Sendable, ContentsHiding {
  package var content: Content
  package var location: SourceLocation
  /// The secret parameter whose value this setting contains, if any. The setting's text is then never shown.
  package var secret: String?
  /// The location of the value's definition, if a parameter supplies the value.
  package var origin: SourceLocation?
  /// The possible values, if the value comes from outside the manifest.
  package var outlook: Outlook?

  package init(_ content: Content, at location: SourceLocation, secret: String? = nil) {
    self.content = content
    self.location = location
    self.secret = secret
  }

  package enum Content: Sendable {
    case null
    case bool(Bool)
    case int(Int)
    case float(Double)
    case string(String)
    /// A scalar with its text in the manifest, so that `1.10` stays `1.10` inside other text. Like `template`, only
    /// before parameters are filled in.
    indirect case written(Scalar, text: String)
    case template(OpenText)
    case list([Setting])
    case map([Entry])
    /// A parameter's value that only the running program knows. The type is `nil` if there is no such parameter.
    case unknown(ParameterType?)
  }

  /// The possible values of a parameter whose value comes from outside the manifest.
  package final class Outlook: Sendable {
    package let parameter: String
    package let cases: [String]
    /// The default, which applies if the variable or file is missing.
    package let preset: Setting?
    /// Whether the value is an element of a list from outside: text that is read as what asks for it.
    package let isElement: Bool

    package init(parameter: String, cases: [String], preset: Setting?, isElement: Bool = false) {
      self.parameter = parameter
      self.cases = cases
      self.preset = preset
      self.isElement = isElement
    }
  }

  package typealias Entry = (name: Located<String>, value: Setting)

  /// A factory's settings as a mapping, which is empty if the settings are absent or null.
  static func entries(of settings: Setting?, at entry: SourceLocation) -> Setting {
    guard let settings, !settings.isNull else { return Setting(.map([]), at: entry) }
    return settings
  }

  /// This setting, or the number or boolean that its text spells if it is an element of a list from outside the manifest.
  var spelled: Setting {
    guard outlook?.isElement == true, case .string(let text) = content else { return self }
    var result = self
    result.content = Scalar(plain: text).content
    return result
  }

  /// The value as YAML flow text for messages. Secrets are replaced with their names, references to parameters stay as
  /// written, and unknown values are shown as written.
  package var words: String {
    if let secret { return "<secret \(secret)>" }
    return switch content {
    case .list(let elements): FlowText.list(elements.map(\.wordsOfElement))
    case .map(let entries): FlowText.mapping(entries.map { ($0.name.value, $0.value.wordsOfElement) })
    case .unknown: writtenText
    case .template(let text): text.escaped
    default: text
    }
  }

  private var wordsOfElement: String {
    if secret != nil { return words }
    return switch content {
    case .written(.string, let text): FlowText.element(text)
    case .template(let text): FlowText.element(text.escaped)
    default: words
    }
  }

  /// The value as a manifest writes it. In a list or mapping, text that could be taken for another value has quotes.
  var literal: Literal {
    var literal = self
    switch content {
    case .string(let text): literal.content = .written(.string(text), text: text.escapingReferences)
    case .list(let elements): literal.content = .list(elements.map(\.literal))
    case .map(let entries): literal.content = .map(entries.map { ($0.name, $0.value.literal) })
    default: break
    }
    return literal
  }

  /// The value with sorted entries, and with one spelling for each whole number and boolean, and for null, to compare.
  var normalized: Literal {
    var result = self
    switch content {
    case .written(.null, _), .written(.bool, _), .written(.int, _): result.content = content.scalar?.content ?? content
    case .list(let elements): result.content = .list(elements.map(\.normalized))
    case .map(let entries):
      result.content = .map(
        entries.map { ($0.name, $0.value.normalized) }.sorted { $0.name.value < $1.name.value })
    default: break
    }
    return result
  }

  /// The text as written in the manifest, without quotes.
  package var writtenText: String { location.file.isArgument ? "" : location.text.trimmingQuotes }

  /// Whether the value is known before the program runs.
  package var isKnown: Bool { if case .unknown = content { false } else { true } }
}

extension String {
  /// The text without the quotes around it, if there are any.
  package var trimmingQuotes: String {
    guard count > 1, let quote = first, quote == "\"" || quote == "'", last == quote else { return self }
    return String(dropFirst().dropLast())
  }
}

/// The type of a parameter, as named in manifests.
package enum ParameterType: String, Sendable, Hashable, CaseIterable {
  case string, int, float, bool, duration, bytes, url, path, `enum`, list
}
