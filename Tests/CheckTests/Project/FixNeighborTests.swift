import ConfigDI
import Foundation
import TestSupport
import Testing

@testable import configdi_check

/// What `fix` does to manifests that nobody named. `CONFIGDI_FIX_PROJECTS` says how many repositories to try.
@Suite struct FixNeighborTests {
  static let projects = ProcessInfo.processInfo.environment["CONFIGDI_FIX_PROJECTS"].flatMap { Int($0) } ?? 60

  /// A manifest's findings, a fingerprint of each service of each stage, and the files that it reads.
  private struct Reading {
    let findings: [Diagnostic]
    let stages: [String: [String: Fingerprint]]
    let files: Set<String>
  }

  @Test("no manifest changes but where a finding was fixed")
  func nothingElseChanges() throws {
    var count = (fixed: 0, refused: 0, beside: 0)
    for seed in 0..<UInt64(Self.projects) {
      let project = FixProject(seed: seed)
      var random = Seeded(seed &+ 1_000_000)
      var named = project.manifests.filter { _ in random.number(below: 3) == 0 }
      if named.isEmpty { named = [project.manifests[0]] }
      var arguments = Arguments(.fix)
      arguments.positionals = named
      let outcome = try Fixer.run(arguments, try Selection(arguments), Recorder().console(files: project.files))
      count.fixed += outcome.fixed
      count.refused += outcome.refused.count
      let before = try project.manifests.map { try Self.read($0, project.files) }
      let after = try project.manifests.map { try Self.read($0, outcome.end.files) }
      for (path, (before, after)) in zip(project.manifests, zip(before, after)) {
        Self.expectSame(before, after, "seed \(seed): \(path)")
      }
      let others = zip(project.manifests, before).filter { !named.contains($0.0) }.map(\.1)
      for reading in zip(project.manifests, before).filter({ named.contains($0.0) }).map(\.1) {
        count.beside += reading.findings.count { finding in
          let file = finding.location.flatMap { project.files.resolve($0.file.path) }
          return finding.isSafelyFixable && others.contains { $0.files.contains(file ?? "") }
        }
      }
    }
    print(
      "\(Self.projects) repositories: \(count.fixed) findings fixed, \(count.refused) fixes left alone,",
      "\(count.beside) in files of manifests that nobody named")
    #expect(count.fixed > Self.projects / 2)
    #expect(count.refused > Self.projects)
    #expect(count.beside > Self.projects)
  }

  private static func expectSame(_ before: Reading, _ after: Reading, _ place: String) {
    let mended = before.findings.filter { finding in !after.findings.contains { isSame($0, finding) } }
    for (stage, services) in before.stages {
      let allowed = mended.filter { $0.stages?.contains(stage) ?? true }.flatMap(services(of:))
      let changed = services.filter { after.stages[stage]?[$0.key] != $0.value }.keys
      let others = Set(changed).subtracting(allowed)
      #expect(others.isEmpty, "\(place) \(stage): \(others.sorted())")
    }
    let new = after.findings.filter { finding in !before.findings.contains { isSame($0, finding) } }
    #expect(new.isEmpty, "\(place): new is \(new.map(\.message))")
  }

  /// Whether findings are of one mistake; of an unknown name, at the same place, the name may be another.
  private static func isSame(_ left: Diagnostic, _ right: Diagnostic) -> Bool {
    guard left.rule == right.rule, left.stages == right.stages else { return false }
    return left.symbol == right.symbol && left.message == right.message
      || left.location?.file.path == right.location?.file.path && left.location?.start == right.location?.start
  }

  /// The services that a finding is about.
  private static func services(of finding: Diagnostic) -> [String] {
    let named = finding.symbol.map { $0.split(separator: ".") } ?? []
    return (named.first == "services" && named.count > 1 ? [String(named[1])] : []) + finding.fixes.map(\.text)
  }

  private static func read(_ path: String, _ files: any FileAccess) throws -> Reading {
    let project = try Project(
      Arguments(.check).with(positionals: [path]), Recorder().console(files: files))
    let checked = try #require(try CheckRun(project: project, selection: .everything).check().first?.checked)
    var stages: [String: [String: Fingerprint]] = [:]
    for (index, stage) in (checked.composed?.stages ?? []).enumerated() {
      let plan = try #require(checked.plan(of: index))
      stages[stage.name ?? ""] = Dictionary(
        plan.services.indices.map { (plan.services[$0].key.text, plan.entryFingerprint(of: $0)) },
        uniquingKeysWith: { $1 })
    }
    return Reading(
      findings: checked.diagnostics.findings, stages: stages, files: Set(checked.composed?.resolvedPaths ?? []))
  }
}
