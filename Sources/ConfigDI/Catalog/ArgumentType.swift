/// Compares and displays the full type names of arguments, which appear only in catalogs.
package enum ArgumentType {
  /// Whether two names mean the same type. A hand-written catalog may omit the module.
  package static func isSame(_ one: String, _ other: String) -> Bool {
    one == other || one.hasSuffix(".\(other)") || other.hasSuffix(".\(one)")
  }

  /// A type name as Swift code spells it.
  package static func spelled(_ name: String) -> String {
    var spelled = ""
    var rest = name[...]
    var isAtStart = true
    while let first = rest.first {
      if isAtStart, rest.hasPrefix("Swift.") { rest = rest.dropFirst(6) }
      guard let next = rest.popFirst() else { break }
      spelled.append(next)
      isAtStart = "<([ ".contains(first)
    }
    return spelled
  }
}
