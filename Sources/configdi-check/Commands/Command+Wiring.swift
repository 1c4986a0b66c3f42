import ConfigDI

extension Command {
  static let wiring = Command(
    "wiring", "Write plain Swift code that wires one stage without a manifest.",
    discussion: [
      "The file contains a class whose functions make the services, a struct of the roots, and a class for each scope. The classes close their services in reverse order.",
      "The program supplies the parameters' values and a struct of factories: the initializers and closures that it registers today, which a catalog does not contain.",
      "If the manifest has errors, nothing is written.",
      "Exit code 0: written or up to date; 1: errors, or, with --check, out of date; 2: could not complete.",
    ],
    arguments: [.manifest],
    options: [.stage, .target, .output, .checkCurrent] + Option.composition + Option.limits
  ) { arguments, console in
    let chosen = try ChosenStage(arguments, console, writesFile: arguments.outputFile != nil)
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
      try chosen.plan(), chosen.stage, catalog, manifest: String(FilePath.name(of: path)), module: arguments[.target],
      sources: sources)
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
