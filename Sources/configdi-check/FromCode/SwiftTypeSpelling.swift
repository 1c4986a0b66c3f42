import ConfigDI

/// Spells the catalog's full type names for a file in one module, and records the modules to import.
struct SwiftTypeSpelling {
  /// The module of the generated file.
  let module: String?
  private(set) var imports: Set<String> = []
  /// The names of types and of the types around them, judging by the catalog.
  private let declared: Set<String>
  /// Whether something in the file hides the module's type with a given name, so that the type needs the module prefix.
  private let isHidden: (String) -> Bool

  /// - Parameter module: The module of the generated file; by default the module with the most registrations.
  init(module: String?, _ catalog: CatalogIndex, isHidden: @escaping (String) -> Bool) {
    let module = module ?? Self.mainModule(of: catalog.catalog)
    self.module = module
    let factories = catalog.catalog.factories
    let full = factories.flatMap { $0.dependencies.map(\.key) } + factories.compactMap(\.provides)
    // A full name begins with the module, whose name the file needs if it is another one, and continues with the
    // outermost type.
    declared = catalog.knownTypes.union(
      full.flatMap { name in
        let parts = name.prefix { $0 != "<" }.split(separator: ".").prefix(2).map(String.init)
        return parts.first == module ? parts.dropFirst() : parts[...]
      })
    self.isHidden = isHidden
  }

  /// Whether the module declares a type with this name.
  func isDeclared(_ name: String) -> Bool { declared.contains(name) }

  /// Spells a type's full name for a file in the module, and records other modules as imports.
  mutating func spelled(_ type: String) -> String {
    var text = ""
    var rest = type[...]
    while !rest.isEmpty {
      let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
      rest = rest.dropFirst(word.count)
      var parts = word.split(separator: ".").map(String.init)
      if parts.count > 1 {
        if parts[0] != module {
          if parts[0] != "Swift" { imports.insert(Self.importName(of: parts[0])) }
          parts[0] = Self.importName(of: parts[0])
        } else if !isHidden(parts[1]) {
          parts.removeFirst()
        }
      }
      text += parts.map(SwiftWords.escaped).joined(separator: ".")
      if let sign = rest.popFirst() { text.append(sign) }
    }
    return text
  }

  /// Whether Swift code can refer to a type by its full name. It cannot for metatypes, or for protocols with several
  /// constraints, because the full name lists the constraints in a different order than the declaration.
  static func isSpellable(_ type: String) -> Bool {
    var before: Character = "<"
    for (character, next) in zip(type, type.dropFirst() + [">"]) {
      if character == " " {
        guard ",&".contains(before) || next == "&" else { return false }
      } else if !(character.isLetter || character.isNumber || "_.<>,&()[]?".contains(character)) {
        return false
      }
      before = character
    }
    return !type.split { !($0.isLetter || $0.isNumber || $0 == "_") }.dropFirst()
      .contains { $0 == "Type" || $0 == "Protocol" }
  }

  /// Spells a type as code refers to it, with `any` if it is a protocol. The type of a composition is existential,
  /// whether or not one of its members is a class.
  mutating func reference(to type: String, isConcrete: Bool) -> String {
    (isConcrete && !type.contains(" & ") ? "" : "any ") + spelled(type)
  }

  /// The name under which code imports a module. On Linux, Foundation's types belong to a module of their own.
  static func importName(of module: String) -> String { module == "FoundationEssentials" ? "Foundation" : module }

  /// The module in which most of the factories are registered.
  private static func mainModule(of catalog: Catalog) -> String? {
    let modules = catalog.factories.compactMap { $0.file?.split(separator: "/").first.map(String.init) }
    let counts = Dictionary(grouping: modules) { $0 }.mapValues(\.count)
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}
