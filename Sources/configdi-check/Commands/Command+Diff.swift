import ConfigDI

extension Command {
  static let diff = Command(
    "diff", "Show what changes in the wiring between two manifests, or two revisions of one, stage by stage.",
    discussion: [
      "With --base REV, one manifest is named, and compared with itself as it is in that git revision.",
      "Exit code 0 whether or not something changes.",
    ],
    arguments: [
      Argument("old", completion: .file, "The manifest before; with --base, the only one."),
      Argument("new", optional: true, completion: .file, "The manifest after."),
    ],
    options: [.base, .stages, .format(["text", "json", "html"]), .color] + Option.composition + Option.limits
  ) { arguments, console in
    let stages = arguments.all(.stages)
    let old: AllStages
    let new: AllStages
    if let revision = arguments[.base] {
      guard arguments.positionals.count == 1 else {
        throw Failure("--base compares one manifest with its own past; name one")
      }
      let source = try Project(arguments, console).onlySource
      new = try AllStages(source, files: console.files, asked: stages, console)
      let past = try RevisionFiles(revision, console.files)
      old = try AllStages(source, files: past, asked: [], console)
    } else {
      guard arguments.positionals.count == 2 else { throw Failure("name two manifests, or one and --base REV") }
      let first = try Project(arguments.droppingPositional(1), console).onlySource
      let second = try Project(arguments.droppingPositional(0), console).onlySource
      old = try AllStages(first, files: console.files, asked: [], console)
      new = try AllStages(second, files: console.files, asked: stages, console)
    }
    let kept = old.keeping(stages)
    let difference = WiringDifference(from: kept, to: new)
    switch arguments[.format([])] {
    case "json": console.write(difference.json.text)
    case "html":
      let entry = new.composed.entry.path
      let before = GraphPage.Before(
        name: arguments[.base] ?? kept.composed.entry.path, stages: kept.documents, changes: difference.changes)
      console.write(
        GraphPage.html(new.documents, title: entry, before: before, paths: console.paths(besides: entry)))
    default: console.write(difference.text(stages: new.composed.stages.count))
    }
    return .success
  }
}

extension Project {
  fileprivate var onlySource: ManifestSource {
    get throws {
      guard let source = sources.first, sources.count == 1 else {
        throw Failure("name one manifest; \(counted(sources.count, "manifest")) found")
      }
      return source
    }
  }
}

extension AllStages {
  /// Each stage as it is drawn.
  fileprivate var documents: [GraphDocument] {
    let graph = DependencyGraph(composed, catalog: catalog)
    return composed.stages.indices.map { GraphDocument(graph, stage: $0, findings: []) }
  }

  /// Only the asked stages, of those that there are.
  fileprivate func keeping(_ asked: [String]) -> AllStages {
    guard !asked.isEmpty else { return self }
    var copy = self
    copy.composed.stages = composed.stages.filter { $0.name.map(asked.contains) ?? false }
    return copy
  }
}
