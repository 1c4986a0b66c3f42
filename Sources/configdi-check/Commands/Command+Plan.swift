import ConfigDI

extension Command {
  static let plan = Command(
    "plan", "Show the composed wiring of a stage in construction order, with the origin of each value.",
    arguments: [
      .manifest, Operand(name: "key", isOptional: true, completion: .key, help: "The service to show (default: all)."),
    ],
    options: [.stage, .format(["text", "json"]), .color] + Option.composition + Option.limits
  ) { arguments, console in
    let chosen = try ChosenStage(arguments, console)
    let key = try arguments.positional(1).map { try chosen.key($0) }
    let document = PlanDocument(try chosen.plan(), only: key)
    console.write(arguments[.format([])] == "json" ? document.json.text : document.text)
    return chosen.code
  }

  static let why = Command(
    "why", "Show what needs a key, and the shortest path to it from a root.",
    arguments: [.manifest, Operand(name: "key", completion: .key, help: "The key, as written in the manifest.")],
    options: [.stage, .format(["text", "json"]), .sources, .noSources, .color] + Option.composition + Option.limits
  ) { arguments, console in
    let wanted = arguments.positional(1) ?? ""
    let chosen = try ChosenStage(arguments, console, readsSources: true)
    let key = try chosen.key(wanted)
    guard let answer = WhyAnswer(key, in: WhyIndex(chosen.graph, requests: chosen.requests), stage: 0) else {
      throw chosen.noSuchKey(key.text, among: chosen.graph.keys.map(\.text))
    }
    console.write(arguments[.format([])] == "json" ? answer.json.text : answer.text)
    return chosen.code
  }
}

/// Writes a command's result to the file given with `--output`, or else to standard output. With `--open`, the result
/// is a page that a browser shows.
func deliver(_ text: String, as kind: OutputKind, _ arguments: Arguments, _ console: Console) throws(Failure) {
  if arguments.has(.open) { return try Browser.open(text, at: arguments.outputFile, as: kind, arguments, console) }
  guard let path = arguments.outputFile else { return console.write(text) }
  try OutputFile.write(text, to: path, as: kind, within: console.writingBound(arguments))
}

/// Writes Swift code to the file given with `--output`, or else to standard output.
func deliverCurrent(
  _ text: String, as kind: OutputKind, outOfDate: String, _ arguments: Arguments, _ console: Console
) throws -> ExitCode {
  guard let output = arguments.outputFile else {
    guard !arguments.has(.checkCurrent) else {
      throw UsageError("Missing option '\(Option.output.label)'")
    }
    console.write(text)
    return .success
  }
  let new = Array(text.utf8)
  return try update(output, to: new, as: kind, outOfDate: outOfDate, arguments, console) { _ in [] }
}

/// Writes generated code or bytes to a file. An up-to-date file is left alone, so that it is not compiled again. With
/// `--check`, only reports whether the file is out of date, and the differences. Either way, a file of another kind is
/// refused, since the differences quote the file.
func update(
  _ path: String, to content: [UInt8], as kind: OutputKind, isCode: Bool = true, outOfDate: String, size: String = "",
  _ arguments: Arguments, _ console: Console, differences: ([UInt8]) -> [String]
) throws(Failure) -> ExitCode {
  let bound = console.writingBound(arguments)
  let old = try kind.contents(of: try OutputTarget(path, within: bound))
  // A version control system may have changed the line endings of code.
  if let old, isCode ? old.lazy.filter({ $0 != 0x0D }).elementsEqual(content) : old == content { return .success }
  guard arguments.has(.checkCurrent) else {
    try OutputFile.write(content, to: path, as: kind, within: bound)
    console.tell("wrote \(visible(path))\(size)\n")
    return .success
  }
  let notes = old.map(differences) ?? ["the file does not exist"]
  console.write(
    "\(visible(path)):1: error: \(outOfDate): run the same command without --check to update it\n"
      + notes.map { "  = note: \(visible($0))\n" }.joined())
  return .findings
}

extension ChosenStage {
  /// The key with this name or spelling. Throws if the stage has no service with this key.
  fileprivate func key(_ text: String) throws(Failure) -> ServiceKey {
    let key = spelled(text)
    guard stage.services.contains(where: { $0.key.value == key }) else {
      throw noSuchKey(key.text, among: graph.keys.map(\.text))
    }
    return key
  }
}
