/// The names of a registry's types. A type's name is its full name, or its declared custom key if the full name is not
/// stable.
struct TypeNames {
  private var names: [ObjectIdentifier: String] = [:]
  private var taken: Set<String> = []
  /// The number of types that share their full name with an earlier type, for example because two modules nest types of
  /// the same name in the same outer type.
  private(set) var collisions = 0

  var all: [String] { Array(names.values) }

  init(_ keys: [DeclaredKey]) {
    for key in keys where names[ObjectIdentifier(key.type)] == nil && TypeName.name(of: key.type) == nil {
      names[ObjectIdentifier(key.type)] = key.name
    }
  }

  /// The name of a type; `nil` for a private or local type without a declared custom key.
  mutating func name(of type: any Any.Type) -> String? {
    let identity = ObjectIdentifier(type)
    if let name = names[identity] { return name }
    guard let name = TypeName.name(of: type) else { return nil }
    names[identity] = name
    if !taken.insert(name).inserted { collisions += 1 }
    return name
  }
}
