/// Limits that no real source or symbol graph reaches. They bound the time and the memory that a hostile one can take.
enum SwiftLimits {
  static let nestedStrings = 20
  static let hashes = 60
  /// The bytes of a regular expression, since a line may have a slash at every other byte.
  static let pattern = 4_000
  /// The bytes of a line that are read alone, since a line may have a declaration at every other word.
  static let line = 400
  static let nestedConditions = 40
  /// The open brackets at an `#if`, which keeps a copy of them.
  static let openBrackets = 1_000
  /// The brackets around a lexeme that are looked at.
  static let nestedBrackets = 200
  static let nestedTypes = 6
  /// The brackets around a value whose type is looked up.
  static let nestedValues = 30
  static let nestedTypeParts = 40
  /// The components of a type, which nested aliases could multiply.
  static let typeParts = 200
  static let protocolsOfType = 500
}
