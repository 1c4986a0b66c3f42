import ConfigDI

/// The declarations in a module, and their conformances.
struct SymbolGraph: Sendable {
  struct Relationship: Sendable, Hashable {
    enum Kind: String, Sendable { case conformsTo, inheritsFrom, memberOf }

    var kind: Kind
    var source: String
    var target: String
    /// The name of the relationship's target, if it belongs to another module: `Swift.Sendable`.
    var fallback: String?
  }

  var module = ""
  var symbols: [CodeSymbol] = []
  /// The names of functions, variables and enumeration cases, without their parameters.
  var callables: Set<String> = []
  /// Names that cannot come from a compiler, since they are not valid Swift.
  var refused: [String] = []
  var relationships: [Relationship] = []
}

extension SymbolGraph {
  init(reading bytes: [UInt8]) throws {
    var scanner = JSONScanner(bytes)
    var isGraph = false
    var platform = Platform()
    try scanner.object { scanner, key in
      switch key {
      case "module":
        try scanner.object { scanner, key in
          switch key {
          case "name": module = try scanner.string()
          case "platform": platform = try Platform(reading: &scanner)
          default: try scanner.skip()
          }
        }
      case "symbols":
        isGraph = true
        try scanner.array { scanner in
          guard let symbol = try CodeSymbol(reading: &scanner) else { return }
          if symbol.kind == .callable {
            callables.insert(String(symbol.lastName.prefix { $0 != "(" }))
          } else if symbol.hasNames {
            symbols.append(symbol)
          } else if symbol.kind.isType || symbol.kind == .protocol {
            refused.append(symbol.name)
          }
        }
      case "relationships":
        try scanner.array { scanner in
          if let relationship = try Relationship(reading: &scanner) { relationships.append(relationship) }
        }
      default: try scanner.skip()
      }
    }
    guard isGraph, !module.isEmpty else { throw JSONScanner.Malformed(message: "no symbol graph", offset: 0) }
    guard SwiftWords.isPlain(module) else {
      throw Failure("it names the module '\(visible(module))', which is not a Swift identifier")
    }
    for index in symbols.indices {
      symbols[index].module = module
      symbols[index].isTooNew = symbols[index].introductions.contains { platform.precedes($0) }
    }
  }

  /// The system that a module is built for, and the oldest version on which it must run.
  private struct Platform {
    private var name = ""
    private var minimum = CodeSymbol.Version()

    init() {}

    init(reading scanner: inout JSONScanner) throws {
      var platform = Platform()
      try scanner.object { scanner, key in
        guard key == "operatingSystem" else { return try scanner.skip() }
        try scanner.object { scanner, key in
          switch key {
          case "name": platform.name = try scanner.string()
          case "minimumVersion": platform.minimum = try CodeSymbol.Version(reading: &scanner)
          default: try scanner.skip()
          }
        }
      }
      self = platform
    }

    /// The names of systems in the compiler's target triples, and in `@available`.
    private static let domains = [
      "macosx": "macOS", "ios": "iOS", "tvos": "tvOS", "watchos": "watchOS", "xros": "visionOS",
    ]

    /// Whether the oldest version lacks a declaration.
    func precedes(_ introduction: CodeSymbol.Introduction) -> Bool {
      Self.domains[name] == introduction.domain && minimum < introduction.version
    }
  }
}

extension SymbolGraph.Relationship {
  fileprivate init?(reading scanner: inout JSONScanner) throws {
    var kind = ""
    var source = ""
    var target = ""
    var fallback: String?
    try scanner.object { scanner, key in
      switch key {
      case "kind": kind = try scanner.string()
      case "source": source = try scanner.string()
      case "target": target = try scanner.string()
      case "targetFallback": fallback = try scanner.string()
      default: try scanner.skip()
      }
    }
    guard let kind = Kind(rawValue: kind) else { return nil }
    let isNamed = fallback.map { $0.split(separator: ".").allSatisfy { SwiftWords.isName($0) } } ?? false
    self.init(kind: kind, source: source, target: target, fallback: isNamed ? fallback : nil)
  }
}

