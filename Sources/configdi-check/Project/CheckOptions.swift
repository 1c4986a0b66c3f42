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

extension Limits {
  /// Creates the limits from the flags, which override the limits in a configuration file.
  init(_ arguments: Arguments, over configured: Limits = Limits()) {
    self = configured
    for (name, value) in arguments.pairs(.limit) {
      if let name = Name.named(name), let value = Int(value) { self[keyPath: name.value] = value }
    }
  }
}
