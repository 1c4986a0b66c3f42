import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// Whatever a file holds, reading it ends in an error or in the plan that was written. `CONFIGDI_MUTATIONS` says how
/// many files to try.
@Suite struct CompiledReaderTests {
  static let mutations = ProcessInfo.processInfo.environment["CONFIGDI_MUTATIONS"].flatMap { Int($0) } ?? 4_000

  /// Compiled ones of random manifests.
  static func samples(_ count: Int) throws -> [[UInt8]] {
    var samples: [[UInt8]] = []
    var seed: UInt64 = 0
    while samples.count < count {
      if let bytes = try compiled(AgreementTests.manifest(seed).text) { samples.append(bytes) }
      seed += 1
    }
    return samples
  }

  /// A manifest in bytes; `nil` if it has errors.
  private static func compiled(_ text: String) throws -> [UInt8]? {
    let catalog = try #require(AgreementTests.catalog)
    let manifest = try ManifestLocation.yaml(text, named: "app.yaml").yaml()
    let checked = try manifest.pipeline(
      ManifestOptions(environment: [:]), stages: .all, readingEnvironment: false
    ).check(manifest.input, catalog: catalog)
    guard !checked.diagnostics.hasErrors else { return nil }
    return try #require(CompiledWriter(checked, files: InMemoryFiles([:]))).bytes()
  }

  /// Every stage's plan, as far as it can be made.
  static func plans(_ bytes: [UInt8]) throws -> [Plan] {
    let contents = try CompiledContents(bytes, name: "app.configdi", folder: "")
    return try contents.stages.indices.map { stage in
      var ignored = Diagnostics()
      guard let open = contents.plan(of: stage) else { throw Malformed() }
      let values = ParameterValues.resolve(open.parameters, reporting: &ignored)
      let (plan, isSound) = open.plan(values)
      guard isSound else { throw Malformed() }
      return plan
    }
  }

  @Test("a written plan reads back") func whatIsWrittenIsRead() throws {
    for bytes in try Self.samples(20) { #expect(try !Self.plans(bytes).isEmpty) }
  }

  @Test("no mutated bytes are read as another plan", .timeLimit(.minutes(60))) func noBytesAreReadAsAnotherPlan() throws
  {
    let samples = try Self.samples(10).map { (bytes: $0, plans: try Self.plans($0)) }
    var random = Seeded(7)
    for _ in 0..<Self.mutations / 2 {
      let sample = samples[random.number(below: samples.count)]
      let changed = Self.mutated(sample.bytes, from: 0, &random)
      if let plans = try? Self.plans(changed) { #expect(plans == sample.plans) }
    }
  }

  /// With the fingerprint put right, so that the reader itself is reached.
  @Test("no mutated bytes lead out of bounds", .timeLimit(.minutes(60))) func noBytesLeadOutside() throws {
    let samples = try Self.samples(10)
    var random = Seeded(11)
    var read = 0
    for _ in 0..<Self.mutations / 2 {
      guard let changed = Self.mutatedBody(samples[random.number(below: samples.count)], &random) else { continue }
      if (try? Self.plans(changed)) != nil { read += 1 }
    }
    #expect(read > 0)
    #expect(read < Self.mutations / 2)
  }

  @Test("dictionaries whose keys are dictionaries are refused, however deep") func deepKeys() throws {
    let string = UInt8(SettingType.names.firstIndex(of: "string")!)
    // The name of a settings type, "not opaque", one field, and the field's name and flags.
    let start: [UInt8] = [0, 0, 1, 0, 0]
    let value: [UInt8] = [0, 0, string]
    func schema(depth: Int) throws -> SettingsSchema {
      let keys = [UInt8](repeating: CompiledFormat.mapWithKeys, count: depth) + [string]
      let bytes = start + keys + Array(repeating: value, count: depth).joined()
      var coder = CompiledCoder(bytes, 0..<bytes.count, texts: ["a"])
      return try coder.schema()
    }
    let shallow = try schema(depth: 2)
    #expect(shallow.fields.count == 1)
    #expect(throws: Malformed.self) { try schema(depth: 50_000) }
  }

  @Test("a damaged file is refused with a reason and a remedy", .timeLimit(.minutes(60)))
  func refusalsHaveAReason() throws {
    let text = "configdi: 1\nstages: { dev: {}, prod: {} }\ndefaultStage: dev\nservices: { title: title }\n"
    let samples = try Self.samples(4) + [try #require(try Self.compiled(text))]
    var random = Seeded(13)
    var refused = 0
    for number in 0..<Self.mutations / 2 {
      // The small one more often, as most of its bytes decide something.
      let sample = samples[number % 2 == 0 ? samples.count - 1 : random.number(below: samples.count)]
      guard let changed = Self.mutatedBody(sample, &random) else { continue }
      do {
        _ = try ManifestLocation.compiled(changed).container(
          ManifestInputs(
            stage: nil, registry: AgreementRegistry.registry, examined: AgreementTests.examined, provided: [],
            overlay: nil, options: ManifestOptions(environment: DraftWriter.environment)))
      } catch let error as ManifestError {
        refused += 1
        #expect(
          error.diagnostics.contains { $0.severity == .error }
            || error.description.contains("configdi-check compile "), "\(error)")
      }
    }
    #expect(refused > Self.mutations / 10)
  }

  /// Mutated bytes with the right fingerprint; `nil` if nothing is left of the body.
  private static func mutatedBody(_ bytes: [UInt8], _ random: inout Seeded) -> [UInt8]? {
    let body = CompiledFormat.magic.count + 9
    let changed = mutated(bytes, from: body, &random)
    return changed.count > body ? signed(changed[..<(body - 8)] + changed[body...]) : nil
  }

  /// A file of a head and a body, with the body's fingerprint between them.
  private static func signed(_ contents: ArraySlice<UInt8>) -> [UInt8] {
    let head = contents.startIndex..<(contents.startIndex + CompiledFormat.magic.count + 1)
    let fingerprint = CompiledFormat.fingerprint(of: contents[head.upperBound...])
    return contents[head] + (0..<8).map { UInt8(truncatingIfNeeded: fingerprint >> UInt64(8 * $0)) }
      + contents[head.upperBound...]
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
