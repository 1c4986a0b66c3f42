/// Detects several copies of this library in one process, since plug-ins may link it statically.
enum LibraryCopy {
  /// Whether this is the copy that the runtime finds when it looks up one of the library's types by name.
  static let isFirst: Bool = {
    guard let name = _mangledTypeName(LibraryCopy.self), let found = _typeByName(name) else { return true }
    return found == LibraryCopy.self
  }()
}
