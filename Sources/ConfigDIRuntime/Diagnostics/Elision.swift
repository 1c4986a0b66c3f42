/// A path short enough to read: beyond eight steps its middle is left out.
package func elided(_ path: [String]) -> [String] {
  guard path.count > 9 else { return path }
  return path.prefix(4) + ["… (\(path.count - 8) more)"] + path.suffix(4)
}

/// Names short enough to read: beyond ten the rest is counted.
package func listed(_ names: [String]) -> String {
  guard names.count > 10 else { return names.joined(separator: ", ") }
  return "\(names.prefix(10).joined(separator: ", ")) and \(names.count - 10) more"
}
