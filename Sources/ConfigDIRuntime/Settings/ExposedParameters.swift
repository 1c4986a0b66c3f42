/// The parameters that the manifest exposes to the program, with their values in the current stage.
///
/// ```yaml
/// parameters:
///   http.timeout: { value: 30s, exposed: true }
/// ```
///
/// ```swift
/// let timeout = try configuration["http.timeout", as: Duration.self]
/// ```
public struct ExposedParameters: Sendable, CustomStringConvertible, CustomReflectable {
  /// The chosen stage; `nil` if the manifest declares none.
  public let stage: String?
  let values: [String: Setting]
  /// The names of the parameters that are not exposed.
  let hidden: [String]

  /// The names of the exposed parameters, sorted.
  public var names: [String] { values.keys.sorted() }

  /// The value of an exposed parameter, converted to a type such as `String`, `Duration`, `[Int]` or your own.
  ///
  /// - Throws: An error that names the parameter, if the parameter is not exposed or its value has a different type.
  public subscript<Value: SettingConvertible>(name: String, as type: Value.Type) -> Value {
    get throws {
      guard let setting = values[name] else {
        if hidden.contains(name) {
          throw ExposedParameterError(description: "parameter '\(name)' is not exposed: add 'exposed: true' to it")
        }
        let help = Spelling.help(for: Spelling.suggestions(for: name, among: names)).first
        throw ExposedParameterError(
          description: "no parameter '\(name)' is exposed; " + (help ?? "declare it with 'exposed: true'"))
      }
      do {
        let value: any SettingConvertible
        if let reader = SettingReader(type) {
          value = try reader.read(setting, DecodingRun())
        } else if let list = type as? any SettingList.Type {
          value = try list.read(setting)
        } else {
          throw ExposedParameterError(description: "\(TypeName.short(type)) cannot be read: conform it to SettingValue")
        }
        guard let value = value as? Value else { throw setting.mismatch(.opaque) }
        return value
      } catch {
        throw ExposedParameterError(
          description: "parameter '\(name)' at \(setting.location): \(setting.hidingSecrets(in: "\(error)"))")
      }
    }
  }

  /// The text of the exposed parameter named `service.key`, such as `ThirdParty.apiKey`; `nil` if no such parameter is
  /// exposed or if its value is a list.
  public func value(forService service: String, key: String) -> String? {
    guard let value = values["\(service).\(key)"], !value.isNull else { return nil }
    return value.content.scalar?.plainText
  }

  /// The stage and the values. Secrets are shown only by name.
  public var description: String {
    let shown = values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.summary)" }.joined(separator: ", ")
    return "\(stage ?? "no stage"): [\(shown)]"
  }

  /// Shows only the description, so that dumping a configuration reveals no secret.
  public var customMirror: Mirror { Mirror(reflecting: description) }
}

/// A list type that is converted element by element.
private protocol SettingList {
  static func read(_ setting: Setting) throws -> any SettingConvertible
}

extension Array: SettingList where Element: SettingConvertible {
  fileprivate static func read(_ setting: Setting) throws -> any SettingConvertible {
    guard let reader = SettingReader(Element.self) else {
      throw ExposedParameterError(
        description: "\(TypeName.short(Element.self)) cannot be read: conform it to SettingValue")
    }
    guard case .list(let elements) = setting.content else {
      throw setting.mismatch(.list(of: SettingsField("", reader.schema.field.type)))
    }
    return try elements.compactMap { try reader.read($0, DecodingRun()) as? Element }
  }
}

/// Thrown if the program reads a parameter that is not exposed, or reads it as the wrong type.
package struct ExposedParameterError: Error, CustomStringConvertible {
  package let description: String
}
