import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// The checker and the container must say the same of every manifest. Random ones, from right to broken in several
/// ways: what the checker accepts builds, in every stage, with no more variables than that stage reads; everything in it
/// can be had, in the scopes and on the actor where it lives, and every deferred call succeeds, under overlays too. What
/// it refuses does not build. `CONFIGDI_AGREEMENT_WIRINGS` is how many; `CONFIGDI_AGREEMENT_SEED` tries a single one.
@Suite struct AgreementTests {
  static let variables = ProcessInfo.processInfo.environment
  static let count = variables["CONFIGDI_AGREEMENT_WIRINGS"].flatMap { Int($0) } ?? 150
  static let single = variables["CONFIGDI_AGREEMENT_SEED"].flatMap { UInt64($0) }

  static let examined = AgreementRegistry.registry.examined()
  /// As the command line has it: through the catalog's text.
  static let catalog: CatalogIndex? = {
    var diagnostics = Diagnostics()
    let file = SourceFile(path: "configdi.catalog.json", bytes: Array(examined.catalog.json.utf8))
    let catalog = Catalog(file, limits: Limits(), reporting: &diagnostics)
    return diagnostics.hasErrors ? nil : catalog.map { CatalogIndex($0) }
  }()

  static func manifest(_ seed: UInt64) -> (text: String, overlay: String?) {
    var writer = DraftWriter(Seeded(seed), examined.catalog)
    var draft = writer.draft()
    var overlay = writer.overlay()
    var mistakes = DraftMistakes(random: writer.random)
    for _ in 0..<[0, 0, 0, 0, 0, 1, 1, 1, 2, 4][mistakes.random.number(below: 10)] {
      if var spoilt = overlay, mistakes.random.chance(40) {
        mistakes.spoil(&spoilt)
        overlay = spoilt
      } else {
        mistakes.spoil(&draft)
      }
    }
    return (draft.text, overlay?.text)
  }

  /// A finding's code and place, which must be the same for both.
  struct Finding: Hashable, Comparable, CustomStringConvertible {
    let code: String
    let place: String
    var description: String { "\(place) \(code)" }

    init(_ diagnostic: Diagnostic) {
      code = diagnostic.rule.code
      let start = diagnostic.location?.start
      place = start.map { "\(diagnostic.location?.file.path ?? "")\($0.line):\($0.column)" } ?? "-"
    }

    static func < (left: Self, right: Self) -> Bool { left.description < right.description }
  }

  static func errors(_ diagnostics: [Diagnostic]) -> [Finding] {
    diagnostics.filter { $0.severity == .error }.map { Finding($0) }.sorted()
  }

  static func errors(_ diagnostics: [Diagnostic], in stage: String?) -> [Finding] {
    errors(diagnostics.filter { $0.stages.map { $0.contains(stage ?? "") } ?? true })
  }

  struct Outcome {
    var accepted = 0
    var refused = 0
    var resolved = 0
    var forced = 0
    var overlays = 0
    var refusedOverlays = 0
    var codes: Set<String> = []
    var disagreements: [String] = []
  }

