import ConfigDI

/// How fixes affect the wiring. The same text in a shared file may be wrong for one manifest or stage and right for
/// another. A fix must not change the wiring where the text is right.
enum FixEffect {
  /// A change to the wiring of a stage in which at least one corrected finding did not occur. The key is that of the
  /// service or parameter that changed; `nil` if the entries are the same but the resulting plan differs.
  typealias Change = (manifest: String, stage: String?, key: String?)

  /// The first change of each manifest in a stage that reads a corrected file but lacked a finding corrected there.
  ///
  /// - Parameter files: The files before the fixes.
  static func changes(
    from before: [WiredManifest], to after: [WiredManifest], besides fixed: [Diagnostic], in files: any FileAccess
  ) -> [Change] {
    let after = Dictionary(after.map { ($0.path, $0.checked) }, uniquingKeysWith: { $1 })
    let corrections = Set(fixed.map { correction($0, files) })
    return before.compactMap { manifest in
      after[manifest.path].flatMap { change(of: manifest, to: $0, corrections, files) }
    }
  }

  private static func change(
    of old: WiredManifest, to new: CheckedManifest, _ all: Set<[EditedText.Edit]>, _ files: any FileAccess
  ) -> Change? {
    guard let before = old.checked.composed, let after = new.composed else { return nil }
    let read = Set(before.resolvedPaths)
    let corrections = all.filter { $0.contains { read.contains($0.path) } }
    guard !corrections.isEmpty else { return nil }
    let overlays = before.stages.reduce(into: Set()) { $0.formUnion($1.overlays) }
    let found = Dictionary(grouping: old.findings.filter(\.isSafelyFixable), by: { correction($0, files) })
    let others = before.stages.indices.filter { index in
      let stage = before.stages[index]
      let own = read.subtracting(overlays.subtracting(stage.overlays))
      return !corrections.filter { $0.contains { own.contains($0.path) } }.allSatisfy { correction in
        found[correction, default: []].contains { finding in
          finding.stages.map { stages in stage.name.map(stages.contains) ?? true } ?? true
        }
      }
    }
    guard !others.isEmpty else { return nil }
    let written = WiringDifference(from: before, to: after).all
    for index in others {
      let name = before.stages[index].name
      if let change = written.first(where: { $0.stage == name }) {
        return (old.path, name, change.key)
      }
      let position = after.stages.firstIndex { $0.name == name }
      if old.checked.plan(of: index) != position.flatMap({ new.plan(of: $0) }) {
        return (old.path, name, nil)
      }
    }
    return nil
  }

  /// The edits that fix a finding. Findings that need the same edits are the same mistake.
  private static func correction(_ finding: Diagnostic, _ files: any FileAccess) -> [EditedText.Edit] {
    finding.fixes.map { EditedText.Edit($0, in: files) }
  }
}
