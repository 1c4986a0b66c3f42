import ConfigDI
import ConfigDIConfiguration
import Configuration
import Testing

/// Tests settings that a service passes to a library as a `ConfigReader`.
@Suite struct ConfigurationSettingsTests {
  struct Library: Sendable { let config: ConfigReader }

  struct Guarded: ServiceSettings { var client: Secret<ConfigurationSettings> }

  static let registry = {
    var registry = FactoryRegistry()
    registry.register("library", as: Library.self) { (settings: ConfigurationSettings) in
      Library(config: settings.reader)
    }
    registry.register("guarded", as: Library.self) { (settings: Guarded) in
      Library(config: ConfigReader(provider: settings.client.value.provider(isSecret: true)))
    }
    return registry
  }()

  private func config(_ entry: String, parameters: String = "{}") throws -> ConfigReader {
    let manifest = "configdi: 1\nparameters: \(parameters)\nservices:\n  ConfigurationSettingsTests.Library: \(entry)\n"
    return try Container(
      manifest: .yaml(manifest), registry: Self.registry, options: ManifestOptions(environment: [:])
    ).resolve(Library.self).config
  }

  @Test("settings are values of the type that the library asks for") func types() throws {
    let settings =
      "http: { port: \"${port}\", host: here }, ratio: 0.5, on: true, count: 3, names: [a, b], sizes: [1, 2], "
      + "timeout: 30s, http.path: /x, nothing: null"
    let config = try config(
      "{ factory: library, settings: { \(settings) } }", parameters: "{ port: { type: int, value: 8080 } }")
    #expect(config.int(forKey: "http.port") == 8080)
    #expect(config.string(forKey: "http.host") == "here")
    #expect(config.string(forKey: "http.path") == "/x")
    #expect(config.scoped(to: "http").int(forKey: "port") == 8080)
    #expect(config.double(forKey: "ratio") == 0.5)
    #expect(config.double(forKey: "count") == 3)
    #expect(config.bool(forKey: "on") == true)
    #expect(config.stringArray(forKey: "names") == ["a", "b"])
    #expect(config.intArray(forKey: "sizes") == [1, 2])
    #expect(config.string(forKey: "timeout") == "30s")
    #expect(config.string(forKey: "nothing") == nil)
    #expect(config.int(forKey: "absent", default: 7) == 7)
  }

  @Test("a setting of another type is an error with its key") func otherType() throws {
    let config = try config("{ factory: library, settings: { port: many } }")
    #expect(performing: { try config.requiredInt(forKey: "port") }, throws: { "\($0)".contains("port") })
  }

  @Test("an entry without settings is an empty configuration") func noSettings() throws {
    #expect(try config("library").string(forKey: "host") == nil)
  }

  @Test("a secret parameter reaches a library only inside Secret") func secrets() throws {
    let parameters = "{ token: { value: s3cret, secret: true } }"
    #expect(throws: ManifestError.self) {
      _ = try config("{ factory: library, settings: { token: \"${token}\" } }", parameters: parameters)
    }
    let guarded = try config(
      "{ factory: guarded, settings: { client: { token: \"${token}\" } } }", parameters: parameters)
    #expect(guarded.string(forKey: "token") == "s3cret")
  }

  @Test("the catalog says that any setting may be there") func catalog() throws {
    #expect(Self.registry.catalog.json.contains("\"opaque\": true"))
  }
}
