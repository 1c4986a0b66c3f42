import TestSupport
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// What must hold for every manifest, sound or not.
@Suite struct PropertyTests {
  private func findings(_ files: [String: String]) throws -> [Diagnostic] {
    try Checking.check(files: files)
  }

  /// What does not depend on where things stand.
  private func told(_ findings: [Diagnostic]) -> [String] {
    findings.map {
      "\($0.rule.code) \($0.symbol ?? "") \($0.stages?.joined(separator: ",") ?? "all"): \($0.message)"
    }.sorted()
  }

  private func difference(_ one: [String], _ other: [String]) -> String? {
    one == other
      ? nil
      : "only before: \(Set(one).subtracting(other).sorted()), only after: \(Set(other).subtracting(one).sorted())"
  }

  @Test("the order of imports does not change the findings") func importsInAnotherOrderGiveTheSame() throws {
    try forAllDrafts { draft, _ in
      var other = draft
      other.imports.reverse()
      let (one, two) = (try findings(draft.files), try findings(other.files))
      if one.contains(where: { $0.rule == .conflictingDefinition }) { return nil }
      return difference(told(one), told(two))
    }
  }

  @Test("renaming every key changes no code") func renamingEveryKeyChangesNoCode() throws {
    try forAllDrafts { draft, _ in
      let one = try findings(draft.files).map(\.rule.code).sorted()
      // As long, in the same order, and as far from each other.
      let two = try findings(draft.files { $0.hasPrefix("Service") ? "Renamed\($0.dropFirst(7))" : $0 }).map(
        \.rule.code
      ).sorted()
      return difference(one, two)
    }
  }

  @Test("permuting a mapping changes only locations") func permutingAMappingChangesOnlyPlaces() throws {
    try forAllDrafts { draft, seed in
      var other = draft
      var random = Seeded(seed ^ 0xABCD)
      other.services.shuffle(using: &random)
      return difference(told(try findings(draft.files)), told(try findings(other.files)))
    }
  }

  @Test("removing a service adds no captive dependency") func removingAServiceAddsNoCaptiveDependency() throws {
    try forAllDrafts { draft, _ in
      let before = Set(try findings(draft.files).filter { $0.rule == .captiveDependency }.map(\.holder))
      for index in draft.services.indices {
        var other = draft
        let removed = other.services.remove(at: index)
        let after = try findings(other.files).filter { $0.rule == .captiveDependency }.map(\.holder)
        for symbol in after where !before.contains(symbol) {
          return "without \(removed.name) there is a captive dependency at \(symbol ?? "-")"
        }
      }
      return nil
    }
  }

  /// Each fix by itself: its finding is gone, and what was sound is not told of. But a reference that is served again may
  /// lead round in a ring, or to a service that must not be held, which nobody could see before.
  @Test("a fix removes its finding and adds none") func aFixTakesItsFindingAwayAndAddsNone() throws {
    try forAllDrafts { draft, _ in
      let files = draft.files
      let before = try findings(files)
      for finding in before where !finding.fixes.isEmpty && finding.fixes.allSatisfy(\.safe) {
        let after = try findings(fixed(files, by: finding.fixes))
        let same = { (other: Diagnostic) in other.rule == finding.rule && other.message == finding.message }
        guard after.filter(same).count < before.filter(same).count else { return "stays: \(finding.message)" }
        let old = Set(before.map(\.message))
        let new = after.first { new in
          new.severity == .error && !old.contains(new.message)
            && !["DI2", "DI3"].contains { new.rule.code.hasPrefix($0) }
        }
        if let new {
          return "fixing '\(finding.message)' brings '\(new.message)'"
        }
      }
      return nil
    }
  }

  private func fixed(_ files: [String: String], by fixes: [Diagnostic.Fix]) -> [String: String] {
    var files = files
    for fix in fixes.sorted(by: { $0.location.range.lowerBound > $1.location.range.lowerBound }) {
      let name = String(fix.location.file.path.dropFirst("project/".count))
      var bytes = Array((files[name] ?? "").utf8)
      bytes.replaceSubrange(fix.location.range.clamped(to: bytes.indices), with: fix.text.utf8)
      files[name] = String(decoding: bytes, as: UTF8.self)
    }
    return files
  }
}

extension Diagnostic {
  /// The reference that holds another service, without the name of that service.
  fileprivate var holder: String? { symbol.map { String($0.prefix { $0 != ">" }) } }
}
