import CResources
import ConfigDI

extension MappingKey {
  /// What the key means, for editors, from `Resources/Keys.md`.
  var summary: String { summaries["\(Self.owner): \(rawValue)"] ?? "" }
}

/// The summaries by the owner and the name of their keys.
private let summaries: [String: String] = {
  var owner: Substring = ""
  var texts: [String: String] = [:]
  for line in String(cString: configdi_keys()).split(separator: "\n") {
    if line.hasPrefix("## ") { owner = line.dropFirst(3) }
    let parts = line.split(separator: "`", maxSplits: 2, omittingEmptySubsequences: false)
    if parts.count == 3, parts[0] == "- " { texts["\(owner): \(parts[1])"] = String(parts[2].dropFirst(2)) }
  }
  return texts
}()
