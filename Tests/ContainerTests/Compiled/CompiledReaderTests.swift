import Foundation
import TestSupport
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Whatever a file holds, reading it ends in an error or in the plan that was written. `CONFIGDI_MUTATIONS` says how
/// many files to try.
@Suite struct CompiledReaderTests {
  static let mutations = ProcessInfo.processInfo.environment["CONFIGDI_MUTATIONS"].flatMap { Int($0) } ?? 4_000

  /// Compiled ones of random manifests.
  static func samples(_ count: Int) throws -> [[UInt8]] {
    let catalog = try #require(AgreementTests.catalog)
    var samples: [[UInt8]] = []
    var seed: UInt64 = 0
    while samples.count < count {
      defer { seed += 1 }
      let manifest = ManifestLocation.yaml(AgreementTests.manifest(seed).text, named: "app.yaml")
      let checked = try ManifestOptions(environment: [:])
        .pipeline(of: manifest, stages: .all, readingEnvironment: false).check(manifest.input, catalog: catalog)
      guard !checked.diagnostics.hasErrors else { continue }
      samples.append(try #require(CompiledWriter(checked, files: InMemoryFiles([:]))).bytes())
    }
    return samples
  }

  /// Every stage's plan, as far as it can be made.
  static func plans(_ bytes: [UInt8]) throws -> [Plan] {
    let contents = try CompiledContents(bytes, name: "app.configdi", folder: "")
    return try contents.stages.indices.map { stage in
      var reader = StageReader(contents, factories: contents.factories)
      var ignored = Diagnostics()
      let open = try reader.plan(of: stage)
      let values = ParameterValues.resolve(open.parameters, reporting: &ignored)
      guard let plan = open.soundPlan(values) else { throw Malformed() }
      return plan
    }
  }

  @Test func whatIsWrittenIsRead() throws {
    for bytes in try Self.samples(20) { #expect(try !Self.plans(bytes).isEmpty) }
  }

  @Test(.timeLimit(.minutes(60))) func noBytesAreReadAsAnotherPlan() throws {
    let samples = try Self.samples(10).map { (bytes: $0, plans: try Self.plans($0)) }
    var random = Seeded(7)
    for _ in 0..<Self.mutations / 2 {
      let sample = samples[random.number(below: samples.count)]
      let changed = Self.mutated(sample.bytes, from: 0, &random)
      if let plans = try? Self.plans(changed) { #expect(plans == sample.plans) }
    }
  }

  /// With the fingerprint put right, so that the reader itself is reached.
  @Test(.timeLimit(.minutes(60))) func noBytesLeadOutside() throws {
    let samples = try Self.samples(10)
    let body = CompiledFormat.magic.count + 9
    var random = Seeded(11)
    var read = 0
    for _ in 0..<Self.mutations / 2 {
      var changed = Self.mutated(samples[random.number(below: samples.count)], from: body, &random)
      guard changed.count > body else { continue }
      let fingerprint = CompiledFormat.fingerprint(of: changed[body...])
      for index in 0..<8 { changed[body - 8 + index] = UInt8(truncatingIfNeeded: fingerprint >> UInt64(8 * index)) }
      if (try? Self.plans(changed)) != nil { read += 1 }
    }
    #expect(read > 0)
    #expect(read < Self.mutations / 2)
  }

  private static func mutated(_ bytes: [UInt8], from start: Int, _ random: inout Seeded) -> [UInt8] {
    var bytes = bytes
    for _ in 0...random.number(below: 3) where bytes.count > start {
      let place = start + random.number(below: bytes.count - start)
      switch random.number(below: 6) {
      case 0: bytes[place] ^= 1 << UInt8(random.number(below: 8))
      case 1: bytes[place] = UInt8(random.number(below: 256))
      case 2: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF][random.number(below: 5)]
      case 3: bytes.remove(at: place)
      case 4: bytes.insert(UInt8(random.number(below: 256)), at: place)
      default: bytes.removeSubrange(place..<min(bytes.count, place + random.number(below: 8)))
      }
    }
    return bytes
  }
}
