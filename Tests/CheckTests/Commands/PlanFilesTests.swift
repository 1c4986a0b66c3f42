import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport
@testable import configdi_check

/// The order that `plan --format json` prints is one in which a container makes its services, for every sound manifest
/// of the repository in each of its stages: who asks for them in that order gets one new instance each time, of the
/// printed factory, within the printed decorators.
@Suite struct PlanFilesTests {
  private struct Printed: Decodable {
    struct Service: Decodable {
      struct Dependency: Decodable {
        let key: String?
      }
      struct Decorator: Decodable {
        let factory: String
        let dependencies: [Dependency]
      }
      let key: String
      let kind: String
      let factory: String?
      let scope: String?
      let dependencies: [Dependency]
      let decorators: [Decorator]
    }
    let services: [Service]
  }

  @Test func servicesAreMadeInThePrintedOrder() async throws {
    var compared = 0
    for path in RepositoryManifests.paths {
      let pipeline = Pipeline(world: World(files: DiskFiles()), options: CompositionOptions())
      guard let (catalog, file) = RepositoryManifests.catalog(of: path, pipeline) else { continue }
      let checked = pipeline.check(.path(path), catalog: CatalogIndex(catalog))
      guard !checked.diagnostics.hasErrors, let composed = checked.composed else { continue }
      for stage in composed.stages {
        compared += try await Self.compare(path, stage, catalog, file)
      }
    }
    print("\(compared) services were made in the printed order")
    #expect(compared > 150)
  }

  /// The number of services that were compared.
  @MainActor private static func compare(
    _ path: String, _ stage: ComposedStage, _ catalog: Catalog, _ file: String?
  ) throws -> Int {
    let recorder = Recorder()
    let surroundings = Surroundings.all(of: stage).first { $0.description == "fitting, given by the program" }
    let parameters = surroundings?.parameters ?? [:]
    let arguments =
      ["plan", path, "--format", "json"] + (stage.name.map { ["--stage", $0] } ?? [])
      + (file.map { ["--catalog", $0] } ?? [])
      + parameters.sorted { $0.key < $1.key }.flatMap { ["--set", "\($0.key)=\($0.value)"] }
    guard runProgram(arguments, console: recorder.console(files: DiskFiles())) == .success else { return 0 }
    let printed = try JSONDecoder().decode(Printed.self, from: Data(recorder.output.utf8))
    let provided = stage.services.filter { if case .provided = $0.kind { true } else { false } }
    let program = StandIns(catalog, provided: provided.map(\.key.value))
    let instances = provided.filter { $0.scope.map { $0.value == .singleton } ?? true }
      .map { Provided(StandIn("provided"), for: Key<StandIn>($0.key.value.text)) }
    var options = ManifestOptions(environment: [:])
    options.parameters = parameters
    guard
      let blueprint = try? Blueprint(
        .path(path) as ManifestLocation, stage: stage.name, registry: FactoryRegistry(), examined: program.registry,
        provided: instances, overlay: nil, options: options, world: World(files: DiskFiles())),
      let container = try? blueprint.container(of: try blueprint.plan(), planning: (ManifestLevels(blueprint), []))
    else { return 0 }
    // Made already, and shared.
    var made = Set(printed.services.filter { $0.kind == "provided" }.map(\.key))
    var compared = 0
    for service in printed.services where service.kind == "factory" && service.scope == "singleton" {
      // What is asynchronous is made at the start, and what lies above it refuses until then.
      guard (try? container.main.resolve(Key<StandIn>(service.key))) != nil else {
        _ = program.trace.take()
        continue
      }
      let lines = program.trace.take().filter { !$0.contains(" decorates ") }.map { line in
        String(line.prefix { $0 != "(" })
      }
      let needed = (service.dependencies + service.decorators.flatMap(\.dependencies)).compactMap(\.key)
      let expected = [service.factory ?? ""] + service.decorators.map(\.factory)
      let place: Testing.Comment = "\(path), stage \(stage.name ?? "-"), \(service.key)"
      if needed.allSatisfy(made.contains) {
        #expect(lines == expected, place)
        compared += 1
      } else {
        #expect(lines.filter(expected.contains).suffix(expected.count) == expected[...], place)
      }
      made.insert(service.key)
    }
    return compared
  }
}
