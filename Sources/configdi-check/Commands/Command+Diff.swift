import ConfigDI

extension Command {
  static let diff = Command(
    "diff", "Tell what changes in the wiring between two manifests, stage by stage.",
    discussion: [
      "With --base, one manifest is compared with what it was in that git revision."
    ],
    arguments: [
      Argument("old", completion: .file, "The manifest as it was; with --base, the only one."),
      Argument("new", optional: true, completion: .file, "The manifest as it is."),
    ], options: [.base, .stages] + Option.composition + [.format(["text", "json"])] + Option.limits
  ) { arguments, console in
    let (old, new) = try comparedManifests(arguments, console)
    let difference = WiringDifference(from: old, to: new)
    let stages = max(old.stages.count, new.stages.count)
    console.write(
      arguments[.format([])] == "json" ? difference.json.text : visible(lines: difference.text(stages: stages)))
    return .success
  }
}

private func comparedManifests(
  _ arguments: Arguments, _ console: Console
) throws -> (old: ComposedManifest, new: ComposedManifest) {
  let path = arguments.positional(0) ?? ""
  func compose(_ path: String, _ console: Console) throws -> ComposedManifest {
    var composed = try SingleManifest(path, stages: .all, arguments, console).composed
    if arguments.has(.stages) {
      composed.stages.removeAll { stage in !arguments.all(.stages).contains { $0 == stage.name } }
    }
    return composed
  }
  guard let revision = arguments[.base] else {
    guard let new = arguments.positional(1) else {
      throw UsageError.missingArgument(arguments.command.arguments[1], command: arguments.command)
    }
    return (try compose(path, console), try compose(new, console))
  }
  if let second = arguments.positional(1) { throw UsageError.unexpected([second], command: arguments.command) }
  var past = console
  past.files = try GitFiles(revision: revision, console)
  return (try compose(path, past), try compose(path, console))
}
