/// Symbol graphs as the compiler writes them, so far as registering reads them.
struct GraphText {
  /// The module `Parts` with a clock and a protocol without types.
  static var parts: GraphText {
    var graph = GraphText()
    graph.addProtocol("Clock")
    graph.addProtocol("Svc")
    graph.addType("SystemClock", as: ["Clock"])
    return graph
  }

  private(set) var symbols: [String] = []
  private(set) var relationships: [String] = []
  /// The line of each type: the compiler's own initializers stand where the type does, or nowhere.
  private var typeLines: [String: Int] = [:]
  let module: String
  /// The platform that the module is built for, as JSON.
  var platform = "{}"
  /// Whether the compiler's own initializers have a location.
  var placesImplicit = true

  init(_ module: String = "Parts") {
    self.module = module
  }

  var json: String {
    """
    { "metadata": { "nested": [[{ "a": "}" }]] }, "module": { "name": "\(module)", "platform": \(platform) },
      "symbols": [\(symbols.joined(separator: ",\n"))], "relationships": [\(relationships.joined(separator: ",\n"))] }
    """
  }

  static func id(_ name: String) -> String { "s:5Parts:\(name)" }

  /// A type of this module in an extension of another module's type.
  mutating func addNested(_ name: String, in outer: String, as protocols: [String]) {
    add(
      "swift.struct", "\(outer).\(name)", declaration: Self.text("struct \(name)"),
      more: ", \"swiftExtension\": { \"extendedModule\": \"Parts\" }")
    for other in protocols { conform("\(outer).\(name)", to: Self.id(other)) }
    conform("\(outer).\(name)", to: "s:s8SendableP", fallback: "Swift.Sendable")
    addInitializer(of: "\(outer).\(name)", [])
  }

  /// A protocol; of services that may be shared, unless it says otherwise.
  mutating func addProtocol(
    _ name: String, _ associatedTypes: String = "", sendable: Bool = true, access: String = "internal"
  ) {
    add("swift.protocol", name, declaration: Self.text("protocol \(name)\(associatedTypes)"), access: access)
    if sendable { conform(name, to: "s:s8SendableP", fallback: "Swift.Sendable") }
  }

  /// A type, and an initializer with these parameters, each `label name: Type = default`; none where `nil`.
  mutating func addType(
    _ name: String, _ kind: String = "swift.struct", as protocols: [String] = [], attribute: String? = nil,
    access: String = "internal", documentation: [String] = [], generic: Bool = false, sendable: Bool = true,
    parameters: [String]? = [], effects: String = "", start: String = "init(", isActor: Bool = false
  ) {
    let attributes =
      (attribute.map { "{ \"kind\": \"attribute\", \"spelling\": \"\($0)\" }," } ?? "")
      + (isActor ? Self.text("actor") + "," : "")
    let lines = documentation.map { "{ \"text\": \"\($0)\" }" }.joined(separator: ", ")
    add(
      kind, name, declaration: attributes + Self.text("final \(name)"), access: access,
      more: (lines.isEmpty ? "" : ", \"docComment\": { \"lines\": [\(lines)] }")
        + (generic ? ", \"swiftGenerics\": { \"parameters\": [] }" : ""))
    for other in protocols { conform(name, to: Self.id(other)) }
    if sendable { conform(name, to: "s:s8SendableP", fallback: "Swift.Sendable") }
    if let parameters { addInitializer(of: name, parameters, effects: effects, start: start) }
  }

  mutating func addAlias(_ name: String, of type: String, for other: String) {
    add("swift.typealias", "\(type).\(name)", declaration: Self.text("typealias \(name) = \(other)"))
    relate("memberOf", Self.id("\(type).\(name)"), Self.id(type))
  }

  mutating func addStatic(_ name: String, of type: String) {
    add("swift.type.property", "\(type).\(name)", declaration: Self.text("static let \(name)"))
    relate("memberOf", Self.id("\(type).\(name)"), Self.id(type))
  }

  mutating func addInitializer(
    of type: String, _ parameters: [String], effects: String = "", documentation: String? = nil,
    start: String = "init(", access: String = "internal", isInExtension: Bool = false, isImplicit: Bool = false
  ) {
    let read = parameters.map(Parameter.init)
    let name = "init(\(read.map { "\($0.label):" }.joined()))"
    let pieces = read.enumerated().map { index, parameter in
      """
      { "kind": "externalParam", "spelling": "\(parameter.label)" }, \(Self.text(": ")), \(parameter.type),
      \(Self.text(parameter.isDefault ? " = x, " : ", "))
      """
    }
    let signature = read.map { parameter in
      """
      { "name": "\(parameter.name)", "declarationFragments": [\(parameter.wrapper)
        { "kind": "identifier", "spelling": "\(parameter.name)" }, \(Self.text(": ")), \(parameter.plainType)] }
      """
    }
    let effect = effects.isEmpty ? "" : ", { \"kind\": \"keyword\", \"spelling\": \"\(effects)\" }"
    let lines = documentation.map { ", \"docComment\": { \"lines\": [{ \"text\": \"\($0)\" }] }" } ?? ""
    add(
      "swift.init", "\(type).\(name)",
      declaration: ([Self.text(start)] + pieces + [Self.text(")")]).joined(separator: ", ") + effect,
      access: access,
      more: ", \"functionSignature\": { \"parameters\": [\(signature.joined(separator: ", "))] }" + lines
        + (isInExtension ? ", \"swiftExtension\": {}" : ""), line: isImplicit ? typeLines[type] : nil,
      isPlaced: !isImplicit || placesImplicit)
    relate("memberOf", Self.id("\(type).\(name)"), Self.id(type))
  }

