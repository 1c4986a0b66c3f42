import ConfigDI

extension Command {
  static let diff = Command(
    "diff", "Show how the wiring differs between two manifests, or two revisions of one, stage by stage.",
    discussion: [
      "To compare two manifests: diff OLD NEW. To compare git revisions of one: diff A..B PATH, diff --base A PATH, or diff A:PATH PATH.",
      "Not compared: dependencies that only the catalog declares, the order of labels, settings and cases, and the spelling of whole numbers.",
      "Exit code 0 even if there are changes; with --exit-code, 1 if there are any. If the new manifest has errors, other than in its wiring, 1.",
    ],
    arguments: [
      Operand(
        name: "old", completion: .file,
        help:
          "The old manifest, a manifest in a revision (A:PATH), or two revisions (A..B); with --base, the only manifest."
      ),
      Operand(name: "new", isOptional: true, completion: .file, help: "The new manifest."),
    ],
    options: [
      .base, .stages, .format(["text", "json", "markdown", "html"]), .exitCode, .output, .open, .linkTemplate, .color,
    ]
      + Option.composition
      + Option.limits
  ) { arguments, console in
    let format = try pageFormat(or: "text", arguments, console)
    let sides = try Side.both(arguments, console)
    let asked = arguments.all(.stages)
    var past = try sides.old.input(arguments, console)
    var present = try sides.new.input(arguments, console)
    // A key may have another shortest name in the other catalog, or its name may be that of several types there. A side
    // without a catalog uses the other's, which also knows the secret settings.
    present.source.catalog = (present.source.catalog ?? past.source.catalog)?.read(as: past.source.catalog)
    past.source.catalog = (past.source.catalog ?? present.source.catalog)?.named(as: present.source.catalog)
    let style = Style(arguments, console, told: true)
    let old = try AllStages(past.source, files: past.files, revision: past.revision, style, console)
    let new = try AllStages(present.source, files: present.files, revision: present.revision, style, console)
    let declared = new.names + old.names.filter { !new.names.contains($0) }
    if let unknown = asked.first(where: { !declared.contains($0) }) {
      throw BadInput(findings: [.unknownStage(unknown, declared: declared)], code: .findings)
    }
    try old.refuseManyComparisons(with: new)
    let difference = WiringDifference(from: old.composed, to: new.composed)
    try new.spend(WorkBudget.Cost.told, for: difference.all.count) {
      "there are \(counted(difference.all.count, "change")) across all stages"
    }
    let text =
      switch format {
      case "html": try page(from: old, to: new, difference, named: sides.old.name, arguments, console)
      case "json": difference.json.text
      case "markdown":
        // If there are too many changes, the diagram is omitted. The table always shows all changes.
        difference.markdown(
          stages: new.composed.stages.map(\.name),
          picture: (try? difference.picture(from: old.documents(), to: new.documents())) ?? nil)
      default: difference.text(stages: new.composed.stages.count)
      }
    try deliver(text, as: format == "html" ? .graph : .answer, arguments, console)
    return arguments.has(.exitCode) && !difference.all.isEmpty ? .findings : new.code
  }
}

private func page(
  from old: AllStages, to new: AllStages, _ difference: WiringDifference, named name: String, _ arguments: Arguments,
  _ console: Console
) throws -> String {
  let entry = new.composed.entry.path
  let before = GraphPage.Before(name: name, stages: try old.documents(), changes: difference.changes)
  var documents = try new.documents()
  // The page needs at least one stage, even if only the old manifest has the requested stages.
  if documents.isEmpty { documents = before.stages.map { GraphDocument(stage: $0.stage) } }
  return GraphPage(
    documents, title: entry, before: before, paths: console.paths(besides: entry),
    links: try PlaceLinks(arguments, console, entry: entry)
  ).html
}

/// A manifest to compare, from the working tree or from a revision.
private struct Side {
  let path: String
  /// The revision; `nil` for the working tree.
  let revision: String?
  /// Whether this is the earlier revision of the one manifest on the command line, which may be new.
  var mayBeMissing = false

  var name: String { revision ?? path }

