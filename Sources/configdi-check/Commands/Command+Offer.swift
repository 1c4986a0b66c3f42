import ConfigDI

extension Command {
  /// Prints names from the current manifest for completion scripts, one per line. Prints nothing if the manifest cannot
  /// be read.
  static let offer = Command(
    "--offer", "Print the keys or stages of a manifest for shell completion.",
    arguments: [
      Operand("names", "What to print: keys or stages."),
      Operand("word", optional: true, repeatable: true, "The command line so far."),
    ]
  ) { arguments, console in
    let words = arguments.positionals.dropFirst()
    let paths = words.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.filter {
      console.files.resolve($0) != nil
    }
    var silent = Arguments(.check)
    for path in paths.prefix(1) { silent.add(path) }
    guard let project = try? Project(silent, console) else { return .success }
    var names: [String] = []
    for source in project.sources {
      guard let composed = source.composed(project.world, stages: .all) else { continue }
      switch arguments.positional(0) {
      case "stages": names += composed.declaredStages.map(\.value)
      default: names += composed.stages.flatMap { $0.services.map(\.key.value.text) }
      }
    }
    console.write(names.distinct().map { $0 + "\n" }.joined())
    return .success
  }
}
