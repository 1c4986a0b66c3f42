import ConfigDI

extension Command {
  static let plan = Command(
    "plan", "Show the composed wiring of a stage, in construction order, each value with its origin.",
    arguments: [.manifest],
    options: [.stage, .format(["text", "json"]), .color] + Option.composition + Option.limits
  ) { arguments, console in
    let chosen = try ChosenStage(arguments, console)
    let document = PlanDocument(chosen)
    try document.refuseFlood()
    console.write(arguments[.format([])] == "json" ? document.json.text : document.text)
    return chosen.code
  }

  static let why = Command(
    "why", "Show who needs a key, and the shortest path to it from a root.",
    arguments: [.manifest, Argument("key", "The key, as the manifest writes it.")],
    options: [.stage, .format(["text", "json"]), .color] + Option.composition + Option.limits
  ) { arguments, console in
    let wanted = arguments.positional(1) ?? ""
    let chosen = try ChosenStage(arguments.droppingPositional(1), console)
    let key = (chosen.graph.catalog?.names ?? KeyNames()).key(wanted)
    guard let answer = WhyAnswer(key, in: chosen.graph, stage: 0) else {
      let suggestions = Spelling.suggestions(for: key.text, among: chosen.graph.keys.map(\.text))
      throw Failure("no service has the key '\(key)'" + (Spelling.help(for: suggestions).first.map { "; \($0)" } ?? ""))
    }
    console.write(arguments[.format([])] == "json" ? answer.json.text : answer.text)
    return .success
  }

  static let env = Command(
    "env", "Show every variable and secret file that a manifest reads, in which stages, and who uses it.",
    arguments: [.manifest],
    options: [.stages, .format(["text", "json"]), .color] + Option.composition + Option.limits
  ) { arguments, console in
    let composed = try AllStages(arguments, console).composed
    let contract = EnvironmentContract(composed)
    console.write(arguments[.format([])] == "json" ? contract.json.text : contract.text)
    return .success
  }
}