  static func outcome(_ seed: UInt64) async throws -> Outcome {
    var outcome = Outcome()
    let (text, overlay) = manifest(seed)
    func disagree(_ what: String) { outcome.disagreements.append("seed \(seed): \(what)") }
    let options = ManifestOptions(
      overlays: overlay.map { [ManifestLocation.yaml($0, named: "overlay.yaml")] } ?? [],
      environment: DraftWriter.environment)
    let manifest = try ManifestLocation.yaml(text).yaml()
    let input = manifest.input
    let unread = try manifest.pipeline(options, stages: .all, readingEnvironment: false)
      .check(input, catalog: catalog)
    let live = try Checker(registry: AgreementRegistry.registry, options: options).check(.yaml(text))
    if errors(unread.diagnostics.findings) != errors(live) {
      disagree("by catalog \(errors(unread.diagnostics.findings)), by registry \(errors(live))")
    }
    outcome.codes.formUnion(unread.diagnostics.findings.map(\.rule.code))
    if unread.diagnostics.hasErrors { outcome.refused += 1 } else { outcome.accepted += 1 }
    let stages = unread.composed?.stages ?? []
    for (index, stage) in (stages.isEmpty ? [nil] : stages.map { $0 }).enumerated() {
      var options = options
      if let stage { options.environment = ReadVariables(stage).environment(from: DraftWriter.environment) }
      // What variables hold is known to the container, and to a checker that is told to read them.
      let checked = try manifest.pipeline(options, stages: .all, readingEnvironment: true)
        .check(input, catalog: catalog)
      let composed = checked.composed?.stages[index]
      let stage = stage?.name
      let known = errors(unread.diagnostics.findings, in: stage)
      let expected = errors(checked.diagnostics.findings, in: stage)
      if !Set(expected).isSuperset(of: known) { disagree("errors go away when the environment is read") }
      let further = expected.filter { $0.code == "DI505" && !known.contains($0) }
      if !further.isEmpty { disagree("\(stage ?? "-"): \(further), though all that is read has a value") }
      let provided = composed?.services.compactMap { service -> Provided? in
        guard case .provided = service.kind, service.scope.map({ $0.value == .singleton }) ?? true else { return nil }
        return AgreementRegistry.provided(service.key.value)
      }
      do {
        let container = try Container(
          manifest: .yaml(text), stage: stage, registry: AgreementRegistry.registry,
          provided: expected.isEmpty ? provided ?? [] : [], options: options)
        if !expected.isEmpty { disagree("\(stage ?? "-") builds, the checker found \(expected)") }
        var proof = ContainerProof(container)
        var random = Seeded(seed ^ UInt64(index + 1) << 32)
        let overlays = composed.map { [RuntimeOverlay.random(&random, in: $0), .random(&random, in: $0)] } ?? []
        let refusals = await proof.run(under: overlays.map(\.definitions))
        for (overlay, refusal) in zip(overlays, refusals) where !overlay.definitions.isEmpty {
          outcome.overlays += 1
          guard let refusal else { continue }
          if !refusal.isEmpty { outcome.refusedOverlays += 1 }
          var options = options
          options.overlays.append(ManifestLocation.yaml(overlay.text, named: "runtime.yaml"))
          let told = try manifest.pipeline(options, stages: .all, readingEnvironment: true)
            .check(input, catalog: catalog)
          let codes = Set(errors(told.diagnostics.findings, in: stage).map(\.code))
          if codes != Set(errors(refusal).map(\.code)) {
            disagree(
              "\(stage ?? "-"), under an overlay \(overlay.text): the container found \(errors(refusal)), the checker \(codes)"
            )
          }
        }
        outcome.resolved += proof.resolved
        outcome.forced += proof.forced
        for failure in proof.failures { disagree("\(stage ?? "-"): \(failure)") }
      } catch let error as ManifestError {
        let found = errors(error.diagnostics, in: stage)
        // The host has nothing to hand in for a key that its program does not know.
        if found.map(\.code) == ["DI413"], expected.isEmpty { continue }
        // What the complete stages lack, the checker tells of an incomplete one too; its container looks for less.
        if composed?.isIncomplete == true,
          Set(expected).subtracting(found).allSatisfy({ ["DI201", "DI403", "DI601"].contains($0.code) }),
          Set(found).isSubset(of: expected)
        {
          continue
        }
        if found != expected { disagree("\(stage ?? "-"): the container found \(found), the checker \(expected)") }
      } catch {
        disagree("\(stage ?? "-"): \(error)")
      }
    }
    return outcome
  }

  /// Every mistake in a manifest's text that both can know of.
  static let kinds = Set(
    """
    DI001 DI002 DI004 DI005 DI006 DI101 DI105 DI106 DI107 DI108 DI201 DI202 DI204 DI205 DI206 DI209 DI301 DI303 DI304
    DI305 DI306 DI307 DI308 DI309 DI310 DI401 DI402 DI403 DI404 DI405 DI406 DI407 DI408 DI410 DI416 DI501 DI503 DI504 DI505 DI506
    DI510 DI601 DI603 DI606 DI608
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  @Test("every accepted manifest builds, and no other does", .timeLimit(.minutes(60)))
  func whatTheCheckerAcceptsBuildsAndNothingElseDoes() async throws {
    try #require(Self.catalog != nil)
    if let seed = Self.single { print(Self.manifest(seed).text, Self.manifest(seed).overlay ?? "") }
    let seeds = Self.single.map { $0..<$0 + 1 } ?? 0..<UInt64(Self.count)
    var total = Outcome()
    for seed in seeds {
      let outcome = try await Self.outcome(seed)
      total.accepted += outcome.accepted
      total.refused += outcome.refused
      total.resolved += outcome.resolved
      total.forced += outcome.forced
      total.overlays += outcome.overlays
      total.refusedOverlays += outcome.refusedOverlays
      total.codes.formUnion(outcome.codes)
      for disagreement in outcome.disagreements { Issue.record("\(disagreement)") }
    }
    print(
      "\(total.accepted) accepted, \(total.refused) refused, \(total.resolved) resolved, \(total.forced) called later,",
      "\(total.overlays) overlays (\(total.refusedOverlays) refused):",
      total.codes.sorted().joined(separator: " "))
    guard Self.single == nil else { return }
    let share = total.accepted * 100 / (total.accepted + total.refused)
    #expect((25...75).contains(share))
    #expect(total.forced > 0)
    #expect(total.overlays > total.refusedOverlays)
    if Self.count >= 1200 { #expect(Self.kinds.subtracting(total.codes) == []) }
  }
}
