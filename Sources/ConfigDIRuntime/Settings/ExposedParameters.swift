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
public struct ExposedParameters: Sendable {
  /// The chosen stage; `nil` if the manifest declares none.
  public let stage: String?
  private let values: [String: Setting]

  /// - Parameter values: The exposed parameters' values by name.
  package init(stage: String?, values: [String: Setting]) {
    self.stage = stage
    self.values = values
  }

  /// The names of the exposed parameters, sorted.
  public var names: [String] { values.keys.sorted() }

  /// The value of an exposed parameter, read as a type.
  ///
  /// - Throws: ``ExposedParameterError`` if no exposed parameter has the name, or its value has another type.
  public subscript<Value: SettingValue>(name: String, as type: Value.Type) -> Value {
    get throws { try read(name) { try Value.read($0, DecodingRun()) } }
  }

  /// The elements of an exposed list parameter, each read as a type.
  ///
  /// - Throws: ``ExposedParameterError`` if no exposed parameter has the name, or its value has another type.
  public subscript<Value: SettingValue>(name: String, as type: [Value].Type) -> [Value] {
    get throws {
      try read(name) { value in
        guard case .list(let elements) = value.content else {
          throw value.mismatch(.list(of: SettingsField("", Value.schema.type)))
        }
        return try elements.map { try Value.read($0, DecodingRun()) }
      }
    }
  }

  private func read<Value>(_ name: String, as value: (Setting) throws -> Value) throws -> Value {
    guard let setting = values[name] else { throw ExposedParameterError(.notExposed(name, among: names)) }
    do {
      return try value(setting)
    } catch {
      throw ExposedParameterError("parameter '\(name)' of \(setting.location): \(error)")
    }
  }

  /// The text of the exposed parameter `service.key`, such as `ThirdParty.apiKey`; `nil` if no exposed parameter has
  /// the name, or its value is a list.
  public func value(forService service: String, key: String) -> String? {
    switch values["\(service).\(key)"]?.content {
    case .string(let text)?: text
    case .int(let number)?: "\(number)"
    case .float(let number)?: "\(number)"
    case .bool(let truth)?: "\(truth)"
    case .null?, .list?, .map?, .unknown?, nil: nil
    }
  }
}

extension ExposedParameters: CustomStringConvertible, CustomReflectable {
  /// The stage and the values; for a secret only its name.
  public var description: String {
    let shown = values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.summary)" }.joined(separator: ", ")
    return "\(stage ?? "no stage"): [\(shown)]"
  }

  /// Shows only the description, so that dumping an object that holds a configuration shows no secret.
  public var customMirror: Mirror { Mirror(reflecting: description) }
}

/// Thrown when the program reads a parameter that is not exposed, or reads it as the wrong type.
public struct ExposedParameterError: Error, CustomStringConvertible {
  /// The requested parameter, and why it has no such value.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}

extension String {
  fileprivate static func notExposed(_ name: String, among names: [String]) -> String {
    let help = Spelling.help(for: Spelling.suggestions(for: name, among: names)).first
    return "no parameter '\(name)' is exposed; " + (help ?? "declare it with 'exposed: true'")
  }
}
