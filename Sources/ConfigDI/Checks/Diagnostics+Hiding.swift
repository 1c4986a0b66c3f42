/// Hides and counts findings that only follow from other mistakes. Each finding says which part it reports as absent,
/// and which parts its mistake hides. This code compares these parts and depends on no specific rule.
extension Diagnostics {
  /// Hides findings about an absent part if another finding, an unread section or file, or an overlay entry without
  /// effect may be the reason for its absence.
  ///
  /// - Parameter unread: The names of sections that may be unread in every stage.
  package mutating func hideConsequences(in composed: ComposedManifest?, unread: Set<String> = []) {
    let stages = composed?.stages ?? []
    var hidden = HiddenParts(findings, composed?.files ?? [], stages: stages.compactMap(\.name))
    let unmet = stages.reduce(into: Set()) { $0.formUnion($1.unmet) }
    let isIncomplete = composed?.isIncomplete == true
    var explained: Set<Absence> = []
    var kept: [Diagnostic] = []
    var hidesErrors = false
    for var finding in findings {
      if let absent = finding.absent {
        if hidden.contain(absent, of: &finding) { continue }
        let stagesBefore = finding.stages
        let isKept = !absent.kind.mayBe(in: unread) && finding.keepRead(stages)
        if finding.severity == .error, !isKept || finding.stages != stagesBefore { hidesErrors = true }
        guard isKept else { continue }
        if isIncomplete, !finding.keepKnown(stages) { continue }
        if unmet.contains(absent) {
          if stages.contains(where: { finding.concerns($0) && $0.unmet.contains(absent) }) { explained.insert(absent) }
          guard finding.keep(stages, where: { !$0.unmet.contains(absent) }) else { continue }
        }
      }
      kept.append(finding)
    }
    self = Diagnostics(kept, suppressedConsequences: suppressedConsequences + findings.count - kept.count)
    update { finding in
      finding.severity = finding.hides.reduce(finding.severity) { max($0, hidden.gravest[$1] ?? $0) }
      // Otherwise a comment that suppresses this finding would suppress what follows from it, too.
      if hidesErrors && !finding.hides.isEmpty || finding.hides.contains(where: { hidden.gravest[$0] == .error }) {
        finding.leavesServicesMissing = true
      }
      let changed: [Absence.Kind: Absence.Kind] = [.changedService: .service, .changedParameter: .parameter]
      guard let absent = finding.absent, let kind = changed[absent.kind] else { return }
      if explained.contains(Absence(kind, absent.name)) { finding.leavesServicesMissing = true }
    }
  }
}

/// The parts of a manifest that its mistakes hide.
private struct HiddenParts {
  private struct Part: Hashable {
    let absence: Absence
    let location: SourceLocation?

    init(_ absence: Absence, at location: SourceLocation?) {
      self.absence = absence
      self.location = absence.kind.isAtLocation ? location : nil
    }
  }

  /// The hidden parts, with the stages of the mistakes that hide them; `nil` for all stages.
  private var parts: [Part: Set<String>?] = [:]
  /// The locations of values that could not be read.
  private var values: [SourceLocation] = []
  /// For each part, the highest severity among the findings hidden because of it. The finding about the mistake that
  /// hides the part becomes at least as severe.
  private(set) var gravest: [Absence: Severity] = [:]
  private let stages: [String]

  init(_ findings: [Diagnostic], _ files: [YAMLDocument], stages: [String]) {
    self.stages = stages
    for finding in findings {
      for absence in finding.hides {
        parts[Part(absence, at: finding.location), default: []].unite(with: finding.stages.map(Set.init))
        if absence.kind == .value, let location = finding.location { values.append(location) }
      }
    }
    // The mistakes that leave entries without effect hide the uses that the files contain.
    guard let mistaken = parts[Part(Absence(.writtenUse), at: nil)],
      findings.contains(where: { $0.absent?.kind == .useOfParameter || $0.absent?.kind == .member })
    else { return }
    for root in files.compactMap(\.root) {
      let used = ParameterUse.collect(from: [root]).map { Absence(.useOfParameter, $0.value) }
      for use in root.writtenUses.union(used) {
        parts[Part(use, at: nil), default: []].unite(with: mistaken)
      }
    }
  }

  /// Hides the part that a finding reports as absent. If each stage may lack the part, it is hidden in the stages of the
  /// mistakes, and the finding keeps its other stages.
  ///
  /// - Returns: Whether the part is hidden in all of the finding's stages.
  mutating func contain(_ absent: Absence, of finding: inout Diagnostic) -> Bool {
    if absent.kind == .value, let location = finding.location {
      return values.contains { $0.file === location.file && $0.range.overlaps(location.range) }
    }
    for group in finding.explanations(of: absent) {
      let concerned = finding.stages ?? stages
      let hiding: [Set<String>?] = group.compactMap { parts[Part($0, at: finding.location)] }
      guard hiding.count == group.count else { continue }
      let open =
        absent.kind.isByStage
        ? concerned.filter { stage in hiding.contains { $0.map { !$0.contains(stage) } ?? false } } : []
      guard open.isEmpty || open.count < concerned.count else { continue }
      for part in group { gravest[part] = max(gravest[part] ?? finding.severity, finding.severity) }
      if open.isEmpty { return true }
      finding.stages = open
    }
    return false
  }
}

