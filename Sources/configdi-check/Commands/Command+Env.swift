import ConfigDI

extension Command {
  static let environment = Command(
    "env", "List every variable and secret file that a manifest reads, and who uses it.",
    arguments: [manifestArgument],
    options: [.stages] + Option.composition + [.format(["text", "json"]), .color] + Option.limits
  ) { arguments, console in
    let manifest = try SingleManifest(
      arguments.positional(0) ?? "", stages: arguments.has(.stages) ? .named(arguments.all(.stages)) : .all, arguments,
      console)
    var composed = manifest.composed
    if arguments.has(.stages) {
      composed.stages.removeAll { stage in !arguments.all(.stages).contains { $0 == stage.name } }
      guard !composed.stages.isEmpty else {
        throw Failure("\(manifest.source.input.path) has no stage \(arguments.all(.stages).joined(separator: ", "))")
      }
    }
    let contract = EnvironmentContract(composed)
    let isJSON = arguments[.format([])] == "json"
    console.write(isJSON ? contract.json.text : contract.text(Paint(console.usesColor(arguments[.color]))))
    return .success
  }
}
