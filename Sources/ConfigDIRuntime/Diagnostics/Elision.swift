/// Shortens a path of more than nine steps to its first four and last four steps.
package func elided(_ path: [String]) -> [String] {
  elided(count: path.count) { path[$0] }
}

/// Shortens a path like `elided(_:)`, computing only the names that are shown.
package func elided(count: Int, name: (Int) -> String) -> [String] {
  guard count > 9 else { return (0..<count).map(name) }
  return (0..<4).map(name) + ["… (\(count - 8) more)"] + (count - 4..<count).map(name)
}

/// Joins names with commas. Of the names after the first ten, only the number is shown.
///
/// - Parameters:
///   - count: The total number of names. Needed if `names` has only some of them, at least those to show and one more.
///   - most: The number of names to show.
package func listed(_ names: [String], of count: Int? = nil, atMost most: Int = 10) -> String {
  let count = count ?? names.count
  guard count > most else { return names.joined(separator: ", ") }
  return "\(names.prefix(most).joined(separator: ", ")) and \(count - most) more"
}

extension [String] {
  /// The same as in the standard library, whose generic code looks up an array's conformances at the first call: a
  /// thirtieth of the checker's whole start.
  package func joined(separator: String = "") -> String {
    var text = first ?? ""
    for part in dropFirst() {
      text += separator
      text += part
    }
    return text
  }
}