extension CodeSymbol {
  /// Reads a symbol from JSON; `nil` for a kind of declaration that registration does not need.
  fileprivate init?(reading scanner: inout JSONScanner) throws {
    var symbol = CodeSymbol()
    var signature: [SignatureParameter] = []
    var isKnown = true
    try scanner.object { scanner, key in
      // The kind comes before the other members, and most symbols are not needed, so that their members are skipped.
      guard isKnown, symbol.kind != .callable || key == "pathComponents" else { return try scanner.skip() }
      switch key {
      case "kind":
        try scanner.object { scanner, key in
          guard key == "identifier" else { return try scanner.skip() }
          let name = try scanner.string()
          if let kind = Kind(rawValue: name) ?? (Kind.callables.contains(name) ? .callable : nil) {
            symbol.kind = kind
          } else {
            isKnown = false
          }
        }
      case "identifier":
        try scanner.object { scanner, key in
          if key == "precise" { symbol.id = try scanner.string() } else { try scanner.skip() }
        }
      case "pathComponents": try scanner.array { symbol.path.append(try $0.string()) }
      case "accessLevel": symbol.access = Access(rawValue: try scanner.string()) ?? .internal
      case "declarationFragments":
        try scanner.array { symbol.fragments.append(try Fragment(reading: &$0)) }
      case "functionSignature": signature = try Self.signature(&scanner)
      case "docComment": symbol.documentation = try Self.lines(&scanner)
      case "location": symbol.place = try Self.place(&scanner)
      case "swiftGenerics":
        try scanner.skip()
        symbol.isGeneric = true
      case "swiftExtension":
        try scanner.skip()
        symbol.isExtension = true
      case "availability": try symbol.readAvailability(&scanner)
      default: try scanner.skip()
      }
    }
    guard isKnown, !symbol.path.isEmpty else { return nil }
    if symbol.kind == .initializer { symbol.readInitializer(signature) }
    self = symbol
  }

  /// Whether the symbol's path has fewer than fifty components and every component is a valid Swift name.
  fileprivate var hasNames: Bool {
    guard path.count < 50 else { return false }
    guard kind == .initializer else { return path.allSatisfy { SwiftWords.isName($0) } }
    return path.dropLast().allSatisfy { SwiftWords.isName($0) }
      && parameters.allSatisfy { parameter in
        [parameter.label, parameter.name, parameter.variable].allSatisfy { SwiftWords.isName($0) }
      }
  }

  /// Sets the parameters of an initializer: their types come from the signature, their labels and default values from
  /// the declaration.
  private mutating func readInitializer(_ signature: [SignatureParameter]) {
    let text = InitializerText(fragments)
    isAsync = text.isAsync
    isThrowing = text.isThrowing
    isFailable = text.isFailable
    fragments.removeSubrange(text.headCount...)
    showsParameters = text.parameters.count == signature.count
    guard showsParameters else { return }
    parameters = zip(text.parameters, signature).map { shown, parameter in
      Parameter(
        label: shown.label, name: parameter.name, variable: parameter.internalName ?? parameter.name,
        type: SwiftType(Self.type(of: parameter.fragments)), hasDefault: shown.hasDefault,
        isWrapped: parameter.fragments.prefix { $0.kind != "identifier" }.contains(where: \.isAttribute),
        isSent: parameter.fragments.contains { $0.precise == nil && $0.spelling == "sending" })
    }
  }

