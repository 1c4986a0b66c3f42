import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// A manifest and what was compiled of it, each run as a program of stand-ins would.
struct CompiledComparison {
  let manifest: ManifestLocation
  let compiled: ManifestLocation
  let catalog: Catalog
  var options = ManifestOptions()

  struct Count {
    var manifests = 0
    var built = 0
    var refused = 0

    /// Expects that two ways came to the same: both containers, unless both refused.
    mutating func compare(
      _ ofText: Outcome, _ ofBytes: Outcome, _ place: Testing.Comment
    ) -> (
      ofText: Container, ofBytes: Container
    )? {
      #expect(ofText.words == ofBytes.words, place)
      guard let first = ofText.container, let second = ofBytes.container else {
        refused += 1
        return nil
      }
      built += 1
      #expect(first.wiring.plan == second.wiring.plan, place)
      return (first, second)
    }
  }

  typealias Outcome = (container: Container?, words: [String])

  /// Expects the same of both in one stage.
  func run(_ stage: ComposedStage, _ surroundings: Surroundings, counting count: inout Count) async throws {
    let provided = stage.services.filter { if case .provided = $0.kind { true } else { false } }
    let keys = provided.map(\.key.value)
    let programs = (StandIns(catalog, provided: keys), StandIns(catalog, provided: keys))
    // What the host hands in to the container itself.
    let instances = provided.filter { $0.scope.map { $0.value == .singleton } ?? true }
      .map { Provided(StandIn("provided \($0.key.value)"), for: Key<StandIn>($0.key.value.text)) }
    let world = World(files: FilesWithTexts(DiskFiles(), texts: surroundings.files))
    func outcome(of manifest: ManifestLocation, _ program: StandIns, _ options: ManifestOptions) -> Outcome {
      var options = options
      options.environment = surroundings.environment
      options.parameters = surroundings.parameters
      let inputs = ManifestInputs(
        stage: stage.name, registry: FactoryRegistry(), examined: program.registry, provided: instances, overlay: nil,
        options: options, world: world)
      return Self.outcome { try manifest.container(inputs) }
    }
    let ofText = outcome(of: manifest, programs.0, options)
    let ofBytes = outcome(of: compiled, programs.1, ManifestOptions())
    let place: Testing.Comment = "\(manifest), stage \(stage.name ?? "-"), \(surroundings)"
    guard let built = count.compare(ofText, ofBytes, place) else { return }
    let startsFirst = count.built % 2 == 0
    let (happened, happensHere) = (
      await StandInRun(built.ofText, programs.0.trace, startsFirst: startsFirst).lines,
      await StandInRun(built.ofBytes, programs.1.trace, startsFirst: startsFirst).lines
    )
    #expect(happened == happensHere, place)
  }

  /// The plan in its order with its places, or every error with its places.
  static func outcome(_ make: () throws -> Container) -> Outcome {
    do {
      let container = try make()
      return (container, container.wiring.plan.wordsWithPlaces)
    } catch let error as ManifestError {
      return (nil, error.diagnostics.filter { $0.severity == .error }.flatMap(\.wordsWithPlaces))
    } catch {
      return (nil, ["\(error)"])
    }
  }
}

extension Diagnostic {
  fileprivate var wordsWithPlaces: [String] {
    [firstLine()] + related.map { "  \($0.message): \($0.location)" } + help.map { "  help: \($0)" }
  }
}

extension Plan {
  fileprivate var wordsWithPlaces: [String] {
    let factories = { (factory: PlannedFactory) -> String in
      let arguments = factory.arguments.map { "\($0.label ?? "")=\($0.asked)->\($0.targets) \($0.origin)" }
      let settings = factory.settings?.wordsWithPlaces ?? "no settings"
      return "  \(factory.name) \(factory.origin) \(arguments.joined(separator: ", ")) \(settings)"
    }
    return description.split(separator: "\n").map(String.init)
      + services.flatMap { service in
        let replaced = service.replaced.map { "\($0.part) \($0.previous)" }
        return ["\(service.key) \(service.origin) \(service.origin.end) \(service.keyOrigin) \(replaced)"]
          + service.factories.map(factories)
      }
      + parameters.map { "\($0.name) \($0.origin) \($0.value.wordsWithPlaces)" }
      + phases.flatMap { phase in [phase.name] + phase.initializers.map { factories($0.factory) } }
  }
}
