import Foundation
import Testing

/// The same numbers for the same seed, on every machine.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// Holds a property for many drafts; the first that breaks it is made as small as it can be, and shown with its seed.
///
/// `CONFIGDI_PROPERTIES` says how many drafts, `CONFIGDI_SEED` which is the first.
func forAllDrafts(
  _ property: (ManifestDraft, UInt64) throws -> String?, location: SourceLocation = #_sourceLocation
) throws {
  let environment = ProcessInfo.processInfo.environment
  let count = environment["CONFIGDI_PROPERTIES"].flatMap(UInt64.init) ?? 150
  let first = environment["CONFIGDI_SEED"].flatMap(UInt64.init) ?? 1
  for seed in first..<first + count {
    var draft = ManifestDraft(seed: seed)
    guard var reason = try property(draft, seed) else { continue }
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for smaller in draft.smaller {
        guard let stillBroken = try property(smaller, seed) else { continue }
        (draft, reason) = (smaller, stillBroken)
        isSmaller = true
        break
      }
    }
    let files = draft.files.sorted { $0.key < $1.key }.map { "--- \($0.key)\n\($0.value)" }.joined()
    Issue.record("seed \(seed): \(reason)\n\(files)", sourceLocation: location)
    return
  }
}
