import ConfigDI

extension Command {
  static let graph = Command(
    "graph", "Show the graph of services: for Graphviz, for Mermaid, as JSON, or as a page for a browser.",
    arguments: [.manifest],
    options: [
      .stage, .format(["dot", "mermaid", "json", "html"], default: "dot"), .focus, .depth, .cyclesOnly, .color,
    ] + Option.composition + Option.limits
  ) { arguments, console in
    guard arguments[.format([])] != "html" else { return try page(arguments, console) }
    let chosen = try ChosenStage(arguments, console)
    var document = GraphDocument(chosen.graph, stage: chosen.position, findings: chosen.findings)
    if let key = arguments[.focus] {
      guard let focused = document.focused(on: key, depth: arguments.count(.depth) ?? 2) else {
        let suggestions = Spelling.suggestions(for: key, among: document.nodes.map(\.key))
        throw Failure(
          "no service has the key '\(key)'" + (Spelling.help(for: suggestions).first.map { "; \($0)" } ?? ""))
      }
      document = focused
    }
    if arguments.has(.cyclesOnly) { document = document.cyclesOnly() }
    switch arguments[.format([])] {
    case "mermaid": console.write(document.mermaid)
    case "json": console.write(document.json.text)
    default: console.write(document.dot)
    }
    return chosen.code
  }

  /// The page has every stage, and begins with the one that is chosen.
  private static func page(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
    let chosen = try ChosenStage(arguments, console, withAllStages: true)
    let documents = chosen.graph.composed.stages.indices.map {
      GraphDocument(chosen.graph, stage: $0, findings: chosen.findings)
    }
    let title = chosen.graph.composed.entry.path
    console.write(GraphPage.html(documents, title: title, initialStage: chosen.position))
    return chosen.code
  }
}
