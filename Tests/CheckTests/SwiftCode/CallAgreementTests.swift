import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport
@testable import configdi_check

/// What DI211 reports is what a container has no service or scope for, and nothing else: in random manifests, in every
/// stage.
@Suite struct CallAgreementTests {
  /// A call as Swift text, and the same call.
  struct Call: Sendable {
    let text: String
    let run: @Sendable (Container) throws -> Void

    static let all: [Call] =
      type("(any Wheel).self", (any Wheel).self) + type("(any Engine).self", (any Engine).self)
      + type("(any Seat).self", (any TestSupport.Seat).self) + type("TestSupport.Tank.self", Tank.self)
      + type("(any Lamp).self", (any Lamp).self) + type("(any Trip).self", (any Trip).self)
      + type("(any Ticket).self", (any Ticket).self) + type("Dash.self", Dash.self)
      + type("Fleet<Int>.self", Fleet<Int>.self) + type("(any Pilot).self", (any Pilot).self)
      + type("Toy.Crate.self", Toy.Crate.self) + [
        Call(text: "try container.resolve(Key<any Wheel>(\"spare.wheel\"))") {
          _ = try $0.resolve(AgreementRegistry.spareWheel)
        },
        Call(text: "try container.handle(for: Key<String>(\"title\"))") {
          _ = try $0.handle(for: AgreementRegistry.title)
        },
      ]
      + ["session", "request", "side", "requst"].map { name in
        Call(text: "try container.openScope(\"\(name)\")") { _ = try $0.openScope(name) }
      }

    private static func type<Service>(_ text: String, _ type: Service.Type) -> [Call] {
      return [
        Call(text: "try container.resolve(\(text))") { _ = try $0.resolve(type) },
        Call(text: "try container.resolve(\(text), named: \"spare\")") { _ = try $0.resolve(type, named: "spare") },
        Call(text: "try container.handle(for: \(text), named: \"rear\")") {
          _ = try $0.handle(for: type, named: "rear")
        },
      ]
    }
  }

  /// Each call on a line of its own, as the scanner reads it.
  private static func sites() throws -> [CallSite] {
    let text = "func f(_ container: Container) throws {\n" + Call.all.map { "\($0.text)\n" }.joined() + "}\n"
    let program = try CallScannerTests.program(["App.swift": "import ConfigDI\n" + text])
    #expect(program.skipped.count == 0)
    try #require(program.sites.count == Call.all.count)
    return program.sites
  }

  private static let catalog = CatalogIndex(AgreementRegistry.registry.examined().catalog)

  @Test("what DI211 reports is what the container does not have")
  func theyAgree() throws {
    let sites = try Self.sites()
    var (reported, served) = (0, 0)
    for seed in UInt64(0)..<120 {
      var writer = DraftWriter(Seeded(seed), Self.catalog.catalog)
      let text = writer.draft().text
      let options = ManifestOptions(environment: DraftWriter.environment)
      let manifest = ManifestLocation.yaml(text)
      let checked = try manifest.yaml().pipeline(options, stages: .all, readingEnvironment: true)
        .check(manifest.yaml().input, catalog: Self.catalog)
      guard !checked.diagnostics.hasErrors, let graph = checked.graph else { continue }
      let findings = AskedFor(sites, in: [ServedNames(graph)]).findings().filter { $0.rule != .asyncInSync }
      for (index, stage) in graph.composed.stages.enumerated() {
        let provided = graph.composed.stages[index].services.compactMap { service -> Provided? in
          guard case .provided = service.kind, service.scope.map({ $0.value == .singleton }) ?? true else { return nil }
          return AgreementRegistry.provided(service.key.value)
        }
        guard
          let container = try? Container(
            manifest: .yaml(text), stage: stage.name, registry: AgreementRegistry.registry, provided: provided,
            options: options)
        else { continue }
        for (call, site) in zip(Call.all, sites) {
          let isReported = findings.contains { finding in
            finding.location == site.location && finding.stages.map { $0.contains(stage.name ?? "") } ?? true
          }
          let isMissing = Self.isMissing(call, in: container)
          #expect(isReported == isMissing, "seed \(seed), stage \(stage.name ?? "-"): \(call.text)\n\(text)")
          if isMissing { reported += 1 } else { served += 1 }
        }
      }
    }
    #expect(reported > 500 && served > 500, "\(reported) missing, \(served) there")
  }

  private static func isMissing(_ call: Call, in container: Container) -> Bool {
    do {
      try call.run(container)
      return false
    } catch let error as ResolutionError {
      return error.chain.isEmpty && (error.reason == .unknownKey || error.reason == .unknownScope)
    } catch {
      return false
    }
  }
}
