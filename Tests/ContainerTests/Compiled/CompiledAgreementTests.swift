import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// A compiled manifest must be the container that its text is: the same plan in the same order, or the same errors at
/// the same places, for random manifests in every stage. `CONFIGDI_AGREEMENT_WIRINGS` is how
/// many.
@Suite struct CompiledAgreementTests {
  @Test("a compiled manifest behaves like its text", .timeLimit(.minutes(60))) func compiledManifestsAreTheirTexts()
    async throws
  {
    let catalog = try #require(AgreementTests.catalog)
    var ofParts = CompiledComparison.Count()
    var ofStandIns = CompiledComparison.Count()
    let seeds = AgreementTests.single.map { $0..<$0 + 1 } ?? 0..<UInt64(AgreementTests.count)
    for seed in seeds {
      let (text, overlay) = AgreementTests.manifest(seed)
      let options = ManifestOptions(
        overlays: overlay.map { [ManifestLocation.yaml($0, named: "overlay.yaml")] } ?? [],
        environment: DraftWriter.environment)
      let manifest = ManifestLocation.yaml(text, named: "app.yaml")
      let checked = try manifest.yaml().pipeline(options, stages: .all, readingEnvironment: false)
        .check(manifest.yaml().input, catalog: catalog)
      guard !checked.diagnostics.hasErrors, let composed = checked.composed else { continue }
      let bytes = try #require(CompiledWriter(checked, files: InMemoryFiles([:]))).bytes()
      ofParts.manifests += 1
      let comparison = CompiledComparison(
        manifest: manifest, compiled: .compiled(bytes), catalog: catalog.catalog, options: options)
      for stage in composed.stages {
        var options = options
        // Without variables many are refused, by both for the same reason.
        if seed % 4 == 3 { options.environment = [:] }
        try await Self.compareParts(stage, manifest, options, bytes, "seed \(seed)", counting: &ofParts)
        // One after another, that a seed more tells more than a seed tried in all of them.
        let surroundings = Surroundings.all(of: stage)
        try await comparison.run(stage, surroundings[Int(seed) % surroundings.count], counting: &ofStandIns)
      }
    }
    print(
      "\(ofParts.manifests) compiled, \(ofParts.built) built, \(ofParts.refused) refused by both;",
      "of stand-ins \(ofStandIns.built) and \(ofStandIns.refused)")
    guard AgreementTests.single == nil else { return }
    #expect(ofParts.built > 30)
    #expect(ofParts.refused + ofStandIns.refused > 0)
    #expect(ofStandIns.built > 20)
    #expect(ofStandIns.refused > 0)
  }

  /// The same with factories of types of their own, whose settings are decoded.
  private static func compareParts(
    _ stage: ComposedStage, _ manifest: ManifestLocation, _ options: ManifestOptions, _ bytes: [UInt8], _ seed: String,
    counting count: inout CompiledComparison.Count
  ) async throws {
    let provided = stage.services.compactMap { service -> Provided? in
      guard case .provided = service.kind, service.scope.map({ $0.value == .singleton }) ?? true else { return nil }
      return AgreementRegistry.provided(service.key.value)
    }
    let ofText = CompiledComparison.outcome {
      try Container(
        manifest: manifest, stage: stage.name, registry: AgreementRegistry.registry, provided: provided,
        options: options)
    }
    let ofBytes = CompiledComparison.outcome {
      try Container(
        manifest: .compiled(bytes), stage: stage.name, registry: AgreementRegistry.registry, provided: provided,
        options: ManifestOptions(environment: options.environment))
    }
    let place: Testing.Comment = "\(seed), stage \(stage.name ?? "-")"
    guard let (_, container) = count.compare(ofText, ofBytes, place), count.built % 10 == 0 else { return }
    var proof = ContainerProof(container)
    await proof.run()
    #expect(proof.failures == [], place)
  }
}
