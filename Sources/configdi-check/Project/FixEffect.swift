import ConfigDI

/// What fixes change in the wiring. The text of a shared file may be wrong for one manifest or stage and right for
/// another, which a fix may not change.
struct FixEffect {
  private let before: [WiredManifest]
  private let after: [String: ComposedManifest]
  private let files: any FileAccess

  /// - Parameter files: The files before the fixes.
  init(before: [WiredManifest], after: [WiredManifest], in files: any FileAccess) {
    self.before = before
    self.after = Dictionary(
      after.compactMap { manifest in manifest.composed.map { (manifest.path, $0) } }, uniquingKeysWith: { $1 })
    self.files = files
  }

  /// Whether each stage whose wiring changes has had all of the findings, of those in files that it is made of.
  func isConfined(to fixed: [Diagnostic]) -> Bool {
    let corrections = Set(fixed.map(correction))
    return before.allSatisfy { manifest in
      guard let old = manifest.composed, let new = after[manifest.path] else { return true }
      let read = Set(old.resolvedPaths)
      guard corrections.contains(where: { $0.contains { read.contains($0.path) } }) else { return true }
      let changed = Set(WiringDifference(from: old, knowing: nil, to: new, knowing: nil).all.map(\.stage))
      guard !changed.isEmpty else { return true }
      let overlays = old.stages.reduce(into: Set()) { $0.formUnion($1.overlays) }
      let found = Dictionary(grouping: manifest.findings.filter(\.isSafelyFixable), by: correction)
      return old.stages.filter { changed.contains($0.name) }.allSatisfy { stage in
        let files = read.subtracting(overlays.subtracting(stage.overlays))
        return corrections.filter { $0.contains { files.contains($0.path) } }.allSatisfy { correction in
          found[correction, default: []].contains { $0.holds(in: stage.name) }
        }
      }
    }
  }

  private struct Edit: Hashable {
    let path: String
    let range: Range<Int>
    let text: String
  }

  /// The edits of a finding. The findings of several manifests and stages are one mistake if they have the same.
  private func correction(_ finding: Diagnostic) -> [Edit] {
    finding.fixes.map { fix in
      let path = fix.location.file.path
      return Edit(path: files.resolve(path) ?? path, range: fix.location.range, text: fix.text)
    }
  }
}

/// A manifest of a run: its own findings, whether they are reported or not, and what it was composed to.
struct WiredManifest {
  let path: String
  let findings: [Diagnostic]
  let composed: ComposedManifest?
}

extension Diagnostic {
  fileprivate func holds(in stage: String?) -> Bool {
    guard let stages, let stage else { return true }
    return stages.contains(stage)
  }
}