  static func both(_ arguments: Arguments, _ console: Console) throws(UsageError) -> (old: Side, new: Side) {
    let first = arguments.positional(0) ?? ""
    let second = arguments.positional(1)
    // Standard input has no revisions, and can be read only once.
    let usage = UsageError(
      "Name two manifests, or one file and its revisions: diff OLD NEW, diff --base A PATH, or diff A..B PATH")
    if let revision = arguments[.base] {
      guard second == nil, first != "-" else { throw usage }
      return (Side(path: first, revision: revision, mayBeMissing: true), Side(path: first, revision: nil))
    }
    if let (before, after) = range(first, console) {
      guard let second, second != "-" else { throw usage }
      return (Side(path: second, revision: before, mayBeMissing: true), Side(path: second, revision: after))
    }
    guard let second, first != "-" || second != "-" else { throw usage }
    return (side(first, console), side(second, console))
  }

  /// Parses a range `A..B`, where an omitted end means `HEAD`; `nil` if a file has exactly this name.
  private static func range(_ text: String, _ console: Console) -> (String, String)? {
    guard console.files.resolve(text) == nil, let dots = text.firstRange(of: ".."), !text.hasPrefix("../"),
      !text.contains("/../")
    else { return nil }
    let before = String(text[..<dots.lowerBound])
    let after = String(text[dots.upperBound...])
    guard !before.isEmpty || !after.isEmpty, !after.hasPrefix("/"), !after.hasPrefix(".") else { return nil }
    // `A:x..y` is a path in a revision.
    guard !before.contains(":") else { return nil }
    return (before.isEmpty ? "HEAD" : before, after.isEmpty ? "HEAD" : after)
  }

  /// Parses `A:PATH`, a path in a revision. If a file has exactly this name, the argument is a plain path.
  private static func side(_ text: String, _ console: Console) -> Side {
    guard console.files.resolve(text) == nil, let colon = text.firstIndex(of: ":"), colon != text.startIndex else {
      return Side(path: text, revision: nil)
    }
    return Side(path: String(text[text.index(after: colon)...]), revision: String(text[..<colon]))
  }

  /// The manifest with its files and, if it is from a revision, that revision.
  func input(
    _ arguments: Arguments, _ console: Console
  ) throws -> (source: ManifestToCheck, files: any FileAccess, revision: String?) {
    guard let revision else { return (try source(arguments, console), console.files, nil) }
    let past = try RevisionFiles(
      revision, console.files, given: arguments.pairs(.module).map { $0.1 } + arguments.all(.overlay))
    var pastConsole = console
    pastConsole.files = past
    let missing = "\(path) does not exist in revision '\(revision)'"
    guard past.covers(path) else { throw Failure(missing) }
    guard try pastConsole.located(path) != nil else {
      guard mayBeMissing else { throw Failure(missing) }
      console.tell("note: \(visible(missing)), so everything in it is new\n")
      let empty = SourceFile(path: path, bytes: Array("configdi: 1\n".utf8))
      let source = ManifestToCheck(
        input: .text(empty), configuration: ConfigurationFile(), options: CompositionOptions())
      return (source, past, nil)
    }
    // The configuration comes from the revision only if the working tree does not have the manifest.
    var source = try source(arguments, console.files.resolve(path) == nil ? pastConsole : console)
    if !arguments.has(.catalog), !arguments.has(.catalogFrom), source.configuration.catalog == nil {
      var catalogs = CatalogLoader(arguments, pastConsole)
      source.catalog = try catalogs.catalog(forManifestAt: path, source.configuration) ?? source.catalog
    }
    return (source, past, revision)
  }

  private func source(_ arguments: Arguments, _ console: Console) throws -> ManifestToCheck {
    try Project(arguments.with(positionals: [path]), console).onlyManifest()
  }
}

extension AllStages {
  fileprivate var names: [String] { composed.declaredStages.map(\.value) }

  /// One graph per stage.
  fileprivate func documents() throws(TooMuchWork) -> [GraphDocument] {
    try GraphDocument.ofEachStage(DependencyGraph(composed, catalog: catalog), findings: [])
  }

  /// Throws if comparing the stages that differ would take too much work.
  fileprivate func refuseManyComparisons(with new: AllStages) throws(TooMuchWork) {
    for side in [self, new] {
      let stages = side.composed.stages.alike.map { side.composed.stages[$0.first] }
      let services = stages.reduce(0) { $0 + $1.services.count }
      try new.spend(WorkBudget.Cost.compared, for: services) {
        "\(counted(stages.count, "distinct stage")), with \(counted(services, "service")) in total"
      }
    }
  }

  fileprivate func spend(_ units: Int, for count: Int, _ reason: () -> String) throws(TooMuchWork) {
    var work = composed.work
    try work.spend(units, for: count, at: composed.entry.beginning, reason)
  }
}
