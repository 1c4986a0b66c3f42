/// A value in a factory's settings after parameters are filled in, with its location.
///
/// Custom types read settings in ``SettingValue/init(setting:)``. The reader's nesting limit bounds the depth of a
/// setting.
public struct Setting: Sendable {
  package var content: Content
  package var location: SourceLocation
  /// The secret parameter whose value the setting contains, if any. The setting's text is then never shown.
  package var secret: String?
  /// The location that defines the value, if a parameter brings the value to `location`.
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
    case list([Setting])
    case map([Entry])
    /// A parameter's value that only the running program knows. The type is `nil` if the parameter does not exist.
    case unknown(ParameterType?)
  }

  /// The possible values of a parameter whose value comes from outside the manifest.
  package final class Outlook: Sendable {
    /// The parameter's name.
    package let parameter: String
    /// The cases, if the parameter is an `enum`.
    package let cases: [String]
    /// The default, which applies if the variable or file is missing.
    package let preset: Setting?

    package init(parameter: String, cases: [String], preset: Setting?) {
      self.parameter = parameter
      self.cases = cases
      self.preset = preset
    }
  }

  package struct Entry: Sendable {
    package var name: Located<String>
    package var value: Setting

    package init(_ name: Located<String>, _ value: Setting) {
      self.name = name
      self.value = value
    }
  }
}

extension Setting {
  /// A factory's settings as a mapping, which is empty if the settings are absent or null.
  static func entries(of settings: Setting?, at entry: SourceLocation) -> Setting {
    guard let settings, !settings.isNull else { return Setting(.map([]), at: entry) }
    return settings
  }

  /// The value as text for messages, with secrets replaced by their names, and unknown values as written in the
  /// manifest.
  package var words: String {
    if let secret { return "<secret \(secret)>" }
    return switch content {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .float(let value): String(value)
    case .string(let value): value
    case .list(let elements): "[\(elements.map(\.words).joined(separator: ", "))]"
    case .map(let entries): "{ \(entries.map { "\($0.name.value): \($0.value.words)" }.joined(separator: ", ")) }"
    case .unknown: writtenText
    }
  }

  /// The text in the manifest, without quotes.
  package var writtenText: String {
    guard !location.file.isArgument else { return "" }
    var text = String(
      decoding: location.file.bytes[location.range.clamped(to: 0..<location.file.bytes.count)], as: UTF8.self)
    if let quote = text.first, quote == "\"" || quote == "'", text.last == quote, text.count > 1 {
      text = String(text.dropFirst().dropLast())
    }
    return text
  }
}

/// The type of a parameter's value, under its name in manifests.
package enum ParameterType: String, Sendable, Hashable, CaseIterable {
  case string, int, float, bool, duration, bytes, url, path, `enum`, list
}
