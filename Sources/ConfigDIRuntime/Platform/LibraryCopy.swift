/// Which copy of this library this is: a program that loads plug-ins may have one in each that was linked statically.
enum LibraryCopy {
  /// Whether the runtime finds this copy's types, and not those of another, under their names.
  static let isFirst: Bool = {
    guard let name = _mangledTypeName(LibraryCopy.self), let found = _typeByName(name) else { return true }
    return found == LibraryCopy.self
  }()
}