  /// What another module declares, as the graph of one that exports it too has it.
  mutating func exportAgain(_ other: GraphText) {
    symbols += other.symbols
    relationships += other.relationships
  }

  /// A type of C that the module lets conform to a protocol.
  mutating func addC(_ name: String, as other: String) {
    let (type, initializer) = ("c:@S@\(name)", "s:So\(name.count)\(name)VABycfc")
    for (kind, id, path) in [
      ("swift.struct", type, "\"\(name)\""), ("swift.init", initializer, "\"\(name)\", \"init()\""),
    ] {
      symbols.append(
        """
        { "kind": { "identifier": "\(kind)" }, "identifier": { "precise": "\(id)" }, "pathComponents": [\(path)],
          "declarationFragments": [\(Self.text("init()"))], "accessLevel": "public",
          "functionSignature": { "parameters": [] } }
        """)
    }
    relationships.append("{ \"kind\": \"memberOf\", \"source\": \"\(initializer)\", \"target\": \"\(type)\" }")
    for target in [Self.id(other), "s:s8SendableP"] {
      relationships.append("{ \"kind\": \"conformsTo\", \"source\": \"\(type)\", \"target\": \"\(target)\" }")
    }
  }

  /// A piece of JSON as it is: for what no compiler writes.
  mutating func addRaw(symbol: String) { symbols.append(symbol) }

  mutating func inherit(_ name: String, from superclass: String) {
    relate("inheritsFrom", Self.id(name), Self.id(superclass))
  }

  mutating func conform(_ name: String, to target: String, fallback: String? = nil) {
    relate("conformsTo", Self.id(name), target, fallback)
  }

  private mutating func relate(_ kind: String, _ source: String, _ target: String, _ fallback: String? = nil) {
    let name = fallback.map { ", \"targetFallback\": \"\($0)\"" } ?? ""
    relationships.append("{ \"kind\": \"\(kind)\", \"source\": \"\(source)\", \"target\": \"\(target)\"\(name) }")
  }

  private mutating func add(
    _ kind: String, _ path: String, declaration: String, access: String = "internal", more: String = "",
    line: Int? = nil, isPlaced: Bool = true
  ) {
    let line = line ?? symbols.count
    typeLines[path] = line
    // An initializer's name has dots of its own in none of these.
    let parts = path.split(separator: ".").map { "\"\($0)\"" }.joined(separator: ", ")
    let location = """
      "location": { "uri": "file:///Sources/Parts/Parts%20A.swift", "position": { "line": \(line), "character": 0 } }
      """
    symbols.append(
      """
      { "kind": { "identifier": "\(kind)", "displayName": "x" }, "identifier": { "precise": "\(Self.id(path))" },
        "pathComponents": [\(parts)], "names": { "title": "\\"\\u0041" }, "declarationFragments": [\(declaration)],
        "accessLevel": "\(access)"\(more)\(isPlaced ? ", \(location)" : "") }
      """)
  }

  private static func text(_ text: String) -> String { "{ \"kind\": \"text\", \"spelling\": \"\(text)\" }" }

  private struct Parameter {
    let label: String
    let name: String
    let type: String
    /// The type without a specifier such as `inout`, which the compiler leaves out of a signature.
    let plainType: String
    let isDefault: Bool
    /// The property wrapper's attribute, followed by a comma; empty if there is none.
    let wrapper: String

    init(_ text: String) {
      isDefault = text.hasSuffix(" = x")
      var text = isDefault ? String(text.dropLast(4)) : text
      let attribute = text.hasPrefix("@") ? String(text.prefix { $0 != " " }) : ""
      wrapper = attribute.isEmpty ? "" : "{ \"kind\": \"attribute\", \"spelling\": \"\(attribute)\" },"
      if !attribute.isEmpty { text.removeFirst(attribute.count + 1) }
      let colon = text.firstIndex(of: ":") ?? text.endIndex
      let names = text[..<colon].split(separator: " ").map(String.init)
      label = names[0]
      name = label == "_" ? names[1] : label
      let written = text[colon...].dropFirst().drop { $0 == " " }
      let specifier = ["inout ", "isolated ", "sending "].first { written.hasPrefix($0) } ?? ""
      type = Self.pieces(written)
      plainType = Self.pieces(written.dropFirst(specifier.count))
    }

    /// Words that begin with a capital are types.
    private static func pieces(_ type: Substring) -> String {
      var pieces: [String] = []
      var word = ""
      func flush() {
        guard !word.isEmpty else { return }
        let isType = word.first?.isUppercase == true
        pieces.append(
          isType
            ? "{ \"kind\": \"typeIdentifier\", \"spelling\": \"\(word)\", \"preciseIdentifier\": \"\(precise(word))\" }"
            : GraphText.text(word))
        word = ""
      }
      for character in type {
        if character.isLetter {
          word.append(character)
        } else {
          flush()
          pieces.append(GraphText.text(String(character)))
        }
      }
      flush()
      return pieces.joined(separator: ", ")
    }

    private static func precise(_ word: String) -> String {
      switch word {
      case "String": "s:SS"
      case "Int": "s:Si"
      case "Lazy", "Provider", "ScopedProvider", "Argument", "InjectionSite": "s:8ConfigDI\(word.count)\(word)V"
      default: GraphText.id(word)
      }
    }
  }
}
