/// Tells copies of this library apart: each plug-in of a program may have one that was linked statically.
enum LibraryCopy {
  /// Whether the runtime finds this copy's types under their names, and not those of another copy.
  static let isFirst: Bool = {
    guard let name = _mangledTypeName(LibraryCopy.self), let found = _typeByName(name) else { return true }
    return found == LibraryCopy.self
  }()
}
