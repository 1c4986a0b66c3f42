import Foundation
import Testing

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
