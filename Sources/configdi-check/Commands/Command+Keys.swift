import ConfigDI

extension Command {
  static let keys = Command(
    "keys", "Write Swift from a manifest: typed accessors for its keys.",
    discussion: [
      "Each root, and each requested key, becomes a property or function of Container with its type from the catalog. Stages, scopes, phases and exposed parameters become constants.",
      "Removing a key from the manifest then breaks the build where it is used.",
      "If the manifest has errors, the command reports them as 'check' does, and writes nothing.",
      "Exit code 0: written, or current; 1: errors, or with --check, the file is out of date; 2: not completed.",
    ],
    arguments: [.manifest],
    options: [.key, .target, .output, .checkCurrent] + Option.composition + Option.limits
  ) { arguments, console in
    let project = try Project(arguments, console)
    guard let source = project.sources.first, project.sources.count == 1 else {
      throw Failure("name one manifest; \(counted(project.sources.count, "manifest")) found")
    }
    guard let catalog = source.catalog else {
      throw Failure("a catalog is required for the types of keys: name it with --catalog or --catalog-from")
    }
    let run = CheckRun(project, try Selection(arguments))
    let checked = try run.check()
    var report = run.report(on: checked)
    report.diagnostics.removeAll { $0.severity != .error }
    guard report.diagnostics.isEmpty, let composed = checked.first?.composed else {
      console.tell(Format.text.render(report, Style()))
      console.tell("nothing was written: \(report.summary)\n")
      return .findings
    }
    let keys = try GeneratedKeys(
      composed, catalog, manifest: console.shown(arguments.positional(0) ?? ""), asked: arguments.all(.key),
      module: arguments[.target])
    for key in keys.withoutAccessor {
      console.tell("note: \(visible(key.key)) has no accessor: \(visible(key.reason))\n")
    }
    return try deliverCurrent(
      keys.text, as: .generatedKeys, outOfDate: "the keys are out of date", arguments, console)
  }
}
