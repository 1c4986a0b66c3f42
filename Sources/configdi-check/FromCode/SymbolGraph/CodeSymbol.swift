/// A declaration from a module's symbol graph, reduced to what registration needs.
struct CodeSymbol: Sendable {
  enum Kind: String, Sendable {
    case structure = "swift.struct"
    case `class` = "swift.class"
    case enumeration = "swift.enum"
    case `protocol` = "swift.protocol"
    case initializer = "swift.init"
    case property = "swift.property"
    case staticProperty = "swift.type.property"
    case alias = "swift.typealias"
    case associatedType = "swift.associatedtype"
    /// A function, a variable or an enumeration case; only its name is read.
    case callable

    static let callables: Set<String> = [
      "swift.func", "swift.func.op", "swift.method", "swift.type.method", "swift.var", "swift.enum.case",
    ]

    var isType: Bool { [.structure, .class, .enumeration].contains(self) }

    /// Whether a declaration of this kind can be used as a type.
    var isNamedType: Bool { isType || self == .protocol || self == .alias }
  }

  /// A fragment of a declaration's text.
  struct Fragment: Sendable, Hashable {
    var kind = ""
    var spelling = ""
    /// The identifier of the symbol that the fragment names, if any.
    var precise: String?

    var isAttribute: Bool { kind == "attribute" }
  }

  struct Parameter: Sendable {
    /// The label in a call; `_` if the parameter has none.
    var label: String
    /// The label, or the internal name if the parameter has no label.
    var name: String
    /// The parameter's name inside the initializer's body.
    var variable: String
    var type: SwiftType
    var hasDefault: Bool
    /// Whether the parameter has a property wrapper.
    var isWrapped = false
    /// Whether the parameter is `sending`.
    var isSent = false
  }

  /// The location of the declaration's text.
  struct Place: Sendable, Hashable {
    var path: String
    /// The line number, starting at 1.
    var line: Int
  }

  var id = ""
  var kind = Kind.structure
  var module = ""
  var path: [String] = []
  /// Whether other files in the module can use the declaration.
  var isVisible = true
  /// Whether other packages can use the declaration.
  var isPublic = false
  /// The text of the declaration; for an initializer, only the text before its parameters.
  var fragments: [Fragment] = []
  /// The parameters, if the symbol is an initializer.
  var parameters: [Parameter] = []
  /// Whether all parameters of an initializer could be read from its declaration.
  var showsParameters = true
  var isAsync = false
  var isThrowing = false
  /// Whether the initializer throws errors of one type, as in `throws(Problem)`.
  var hasErrorType = false
  var isFailable = false
  var documentation: [String] = []
  var place: Place?
  var isGeneric = false
  var isExtension = false
  /// Whether the symbol is deprecated or unavailable.
  var isDiscouraged = false
  /// The versions of systems that first have the declaration: the name, such as `macOS`, and the version's numbers.
  var introductions: [(system: String, version: [Int])] = []
  /// Whether the oldest system that the module supports lacks the symbol.
  var isTooNew = false

  /// The name as code in the same module writes it: `Outer.Inner`.
  var name: String { path.joined(separator: ".") }
  var lastName: String { path.last ?? "" }
  /// The type or alias as a type.
  var reference: SwiftType { .named(.init(spelling: name, precise: id), []) }
  /// The name in the catalog: `Module.Outer.Inner`.
  var fullName: String { "\(module).\(name)" }
  /// The full name and its suffixes: `Module.Outer.Inner`, `Outer.Inner`, `Inner`.
  var spellings: [String] {
    let parts = [module] + path
    return parts.indices.map { parts[$0...].joined(separator: ".") }
  }

  /// The name as a Swift file must write it, with keywords in backticks.
  var swiftName: String { path.map(SwiftWords.escaped).joined(separator: ".") }

  var declaration: String { fragments.map(\.spelling).joined() }

  func hasAttribute(_ name: String) -> Bool {
    fragments.contains { $0.isAttribute && ($0.spelling == name || $0.spelling == "@\(name)") }
  }

  /// Whether the declaration is nonisolated. Symbol graphs represent this either as a keyword or as an attribute.
  var isNonisolated: Bool { hasWord("nonisolated") || hasAttribute("nonisolated") }

  func hasWord(_ word: String) -> Bool {
    fragments.contains { $0.precise == nil && !$0.isAttribute && $0.spelling == word }
  }
}

extension [CodeSymbol.Fragment] {
  /// The text after the first of these signs; empty if there is none.
  func after(_ sign: Character) -> [CodeSymbol.Fragment] {
    var rest = Array(drop { $0.precise != nil || !$0.spelling.contains(sign) })
    guard let first = rest.first else { return [] }
    rest[0].spelling = String(first.spelling.drop { $0 != sign }.dropFirst())
    return rest
  }
}
