import ConfigDI

extension CompositionOptions {
  /// The options that the flags give, without the stages.
  init(_ arguments: Arguments) {
    self.init()
    overlays = arguments.all(.overlay)
    values = arguments.pairs(.set)
    for (name, folder) in arguments.pairs(.module) { modules[name] = folder }
    limits = Limits(arguments)
  }
}

extension Limits {
  init(_ arguments: Arguments) {
    self.init()
    fileBytes = arguments.count(.maxFileBytes) ?? fileBytes
    scalarBytes = arguments.count(.maxScalarBytes) ?? scalarBytes
    nesting = arguments.count(.maxNesting) ?? nesting
    files = arguments.count(.maxFiles) ?? files
    importDepth = arguments.count(.maxImportDepth) ?? importDepth
    nodes = arguments.count(.maxNodes) ?? nodes
    stages = arguments.count(.maxStages) ?? stages
    steps = arguments.count(.maxSteps) ?? steps
    work = arguments.count(.maxWork) ?? work
  }
}
