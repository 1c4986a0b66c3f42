import ConfigDI
import Configuration

extension ParameterSource {
  /// Parameters' values from a configuration reader, under their own names: `db.url`, `db.pool`.
  init(_ config: ConfigReader) {
    self.init { parameter in
      let key = ConfigKey(parameter.name)
      let text: String? =
        switch parameter.type {
        case .int: config.int(forKey: key, isSecret: parameter.isSecret).map { "\($0)" }
        case .float: config.double(forKey: key, isSecret: parameter.isSecret).map { "\($0)" }
        case .bool: config.bool(forKey: key, isSecret: parameter.isSecret).map { "\($0)" }
        default: config.string(forKey: key, isSecret: parameter.isSecret)
        }
      return text.map { Value($0) }
    }
  }
}

/// The program's container; its parameters come from the process's arguments and environment, and from a file.
func container(_ config: ConfigReader, _ registry: FactoryRegistry) throws -> Container {
  try Container(
    manifest: "app.yaml", registry: registry, options: ManifestOptions(source: ParameterSource(config)))
}
