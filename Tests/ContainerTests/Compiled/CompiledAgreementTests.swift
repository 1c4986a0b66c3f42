import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// A compiled manifest must be the container that its text is: the same plan in the same order, or the same errors at
/// the same places, for random manifests in every stage. `CONFIGDI_AGREEMENT` multiplies how many.
@Suite struct CompiledAgreementTests {
  @Test(.timeLimit(.minutes(10))) func compiledManifestsAreTheirTexts() async throws {
    let catalog = try #require(AgreementTests.catalog)
    var compiled = 0
    var built = 0
    var refused = 0
    let seeds = AgreementTests.single.map { $0..<$0 + 1 } ?? 0..<UInt64(150 * AgreementTests.factor)
    for seed in seeds {
      let (text, overlay) = AgreementTests.manifest(seed)
      let options = ManifestOptions(
        overlays: overlay.map { [ManifestLocation.yaml($0, named: "overlay.yaml")] } ?? [],
        environment: DraftWriter.environment)
      let manifest = ManifestLocation.yaml(text, named: "app.yaml")
      let checked = try options.pipeline(of: manifest, stages: .all, readingEnvironment: false)
        .check(manifest.input, catalog: catalog)
      guard !checked.diagnostics.hasErrors, let composed = checked.composed else { continue }
      let bytes = try #require(CompiledWriter(checked, files: InMemoryFiles([:]))).bytes()
      compiled += 1
      for stage in composed.stages {
        let provided = stage.services.compactMap { service -> Provided? in
          guard case .provided = service.kind, service.scope.map({ $0.value == .singleton }) ?? true else { return nil }
          return ContainerProof.provided(service.key.value)
        }
        let ofText = Self.outcome {
          try Container(
            manifest: manifest, stage: stage.name, registry: AgreementRegistry.registry, provided: provided,
            options: options)
        }
        let ofBytes = Self.outcome {
          try Container(
            manifest: .compiled(bytes), stage: stage.name, registry: AgreementRegistry.registry, provided: provided,
            environment: DraftWriter.environment)
        }
        #expect(ofText.words == ofBytes.words, "seed \(seed), stage \(stage.name ?? "-")")
        guard let first = ofText.container, let second = ofBytes.container else {
          refused += 1
          continue
        }
        built += 1
        #expect(first.wiring.plan == second.wiring.plan, "seed \(seed), stage \(stage.name ?? "-")")
        guard seed % 10 == 0 else { continue }
        var proof = ContainerProof(second)
        await proof.run()
        #expect(proof.failures == [], "seed \(seed), stage \(stage.name ?? "-")")
      }
    }
    print("\(compiled) compiled, \(built) built, \(refused) refused by both")
    guard AgreementTests.single == nil else { return }
    #expect(built > 30)
    #expect(refused > 0)
  }

  /// The plan in its order, or every error with its place.
  private static func outcome(_ make: () throws -> Container) -> (container: Container?, words: String) {
    do {
      let container = try make()
      let plan = container.wiring.plan
      let places = plan.services.map { "\($0.origin) \($0.keyOrigin) \($0.factories.map { "\($0.origin)" })" }
      return (container, plan.description + places.joined(separator: "\n"))
    } catch let error as ManifestError {
      let errors = error.diagnostics.filter { $0.severity == .error }
      return (nil, errors.map { $0.firstLine() }.sorted().joined(separator: "\n"))
    } catch {
      return (nil, "\(error)")
    }
  }
}
