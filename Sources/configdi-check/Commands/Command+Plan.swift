import ConfigDI

extension Command {
  static let plan = Command(
    "plan", "Show the composed wiring of a stage, in construction order, each value with its origin.",
    arguments: [
      .manifest, Operand("key", optional: true, completion: .key, "The only service to show."),
    ],
    options: [.stage, .format(["text", "json"]), .color] + Option.composition + Option.limits
  ) { arguments, console in
    let chosen = try ChosenStage(arguments.droppingPositional(1), console)
    let key = try arguments.positional(1).map { try chosen.key($0) }
    let document = PlanDocument(try chosen.plan(), only: key)
    console.write(arguments[.format([])] == "json" ? document.json.text : document.text)
    return chosen.code
  }

  static let why = Command(
    "why", "Show the users of a key, and the shortest path to it from a root.",
    arguments: [.manifest, Operand("key", completion: .key, "The key, as the manifest writes it.")],
    options: [.stage, .format(["text", "json"]), .sources, .noSources, .color] + Option.composition + Option.limits
  ) { arguments, console in
    let wanted = arguments.positional(1) ?? ""
    let chosen = try ChosenStage(arguments.droppingPositional(1), console, readsSources: true)
    let key = try chosen.key(wanted)
    guard let answer = WhyAnswer(key, in: WhyIndex(chosen.graph), stage: 0, requests: chosen.requests) else {
      throw chosen.noSuchKey(key)
    }
    console.write(arguments[.format([])] == "json" ? answer.json.text : answer.text)
    return .success
  }

  static let env = Command(
    "env", "Show every variable and secret file that a manifest reads, with its stages and users.",
    arguments: [.manifest],
    options: [
      .stages, .format(["text", "json", "markdown", "dotenv", "kubernetes"]), .output, .color,
    ] + Option.composition + Option.limits
  ) { arguments, console in
    let composed = try AllStages(arguments, console).composed
    let contract = EnvironmentContract(composed)
    let text =
      switch arguments[.format([])] {
      case "json": contract.json.text
      case "markdown": contract.markdown
      case "dotenv": contract.dotenv
      case "kubernetes": contract.kubernetes(name: composed.entry.path)
      default: contract.text
      }
    try deliver(text, as: .answer, arguments, console)
    return .success
  }
}

/// Writes a command's result to standard output, or to the file that `--output` names.
func deliver(_ text: String, as kind: OutputKind, _ arguments: Arguments, _ console: Console) throws(Failure) {
  guard let path = arguments[.output] else { return console.write(text) }
  try OutputFile.write(text, to: path, as: kind, within: console.writingBound(arguments))
}

extension ChosenStage {
  /// The key for a text; throws if the stage has none of that name.
  fileprivate func key(_ text: String) throws(Failure) -> ServiceKey {
    let key = spelled(text)
    guard stage.services.contains(where: { $0.key.value == key }) else { throw noSuchKey(key) }
    return key
  }

  fileprivate func noSuchKey(_ key: ServiceKey) -> Failure {
    let help = Spelling.help(for: Spelling.suggestions(for: key.text, among: graph.keys.map(\.text))).first
    return Failure("no service has the key '\(key)'\(help.map { "; \($0)" } ?? "")")
  }
}
