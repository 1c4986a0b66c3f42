/// Distinguishes copies of this library in one process, since each plug-in of a program may contain a statically linked
/// copy.
enum LibraryCopy {
  /// Whether the runtime, given the name of one of the library's types, finds the type in this copy.
  static let isFirst: Bool = {
    guard let name = _mangledTypeName(LibraryCopy.self), let found = _typeByName(name) else { return true }
    return found == LibraryCopy.self
  }()
}