extension Set<String>? {
  /// Adds the stages of another finding; `nil` stands for all stages.
  fileprivate mutating func unite(with other: Set<String>?) {
    self = flatMap { stages in other.map { stages.union($0) } }
  }
}

extension Absence.Kind {
  /// Whether the part is looked for in each stage, so that a mistake in one stage says nothing about the others.
  fileprivate var isByStage: Bool { [.member, .fittingForm, .source, .settingOfService].contains(self) }

  /// Whether a section that was not read may contain what the finding reports as absent. A file or stage that was not
  /// read may add to any section.
  func mayBe(in unread: Set<String>) -> Bool {
    guard !unread.isEmpty else { return false }
    // The root folder is read in the entry manifest alone.
    guard self != .root else { return unread.contains(ManifestKey.root.rawValue) }
    let outer = [ManifestKey.imports, .overlays, .stages].map(\.rawValue) + [StageKey.extends.rawValue]
    return !sections.isEmpty
      && (outer.contains(where: unread.contains) || sections.contains { unread.contains($0.rawValue) })
  }

  private var sections: [ManifestKey] {
    switch self {
    case .service, .member: [.services]
    case .parameter, .source, .setTarget: [.parameters]
    case .collection: [.collections]
    case .scope: [.scopes]
    case .stage: [.defaultStage]
    case .changedService, .changedParameter: [.services, .parameters]
    case .useOfService: [.services, .parameters, .collections, .scopes, .roots, .lifecycle]
    case .useOfParameter: [.services, .parameters, .roots, .lifecycle]
    case .root, .factory, .setting, .settingOfService, .field, .writtenUse, .value, .correctValue, .fittingForm,
      .fittingType, .plainText:
      []
    }
  }
}

extension [Absence] {
  /// The parts that a service's misspelled key hides: an overlay's change to the service, and its uses of other entries.
  static func misspelling(of key: String) -> Self {
    [Absence(.changedService, key), Absence(.useOfService), Absence(.writtenUse)]
  }
}

extension Diagnostic {
  /// The groups of parts that explain the finding if mistakes hide all parts of one group.
  fileprivate func explanations(of absent: Absence) -> [[Absence]] {
    guard absent.kind == .settingOfService, let service = absent.name else { return absent.alternatives.map { [$0] } }
    return [missingSettings.map { .setting($0, of: service) }]
  }

  fileprivate func concerns(_ stage: ComposedStage) -> Bool {
    stages.flatMap { names in stage.name.map(names.contains) } ?? true
  }

  /// Keeps the finding's stages that meet a condition. Returns `false` if none is left.
  fileprivate mutating func keep(_ stages: [ComposedStage], where isMet: (ComposedStage) -> Bool) -> Bool {
    let concerned = stages.filter(concerns)
    let kept = concerned.filter(isMet)
    if !kept.isEmpty, kept.count < concerned.count { self.stages = kept.compactMap(\.name) }
    return !kept.isEmpty
  }

  /// Keeps the stages in which no unread section may contain the absent part. Returns `false` if none is left.
  fileprivate mutating func keepRead(_ stages: [ComposedStage]) -> Bool {
    guard let kind = absent?.kind, stages.contains(where: { kind.mayBe(in: $0.unread) }) else { return true }
    switch kind {
    case .service where severity < .error: return false
    case .service, .collection, .member, .parameter, .source, .changedService, .changedParameter:
      return keep(stages) { !kind.mayBe(in: $0.unread) }
    default: return false
    }
  }

  /// Keeps the stages in which no missing file may contain the absent part. Returns `false` if none is left.
  fileprivate mutating func keepKnown(_ stages: [ComposedStage]) -> Bool {
    switch absent?.kind {
    case .useOfService, .useOfParameter, .setTarget: return false
    case .service where severity < .error: return false
    case .service, .collection, .member, .scope:
      // Most scopes are declared once, for all stages.
      return keep(stages) { !$0.isIncomplete } || absent?.kind == .scope
    default: return true
    }
  }

  /// The names of the settings that this finding reports as missing.
  var missingSettings: [String] { hides.filter { $0.kind == .setting }.compactMap(\.name) }
}

extension Node {
  /// The collections and parameters under every `collect` and `select` inside this node.
  fileprivate var writtenUses: Set<Absence> {
    var uses: Set<Absence> = []
    var open = [self]
    while let node = open.popLast() {
      for element in node.elements { open.append(element) }
      for (key, value) in node.pairs {
        switch ServiceField.table.key(key)?.key {
        case .collect?:
          for name in value.kind == .scalar ? [value] : Array(value.elements) {
            uses.insert(Absence(.member, name.text))
          }
        case .select? where value.kind == .scalar: uses.insert(Absence(.useOfParameter, value.text))
        default: open.append(value)
        }
      }
    }
    return uses
  }
}
