#if Configuration
  public import ConfigDIRuntime
  public import Configuration

  /// A service's settings in the form of a configuration, for libraries that take a `ConfigReader`.
  ///
  /// ```swift
  /// registry.register("library", as: Library.self) { (settings: ConfigurationSettings) in
  ///   Library(config: settings.reader)
  /// }
  /// ```
  ///
  /// The name of a nested mapping becomes a part of the key: `int(forKey: "http.port")` reads the setting
  /// `http: { port: 8080 }`. The manifest may have any settings, since only the library knows its keys. For settings
  /// that come from a secret parameter, use `Secret<ConfigurationSettings>` in a settings type of your own.
  public struct ConfigurationSettings: ServiceSettings {
    fileprivate let values: [[String]: ConfigurationValue]

    public init(from decoder: any Decoder) throws {
      var values: [[String]: ConfigurationValue] = [:]
      try Self.read(decoder, at: [], into: &values)
      self.values = values
    }

    /// A reader for only these settings.
    public var reader: ConfigReader { ConfigReader(provider: provider()) }

    /// A provider of these settings, to combine with other providers in one reader.
    ///
    /// - Parameters:
    ///   - name: The provider's name in logs and errors.
    ///   - isSecret: Whether readers must keep the values out of logs.
    public func provider(name: String = "ConfigDI settings", isSecret: Bool = false) -> some ConfigProvider {
      SettingsProvider(providerName: name, values: values, isSecret: isSecret)
    }

    private static func read(
      _ decoder: any Decoder, at path: [String], into values: inout [[String]: ConfigurationValue]
    ) throws {
      if let map = try? decoder.container(keyedBy: AnyName.self) {
        for key in map.allKeys {
          try read(
            map.superDecoder(forKey: key), at: path + key.stringValue.split(separator: ".").map(String.init),
            into: &values)
        }
      } else if var list = try? decoder.unkeyedContainer() {
        var texts: [String] = []
        while !list.isAtEnd { texts.append(try list.decode(SingleText.self).text) }
        values[path] = .list(texts)
      } else {
        let single = try decoder.singleValueContainer()
        if !single.decodeNil() { values[path] = .text(try SingleText(from: decoder).text) }
      }
    }

    private struct AnyName: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
  }

  private enum ConfigurationValue: Sendable {
    case text(String)
    case list([String])
  }

  /// Decodes a string, a number or a boolean as a string.
  private struct SingleText: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let truth = try? value.decode(Bool.self) {
        text = "\(truth)"
      } else if let number = try? value.decode(Int.self) {
        text = "\(number)"
      } else if let number = try? value.decode(Double.self) {
        text = "\(number)"
      } else {
        text = try value.decode(String.self)
      }
    }
  }

  /// Provides the settings' values. The values never change, since a live container makes new services for new
  /// settings.
  private struct SettingsProvider: ConfigProvider, ConfigSnapshot {
    let providerName: String
    let values: [[String]: ConfigurationValue]
    let isSecret: Bool

    /// Thrown if a setting cannot be read as the requested type.
    struct OtherType: Error, CustomStringConvertible {
      let key: String
      let type: ConfigType

      var description: String { "setting '\(key)' cannot be read as \(type.rawValue)" }
    }

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
      let name = key.components.joined(separator: ".")
      guard let value = values[key.components] else { return LookupResult(encodedKey: name, value: nil) }
      guard let content = content(value, type) else { throw OtherType(key: name, type: type) }
      return LookupResult(encodedKey: name, value: ConfigValue(content, isSecret: isSecret))
    }

    private func content(_ value: ConfigurationValue, _ type: ConfigType) -> ConfigContent? {
      func all<Element>(_ texts: [String], _ read: (String) -> Element?) -> [Element]? {
        let elements = texts.compactMap(read)
        return elements.count == texts.count ? elements : nil
      }
      switch (value, type) {
      case (.text(let text), .string): return .string(text)
      case (.text(let text), .int): return Int(text).map { .int($0) }
      case (.text(let text), .double): return Double(text).map { .double($0) }
      case (.text(let text), .bool): return Bool(text).map { .bool($0) }
      case (.text(let text), .bytes): return .bytes(Array(text.utf8))
      case (.list(let texts), .stringArray): return .stringArray(texts)
      case (.list(let texts), .intArray): return all(texts) { Int($0) }.map { .intArray($0) }
      case (.list(let texts), .doubleArray): return all(texts) { Double($0) }.map { .doubleArray($0) }
      case (.list(let texts), .boolArray): return all(texts) { Bool($0) }.map { .boolArray($0) }
      case (.list(let texts), .byteChunkArray): return .byteChunkArray(texts.map { Array($0.utf8) })
      default: return nil
      }
    }

    nonisolated(nonsending) func fetchValue(
      forKey key: AbsoluteConfigKey, type: ConfigType
    ) async throws -> LookupResult {
      try value(forKey: key, type: type)
    }

    nonisolated(nonsending) func watchValue<Return: ~Copyable>(
      forKey key: AbsoluteConfigKey, type: ConfigType,
      updatesHandler:
        nonisolated(nonsending) (_ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>)
        async throws ->
        Return
    ) async throws -> Return {
      try await watchValueFromValue(forKey: key, type: type, updatesHandler: updatesHandler)
    }

    func snapshot() -> any ConfigSnapshot { self }

    nonisolated(nonsending) func watchSnapshot<Return: ~Copyable>(
      updatesHandler:
        nonisolated(nonsending) (_ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>) async throws ->
        Return
    ) async throws -> Return {
      try await watchSnapshotFromSnapshot(updatesHandler: updatesHandler)
    }
  }
#endif
