import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport
@testable import configdi_check

/// What `wiring` writes must compile, and make and close what the container makes and closes: random wirings, compiled
/// as one program that runs both. `CONFIGDI_WIRINGS` is how many.
@Suite struct WiringAgreementTests {
  private static let variables = ProcessInfo.processInfo.environment
  private static let count = variables["CONFIGDI_WIRINGS"].flatMap { Int($0) } ?? 6

  /// A random wiring, with the Swift of it and a function that compares it with the container.
  private struct Sample {
    let seed: UInt64
    let wiring: String
    let comparison: String
  }

  /// `nil` for a draft that the checker or the command refuses.
  private static func sample(_ seed: UInt64, _ catalog: CatalogIndex, _ sources: SwiftSources) throws -> Sample? {
    var writer = DraftWriter(Seeded(seed), catalog.catalog)
    let text = writer.draft().text
    let manifest = ManifestLocation.yaml(text)
    let options = ManifestOptions(environment: DraftWriter.environment)
    let checked = try manifest.yaml().pipeline(options, stages: .all, readingEnvironment: false)
      .check(manifest.yaml().input, catalog: catalog)
    guard !checked.diagnostics.hasErrors, let composed = checked.composed, !composed.isIncomplete else { return nil }
    let position = Int(seed % UInt64(composed.stages.count))
    guard let plan = checked.plan(of: position) else { return nil }
    let stage = composed.stages[position]
    // The container makes when a scope opens what no root asks for; the written scope has it not at all.
    let isAwaitedInScope = plan.services.indices.contains {
      guard plan.traits[$0].contains(.isAsync) else { return false }
      return plan.services[$0].scope != .singleton
    }
    if isAwaitedInScope { return nil }
    var wiring = StageWiring(
      plan, stage, catalog, manifest: "app.yaml", module: "TestSupport", prefix: "W\(seed)", sources: sources)
    let swift = wiring.text()
    guard wiring.refused.isEmpty else { return nil }
    guard let comparison = Comparison(wiring, stage, text, seed) else { return nil }
    return Sample(seed: seed, wiring: swift, comparison: comparison.text)
  }

  @Test("a written wiring makes and closes what the container does", .timeLimit(.minutes(30)))
  func agreement() throws {
    let catalog = CatalogIndex(AgreementRegistry.registry.examined().catalog)
    let tests = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
    let drafts = tests.appending(path: "Support/Drafts").path(percentEncoded: false)
    let sources = SwiftSources(root: drafts, FileCache(DiskFiles()))
    var samples: [Sample] = []
    var seed: UInt64 = 0
    while samples.count < Self.count, seed < 1_000_000 {
      if let sample = try Self.sample(seed, catalog, sources) { samples.append(sample) }
      seed += 1
    }
    #expect(samples.count == Self.count)
    let folder = try Folder()
    for sample in samples {
      try folder.write(sample.wiring, to: "Sources/W\(sample.seed).swift")
      try folder.write(sample.comparison, to: "Sources/Compare\(sample.seed).swift")
    }
    let calls = samples.map { "await compare(\($0.seed), W\($0.seed)Comparison.self)\n" }.joined()
    try folder.write(Comparison.main + calls + "finish(\(samples.count))\n", to: "Sources/main.swift")
    for path in [
      "Support/Drafts/Told.swift", "Support/Drafts/AgreementParts.swift", "Support/Drafts/AgreementFactories.swift",
      "Support/Drafts/AgreementRegistry.swift",
    ] {
      try folder.write(
        String(contentsOf: tests.appending(path: path), encoding: .utf8),
        to: "Sources/\(path.split(separator: "/").last ?? "")")
    }
    let products = Bundle.main.bundleURL.path(percentEncoded: false)
    let (code, output) = try folder.shell(
      """
      export PATH='\(try #require(Self.variables["PATH"]))'
      swiftc -swift-version 6 -module-name TestSupport -wmo -Onone -gnone -I '\(products)/Modules' \\
        -I '\(tests.path(percentEncoded: false))/../Sources/CYAML' -o run Sources/*.swift \\
        $(cd '\(tests.path(percentEncoded: false))/..' && for module in ConfigDI ConfigDIRuntime; do
          find Sources/$module -name '*.swift' -exec basename {} \\; | sed "s|.*|\(products)/$module.build/&.o|"
        done) -lyaml && ./run
      """)
    #expect(code == 0, "\(output.prefix(6000))")
    #expect(output.contains("\(Self.count) wirings agree"))
    print("\(Self.count) wirings of \(seed) drafts compared")
  }
}
