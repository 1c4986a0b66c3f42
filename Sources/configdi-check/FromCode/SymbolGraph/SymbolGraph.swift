import ConfigDI

/// The declarations of a module, and their conformances.
struct SymbolGraph: Sendable {
  struct Relationship: Sendable, Hashable {
    enum Kind: String, Sendable { case conformsTo, inheritsFrom, memberOf }

    var kind: Kind
    var source: String
    var target: String
    /// The target's name if it belongs to another module: `Swift.Sendable`.
    var fallback: String?
  }

  var module = ""
  var symbols: [CodeSymbol] = []
  var relationships: [Relationship] = []
}

extension SymbolGraph {
  init(reading bytes: [UInt8]) throws {
    var scanner = JSONScanner(bytes)
    var isGraph = false
    try scanner.object { scanner, key in
      switch key {
      case "module":
        try scanner.object { scanner, key in
          if key == "name" { module = try scanner.string() } else { try scanner.skip() }
        }
      case "symbols":
        isGraph = true
        try scanner.array { scanner in
          if let symbol = try CodeSymbol(reading: &scanner) { symbols.append(symbol) }
        }
      case "relationships":
        try scanner.array { scanner in
          if let relationship = try Relationship(reading: &scanner) { relationships.append(relationship) }
        }
      default: try scanner.skip()
      }
    }
    guard isGraph, !module.isEmpty else { throw JSONScanner.Malformed(message: "no symbol graph", offset: 0) }
    for index in symbols.indices { symbols[index].module = module }
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
    self.init(kind: kind, source: source, target: target, fallback: fallback)
  }
}

extension CodeSymbol {
  /// Reads a symbol; `nil` for a kind of declaration that registering does not need.
  fileprivate init?(reading scanner: inout JSONScanner) throws {
    var symbol = CodeSymbol()
    var signature: [SignatureParameter] = []
    var isKnown = true
    try scanner.object { scanner, key in
      // The kind comes first, and most symbols are not needed.
      guard isKnown else { return try scanner.skip() }
      switch key {
      case "kind":
        try scanner.object { scanner, key in
          guard key == "identifier" else { return try scanner.skip() }
          if let kind = Kind(rawValue: try scanner.string()) { symbol.kind = kind } else { isKnown = false }
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
      case "availability": symbol.isDiscouraged = try Self.isDiscouraged(&scanner)
      default: try scanner.skip()
      }
    }
    guard isKnown, !symbol.path.isEmpty else { return nil }
    symbol.parameters = Self.parameters(signature, in: symbol.fragments)
    self = symbol
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

  /// The parameters: the signature has the types, the declaration the labels and whether there is a default value.
  private static func parameters(
    _ signature: [SignatureParameter], in declaration: [Fragment]
  ) -> [Parameter] {
    let starts = declaration.indices.filter { declaration[$0].kind == "externalParam" }
    guard starts.count == signature.count else { return [] }
    return signature.enumerated().map { index, parameter in
      let end = index + 1 < starts.count ? starts[index + 1] : declaration.endIndex
      let text = declaration[starts[index]..<end].map(\.spelling).joined()
      return Parameter(
        label: declaration[starts[index]].spelling, name: parameter.name,
        variable: parameter.internalName ?? parameter.name, type: SwiftType(type(of: parameter.fragments)),
        hasDefault: text.contains(" = "))
    }
  }

  /// The pieces after the first colon.
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
          if key == "line" { place.line = try scanner.integer() + 1 } else { try scanner.skip() }
        }
      default: try scanner.skip()
      }
    }
    return place.path.isEmpty ? nil : place
  }

  private static func path(ofURI uri: String) -> String {
    String(uri.hasPrefix("file://") ? uri.dropFirst(7) : uri[...]).percentDecoded
  }

  private static func isDiscouraged(_ scanner: inout JSONScanner) throws -> Bool {
    var result = false
    try scanner.array { scanner in
      try scanner.object { scanner, key in
        switch key {
        case "isUnconditionallyDeprecated", "isUnconditionallyUnavailable":
          let isSet = try scanner.bool()
          result = result || isSet
        case "deprecated", "obsoleted":
          try scanner.skip()
          result = true
        default: try scanner.skip()
        }
      }
    }
    return result
  }
}

/// A parameter in a signature: the names, and the pieces of the type.
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
