import ConfigDI

/// The environment that a check assumes: that of this process, overridden by files with `NAME=VALUE` lines. Later files
/// take precedence.
enum EnvironmentFiles {
  /// The environment; `nil` if no flag names an environment, since the environment is then unknown.
  static func environment(_ arguments: Arguments, _ console: Console) throws(Failure) -> [String: String]? {
    guard arguments.has(.env) || arguments.has(.envFile) else { return nil }
    var result = arguments.has(.env) ? console.environment : [:]
    for path in arguments.all(.envFile) { result.merge(try variables(in: path, console)) { $1 } }
    return result
  }

  private static func variables(in path: String, _ console: Console) throws(Failure) -> [String: String] {
    let bytes = try console.bytes(of: path, as: path, limit: 16 << 20)
    do {
      return try EnvironmentFile.parse(bytes)
    } catch {
      throw Failure("\(path):\(error.line): \(error.message)")
    }
  }
}