  private static func signature(_ scanner: inout JSONScanner) throws -> [SignatureParameter] {
    var parameters: [SignatureParameter] = []
    try scanner.object { scanner, key in
      guard key == "parameters" else { return try scanner.skip() }
      try scanner.array { scanner in
        var parameter = SignatureParameter()
        try scanner.object { scanner, key in
          switch key {
          case "name": parameter.name = try scanner.string()
          case "internalName": parameter.internalName = try scanner.string()
          case "declarationFragments": try scanner.array { parameter.fragments.append(try Fragment(reading: &$0)) }
          default: try scanner.skip()
          }
        }
        parameters.append(parameter)
      }
    }
    return parameters
  }

  /// The fragments after the first colon.
  private static func type(of fragments: [Fragment]) -> [Fragment] {
    guard let index = fragments.firstIndex(where: { $0.precise == nil && $0.spelling.contains(":") }) else { return [] }
    var rest = Array(fragments[index...])
    rest[0].spelling = String(rest[0].spelling.drop { $0 != ":" }.dropFirst())
    return rest
  }

  private static func lines(_ scanner: inout JSONScanner) throws -> [String] {
    var lines: [String] = []
    try scanner.object { scanner, key in
      guard key == "lines" else { return try scanner.skip() }
      try scanner.array { scanner in
        try scanner.object { scanner, key in
          if key == "text" { lines.append(try scanner.string()) } else { try scanner.skip() }
        }
      }
    }
    return lines
  }

  private static func place(_ scanner: inout JSONScanner) throws -> Place? {
    var place = Place(path: "", line: 1)
    try scanner.object { scanner, key in
      switch key {
      case "uri": place.path = path(ofURI: try scanner.string())
      case "position":
        try scanner.object { scanner, key in
          switch key {
          case "line": place.line = min(max(try scanner.integer(), 0), Self.farthest) + 1
          case "character": place.column = min(max(try scanner.integer(), 0), Self.farthest)
          default: try scanner.skip()
          }
        }
      default: try scanner.skip()
      }
    }
    return place.path.isEmpty ? nil : place
  }

  /// The maximum line and column, more than any real file has.
  private static let farthest = 1 << 30

  private static func path(ofURI uri: String) -> String {
    String(uri.hasPrefix("file://") ? uri.dropFirst(7) : uri[...]).percentDecoded
  }

  private mutating func readAvailability(_ scanner: inout JSONScanner) throws {
    var isDiscouraged = false
    var introductions: [Introduction] = []
    try scanner.array { scanner in
      var introduction = Introduction()
      try scanner.object { scanner, key in
        switch key {
        case "domain": introduction.domain = try scanner.string()
        case "introduced": introduction.version = try Version(reading: &scanner)
        case "isUnconditionallyDeprecated", "isUnconditionallyUnavailable":
          let isSet = try scanner.bool()
          isDiscouraged = isDiscouraged || isSet
        case "deprecated", "obsoleted":
          try scanner.skip()
          isDiscouraged = true
        default: try scanner.skip()
        }
      }
      introductions.append(introduction)
    }
    self.isDiscouraged = isDiscouraged
    self.introductions = introductions
  }
}

extension CodeSymbol.Version {
  fileprivate init(reading scanner: inout JSONScanner) throws {
    var version = Self()
    try scanner.object { scanner, key in
      switch key {
      case "major": version.major = try scanner.integer()
      case "minor": version.minor = try scanner.integer()
      default: try scanner.skip()
      }
    }
    self = version
  }
}

/// A parameter in a signature: the names, and the fragments of the type.
private struct SignatureParameter {
  var name = ""
  var internalName: String?
  var fragments: [CodeSymbol.Fragment] = []
}

extension CodeSymbol.Fragment {
  fileprivate init(reading scanner: inout JSONScanner) throws {
    var fragment = CodeSymbol.Fragment()
    try scanner.object { scanner, key in
      switch key {
      case "kind": fragment.kind = try scanner.string()
      case "spelling": fragment.spelling = try scanner.string()
      case "preciseIdentifier": fragment.precise = try scanner.string()
      default: try scanner.skip()
      }
    }
    self = fragment
  }
}
