import ConfigDI

extension Command {
  static let keys = Command(
    "keys", "Write typed Swift accessors for a manifest's keys.",
    discussion: [
      "Each root and each requested key becomes a property or function of Container, with its type from the catalog. Stages, scopes, phases and exposed parameters become constants.",
      "If a key is removed from the manifest, code that still uses it no longer compiles.",
      "If the manifest has errors, the command reports them as check does and writes nothing.",
      "Exit code 0: written or up to date; 1: errors, or, with --check, out of date; 2: could not complete.",
    ],
    arguments: [.manifest],
    options: [.key, .target, .output, .checkCurrent] + Option.composition + Option.limits
  ) { arguments, console in
    let project = try Project(arguments, console)
    let source = try project.onlyManifest()
    guard let catalog = source.catalog else {
      throw Failure("a catalog with the keys' types is required: pass one with --catalog or --catalog-from")
    }
    let run = CheckRun(project: project, selection: try Selection(arguments))
    let checked = try run.check()
    var report = run.report(on: checked)
    report.diagnostics.removeAll { $0.severity != .error }
    guard report.diagnostics.isEmpty, let graph = checked.first?.checked.graph else {
      let findings = Format.text.render(report, Style())
      if arguments.outputFile == nil { console.tell(findings) } else { console.write(findings) }
      console.tell("nothing was written: \(report.summary)\n")
      return .findings
    }
    let keys = try GeneratedKeys(
      graph, catalog, manifest: String(FilePath.name(of: arguments.positional(0) ?? "")), asked: arguments.all(.key),
      module: arguments[.target])
    for key in keys.withoutAccessor {
      console.tell("note: \(visible(key.key)) has no accessor: \(visible(key.reason))\n")
    }
    for key in keys.withoutHandle {
      console.tell("note: \(visible(key)) has no handle: not every stage has its service\n")
    }
    return try deliverCurrent(keys.text, as: .generatedKeys, outOfDate: "the keys are out of date", arguments, console)
  }
}
