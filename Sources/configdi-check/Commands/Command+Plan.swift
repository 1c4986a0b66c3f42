import ConfigDI

extension Command {
  static let plan = Command(
    "plan", "Print the composed wiring of a stage, in construction order, each value with its origin.",
    arguments: [manifestArgument],
    options: [.stage] + Option.composition + [.format(["text", "json"]), .color] + Option.limits
  ) { arguments, console in
    let manifest = try SingleManifest(
      arguments.positional(0) ?? "", stages: .chosen(argument: arguments[.stage]), arguments, console)
    try manifest.requireSound()
    let plan = PlanDocument(manifest.graph, stage: 0, variables: manifest.source.options.variables)
    let isJSON = arguments[.format([])] == "json"
    console.write(isJSON ? plan.json.text : plan.text(Paint(console.usesColor(arguments[.color]))))
    return .success
  }

  static let manifestArgument = Argument(
    "path", completion: .file, "A manifest, a folder with one, or - for standard input.")
}
