import ConfigDI

/// The commands that write Swift code for a program.
extension Command {
  static let register = Command(
    "register", "Write Swift registrations for a module's types, based on its symbol graph.",
    discussion: [
      "`swift package configdi-register` builds the graph and runs this command. To generate the graphs yourself, run 'swift package dump-symbol-graph --minimum-access-level private'.",
      "Existing registrations in the file are kept. Missing ones are added, and those whose initializer no longer exists are removed.",
      "In the documentation of a type or an initializer, the line `- Factory: name` names its factory, and `- Factory: none` excludes it. In the documentation of an initializer, `- Argument: name` says that the caller passes that parameter. In the documentation of a type, `- Provided: Type` says that the program provides it.",
      "Exit code 0: written or up to date; 1: with --check, out of date; 2: could not complete.",
    ],
    options: [.symbolGraph, .target, .assemblyFile, .protocols, .checkCurrent, .manifest, .documentedCatalog]
  ) { arguments, console in
    let registering = try Registering(arguments, console)
    registering.tellNotes()
    if arguments.has(.checkCurrent) { return registering.check() }
    try registering.write()
    if let path = arguments[.manifest] { try registering.propose(path, arguments) }
    if let path = arguments[.documentedCatalog] { try registering.document(catalogAt: path) }
    return .success
  }

  static let keys = Command(
    "keys", "Write typed Swift accessors for a manifest's keys.",
    discussion: [
      "Each root and each requested key becomes a property or function of Container, with its type from the catalog. Stages, scopes, phases and exposed parameters become constants.",
      "If a key is removed from the manifest, code that still uses it no longer compiles.",
      "If the manifest has errors, the command reports them as check does and writes nothing.",
      "Exit code 0: written or up to date; 1: errors, or, with --check, out of date; 2: could not complete.",
    ],
    arguments: [.manifest],
    options: [.key, .fileTarget, .output, .checkCurrent] + Option.composition + Option.limits
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
      module: arguments.moduleOfFile(console))
    for key in keys.withoutAccessor {
      console.tell("note: \(visible(key.key)) has no accessor: \(visible(key.reason))\n")
    }
    for key in keys.withoutHandle {
      console.tell("note: \(visible(key)) has no handle: not every stage has its service\n")
    }
    return try deliverCurrent(keys.text, as: .generatedKeys, outOfDate: "the keys are out of date", arguments, console)
  }

  static let wiring = Command(
    "wiring", "Write plain Swift code that wires one stage without a manifest.",
    discussion: [
      "The file contains a class whose functions make the services, a struct of the roots, and a class for each scope. The classes close their services in reverse order.",
      "The program supplies the parameters' values and a struct of factories: the initializers and closures that it registers today, which a catalog does not contain.",
      "If the manifest has errors, nothing is written.",
      "Exit code 0: written or up to date; 1: errors, or, with --check, out of date; 2: could not complete.",
    ],
    arguments: [.manifest],
    options: [.stage, .fileTarget, .output, .checkCurrent] + Option.composition + Option.limits
  ) { arguments, console in
    let chosen = try ChosenStage(
      arguments, console, writesFile: arguments.outputFile != nil, brokenCode: .findings)
    guard let catalog = chosen.graph.catalog else {
      throw Failure("a catalog of the program's factories is required: pass one with --catalog or --catalog-from")
    }
    guard chosen.code == .success else {
      console.tell("nothing was written: fix the errors first\n")
      return .findings
    }
    let path = arguments.positional(0) ?? ""
    let sources = SwiftSources(around: FilePath.folder(of: console.absolute(path)), FileCache(console.files))
    var wiring = StageWiring(
      try chosen.plan(), chosen.stage, catalog, manifest: String(FilePath.name(of: path)),
      module: arguments.moduleOfFile(console), sources: sources)
    let text = wiring.text()
    guard wiring.refused.isEmpty else {
      // A failure's message is one line.
      console.tell(
        "error: this stage cannot be wired without a container:\n"
          + wiring.refused.prefix(20).map { "  \(visible($0))\n" }.joined())
      return .failure
    }
    return try deliverCurrent(text, as: .wiring, outOfDate: "the wiring is out of date", arguments, console)
  }
}

extension Arguments {
  /// The module that the written file belongs to, if `--target` or the file's place shows it: the name of the folder in
  /// `Sources`, as a Swift name.
  fileprivate func moduleOfFile(_ console: Console) -> String? {
    if let module = self[.fileTarget] { return module }
    let parts = outputFile.map { console.absolute($0).split(separator: "/") } ?? []
    guard let sources = parts.dropLast(2).lastIndex(of: "Sources") else { return nil }
    return SwiftWords.moduleName(String(parts[sources + 1]))
  }
}
