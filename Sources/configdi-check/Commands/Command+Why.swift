import ConfigDI

extension Command {
  static let why = Command(
    "why", "Tell who needs a key, and the shortest path to it from a root.",
    arguments: [manifestArgument, Argument("key", "A service's key.")],
    options: [.stage] + Option.composition + [.format(["text", "json"])] + Option.limits
  ) { arguments, console in
    let manifest = try SingleManifest(
      arguments.positional(0) ?? "", stages: .chosen(argument: arguments[.stage]), arguments, console)
    let key = arguments.positional(1) ?? ""
    guard let answer = WhyAnswer(manifest.key(key), in: manifest.graph, stage: 0) else {
      throw manifest.noSuchKey(key)
    }
    console.write(arguments[.format([])] == "json" ? answer.json.text : visible(lines: answer.text))
    return .success
  }
}
