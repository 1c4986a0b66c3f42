/// A path short enough to read: beyond eight steps its middle is left out.
package func elided(_ path: [String]) -> [String] {
  elided(count: path.count) { path[$0] }
}

/// The same of a path whose names are made when they are shown.
package func elided(count: Int, name: (Int) -> String) -> [String] {
  guard count > 9 else { return (0..<count).map(name) }
  return (0..<4).map(name) + ["… (\(count - 8) more)"] + (count - 4..<count).map(name)
}

/// Names short enough to read: beyond ten the rest is counted.
///
/// - Parameter count: How many there are, where `names` are just the first eleven or more of them.
package func listed(_ names: [String], of count: Int? = nil) -> String {
  let count = count ?? names.count
  guard count > 10 else { return names.joined(separator: ", ") }
  return "\(names.prefix(10).joined(separator: ", ")) and \(count - 10) more"
}
