/// The entries in the entry manifest and its imports, before any overlay.
struct BaseLayer {
  /// A stage's declarations in all files, those in imported files first.
  struct Stage {
    let name: Located<String>
    var extends: Located<String>?
    var parts: [Part] = []
  }

  typealias Part = (overlays: [FileReference], layer: Layer, place: FilePlace)

  var state = StageState()
  private(set) var scopes = OrderedEntries<String, ScopeEntry>()
  private(set) var stages: [Stage] = []
  /// The `overlays` that the files list, in order.
  private(set) var overlays: [(reference: FileReference, place: FilePlace)] = []
  private(set) var stagePositions: [String: Int] = [:]

  mutating func merge(_ manifest: Manifest, at place: FilePlace, reporting findings: inout Diagnostics) {
    for scope in manifest.scopes {
      if let first = scopes[scope.name.value] {
        findings.report(
          .definedTwice("scope", scope.name, scope.location, first: first.name.location, isPatchable: false))
      } else {
        scopes.append(scope, for: scope.name.value)
      }
    }
    overlays += manifest.overlays.map { ($0, place) }
    state.define(manifest.layer, reporting: &findings)
    for stage in manifest.stages { merge(stage, at: place, reporting: &findings) }
  }

  private mutating func merge(_ entry: StageEntry, at place: FilePlace, reporting findings: inout Diagnostics) {
    let position = stagePositions[entry.name.value] ?? stages.count
    if position == stages.count {
      stagePositions[entry.name.value] = position
      stages.append(Stage(name: entry.name))
    }
    stages[position].parts.append((entry.overlays, entry.layer, place))
    guard let extends = entry.extends else { return }
    guard let first = stages[position].extends else {
      stages[position].extends = extends
      return
    }
    guard first.value != extends.value else { return }
    findings.report(
      .conflictingDefinition,
      "stage '\(entry.name.value)' extends '\(extends.value)' here and '\(first.value)' elsewhere",
      at: extends.location, related: [Diagnostic.Related("first set here", at: first.location)],
      help: ["remove one 'extends': a stage has only one parent"],
      fixes: .removing(StageKey.extends.rawValue, ofValueAt: extends.location, evenIfOnly: true))
  }
}

extension Diagnostic {
  /// - Parameter isPatchable: Whether an overlay or a stage may change the first definition.
  static func definedTwice(
    _ what: String, _ name: Located<String>, _ value: SourceLocation?, first: SourceLocation, isPatchable: Bool = true
  ) -> Diagnostic {
    Diagnostic(
      .conflictingDefinition, "\(what) '\(name.value)' is already defined", at: name.location,
      related: [Related("first defined here", at: first)],
      help: [
        "remove this definition, or rename one of the two"
          + (isPatchable ? ", or change the first definition in an overlay or a stage" : "")
      ], fixes: value.map { .removing(entry: name.location, value: $0) } ?? [])
  }

  /// The finding for an entry that has `new: true` although the name already exists.
  ///
  /// - Parameter flag: The location of `true` in `new: true`.
  static func newButThere(
    _ what: String, _ name: Located<String>, _ flag: SourceLocation?, first: SourceLocation
  ) -> Diagnostic {
    Diagnostic(
      .conflictingDefinition, "\(what) '\(name.value)' has 'new: true', but it already exists", at: name.location,
      related: [Related("defined here", at: first)],
      help: ["remove 'new: true' to change the existing one, or choose another name"],
      fixes: flag.map { .removing(ServiceField.new.rawValue, ofValueAt: $0) } ?? [])
  }
}
