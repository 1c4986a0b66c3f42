import ConfigDI

extension CompositionOptions {
  /// Creates the options from the flags, without the stages.
  init(_ arguments: Arguments) {
    self.init()
    overlays = arguments.all(.overlay)
    values = arguments.pairs(.set)
    for (name, folder) in arguments.pairs(.module) { modules[name] = folder }
    limits = Limits(arguments)
  }
}

extension Arguments {
  /// The environment that a check assumes: that of this process, overridden by files with `NAME=VALUE` lines. Later
  /// files take precedence. `nil` if no flag names an environment, since the environment is then unknown.
  func environment(_ console: Console) throws(Failure) -> [String: String]? {
    guard has(.env) || has(.envFile) else { return nil }
    var result = has(.env) ? console.environment : [:]
    for path in all(.envFile) {
      let bytes = try console.bytes(of: path, as: path, limit: 16 << 20)
      do {
        result.merge(try EnvironmentFile.parse(bytes)) { $1 }
      } catch {
        throw Failure("\(path):\(error.line): \(error.message)")
      }
    }
    return result
  }
}

extension Limits {
  /// Creates the limits from the flags, which override the limits in a configuration file.
  init(_ arguments: Arguments, over configured: Limits = Limits()) {
    self = configured
    for (name, value) in arguments.pairs(.limit) {
      if let name = Name.named(name), let value = Int(value) { self[keyPath: name.value] = value }
    }
  }
}
