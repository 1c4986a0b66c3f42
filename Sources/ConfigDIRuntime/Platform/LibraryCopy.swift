/// Distinguishes copies of this library: each plug-in of a program may contain a statically linked one.
enum LibraryCopy {
  /// Whether the runtime finds this copy's types under their names, rather than another copy's.
  static let isFirst: Bool = {
    guard let name = _mangledTypeName(LibraryCopy.self), let found = _typeByName(name) else { return true }
    return found == LibraryCopy.self
  }()
}
