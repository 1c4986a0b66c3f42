import ConfigDI

extension Command {
  static let graph = Command(
    "graph", "Show the graph of services, for Graphviz or Mermaid, as JSON, or as an interactive page.",
    arguments: [.manifest],
    options: [
      .stage, .sources, .noSources, .format(["dot", "mermaid", "json", "html"], default: "dot"), .output, .open,
      .linkTemplate,
      .color, .focus, .depth, .cyclesOnly,
    ] + Option.composition + Option.limits
  ) { arguments, console in
    let format = try pageFormat(or: "dot", arguments, console)
    guard format != "html" else { return try page(arguments, console) }
    guard arguments[.focus] != nil || arguments.count(.depth) == nil else {
      throw UsageError("'--depth' needs '--focus <key>'", about: .depth)
    }
    let chosen = try ChosenStage(arguments, console, readsSources: true)
    var document = GraphDocument(
      chosen.graph, stage: chosen.position, findings: chosen.findings, requests: chosen.requests)
    if let key = try focus(arguments, in: document, chosen) {
      document = document.focused(on: key, depth: arguments.count(.depth) ?? 2) ?? document
    }
    if arguments.has(.cyclesOnly) { document = document.cyclesOnly() }
    // Each dependency is a separate object.
    if format == "json" { try chosen.refuseManyMembers(25, of: chosen.graph.composed.work) }
    let text = format == "mermaid" ? document.mermaid : format == "json" ? document.json.text : document.dot
    try deliver(text, as: .graph, arguments, console)
    return chosen.code
  }

  /// Writes an HTML page with all stages. The page opens with the chosen stage.
  private static func page(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
    let chosen = try ChosenStage(arguments, console, withAllStages: true, readsSources: true)
    let documents = try GraphDocument.ofEachStage(chosen.graph, findings: chosen.findings, requests: chosen.requests)
    var start = GraphPage.Start(
      stage: chosen.position, focus: try focus(arguments, in: documents[chosen.position], chosen),
      cyclesOnly: arguments.has(.cyclesOnly))
    if let depth = arguments.count(.depth) { start.depth = depth }
    let entry = chosen.graph.composed.entry.path
    let paths = console.paths(besides: entry)
    let links = try PlaceLinks(arguments, console, entry: entry)
    let html = GraphPage(documents, title: entry, start: start, paths: paths, links: links).html
    try deliver(html, as: .graph, arguments, console)
    return chosen.code
  }

  /// The format of a command that can also write a page: `html` with `--open`, unless another format is given.
  static func pageFormat(
    or standard: String, _ arguments: Arguments, _ console: Console
  ) throws(UsageError) -> String {
    let format = arguments[.format([])] ?? (arguments.has(.open) ? "html" : standard)
    if format != "html", arguments.has(.open) {
      throw UsageError("'--open' opens an HTML page: remove '--format \(format)'")
    }
    if format == "html", console.isOutputTerminal, arguments.outputFile == nil, !arguments.has(.open) {
      throw UsageError("'--format html' produces a page for a browser: add '--open' or '--output <file>'")
    }
    return format
  }

  /// The name of the node to focus on. An exact name takes precedence over the spelling of a key, because the names of
  /// collections are not keys.
  private static func focus(
    _ arguments: Arguments, in document: GraphDocument, _ chosen: ChosenStage
  ) throws(Failure) -> String? {
    guard let text = arguments[.focus] else { return nil }
    let names = document.nodes.map(\.key)
    let key = names.contains(text) ? text : chosen.spelled(text).text
    guard names.contains(key) else { throw chosen.noSuchKey(key, among: names) }
    return key
  }
}
