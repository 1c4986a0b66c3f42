/// The path, shortened for reading: only the first four and the last four steps if there are more than nine.
package func elided(_ path: [String]) -> [String] {
  elided(count: path.count) { path[$0] }
}

/// The path, shortened for reading. Only the names that are shown are computed.
package func elided(count: Int, name: (Int) -> String) -> [String] {
  guard count > 9 else { return (0..<count).map(name) }
  return (0..<4).map(name) + ["… (\(count - 8) more)"] + (count - 4..<count).map(name)
}

/// The names as a list, shortened for reading: at most ten, then the number of the others.
///
/// - Parameter count: The number of all names, if `names` is only the first eleven or more.
package func listed(_ names: [String], of count: Int? = nil) -> String {
  let count = count ?? names.count
  guard count > 10 else { return names.joined(separator: ", ") }
  return "\(names.prefix(10).joined(separator: ", ")) and \(count - 10) more"
}
