import ConfigDI

/// The declarations in a module, and their conformances.
struct SymbolGraph: Sendable {
  var module = ""
  var symbols: [CodeSymbol] = []
  /// The names of functions, variables and enumeration cases, without their parameters.
  var callables: Set<String> = []
  /// The protocols named in the declaration of each type and protocol.
  var conformances: [String: Set<String>] = [:]
  var superclasses: [String: String] = [:]
  var members: [(member: String, type: String)] = []
  /// The names of protocols in other modules, such as `Swift.Sendable`.
  var protocolNames: [String: String] = [:]
}

extension SymbolGraph {
  init(reading bytes: [UInt8]) throws {
    var scanner = JSONScanner(bytes)
    var isGraph = false
    // The system that the module is built for, and the oldest version on which it must run.
    var (system, minimum): (String?, [Int]) = (nil, [])
    try scanner.object { scanner, key in
      switch key {
      case "module":
        let json = try scanner.value()
        module = json["name"]?.string ?? ""
        let platform = json["platform", "operatingSystem"]
        system = platform?["name"]?.string.flatMap { Self.systems[$0] }
        minimum = CodeSymbol.version(platform?["minimumVersion"])
      case "symbols":
        isGraph = true
        try scanner.array { scanner in
          guard let symbol = CodeSymbol(try scanner.value()) else { return }
          if symbol.kind == .callable {
            callables.insert(String(symbol.lastName.prefix { $0 != "(" }))
          } else if symbol.hasNames {
            symbols.append(symbol)
          }
        }
      case "relationships":
        try scanner.array { scanner in readRelationship(try scanner.value()) }
      default: _ = try scanner.value()
      }
    }
    guard isGraph, !module.isEmpty else { throw JSONScanner.Malformed(message: "no symbol graph", offset: 0) }
    guard SwiftWords.isPlain(module) else {
      throw Failure("it names the module '\(visible(module))', which is not a Swift identifier")
    }
    for index in symbols.indices {
      symbols[index].module = module
      symbols[index].isTooNew = symbols[index].introductions.contains {
        $0.system == system && minimum.lexicographicallyPrecedes($0.version)
      }
    }
  }

  /// The names of systems in the compiler's target triples, and in `@available`.
  private static let systems = [
    "macosx": "macOS", "ios": "iOS", "tvos": "tvOS", "watchos": "watchOS", "xros": "visionOS",
  ]

  private mutating func readRelationship(_ json: JSON) {
    guard let source = json["source"]?.string, let target = json["target"]?.string else { return }
    switch json["kind"]?.string {
    case "conformsTo":
      conformances[source, default: []].insert(target)
      guard let name = json["targetFallback"]?.string else { return }
      if name.split(separator: ".").allSatisfy({ SwiftWords.isName($0) }) { protocolNames[target] = name }
    case "inheritsFrom": superclasses[source] = target
    case "memberOf": members.append((source, target))
    default: break
    }
  }
}

extension CodeSymbol {
  /// Creates a symbol from JSON; `nil` for a kind of declaration that registration does not need.
  fileprivate init?(_ json: JSON) {
    let name = json["kind", "identifier"]?.string ?? ""
    guard let kind = Kind(rawValue: name) ?? (Kind.callables.contains(name) ? .callable : nil) else { return nil }
    self.kind = kind
    path = json["pathComponents"]?.elements?.compactMap(\.string) ?? []
    guard !path.isEmpty else { return nil }
    guard kind != .callable else { return }
    id = json["identifier", "precise"]?.string ?? ""
    let access = json["accessLevel"]?.string
    isVisible = access != "private" && access != "fileprivate"
    isPublic = access == "public" || access == "open"
    fragments = Self.fragments(json)
    documentation = json["docComment", "lines"]?.elements?.compactMap { $0["text"]?.string } ?? []
    place = Place(json["location"])
    isGeneric = json["swiftGenerics"] != nil
    isExtension = json["swiftExtension"] != nil
    for system in json["availability"]?.elements ?? [] {
      introductions.append((system["domain"]?.string ?? "", Self.version(system["introduced"])))
      isDiscouraged =
        isDiscouraged || system["deprecated"] != nil || system["obsoleted"] != nil
        || ["isUnconditionallyDeprecated", "isUnconditionallyUnavailable"].contains { system[$0]?.bool == true }
    }
    if kind == .initializer { readInitializer(json["functionSignature", "parameters"]?.elements ?? []) }
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

  /// Sets an initializer's parameters: their types come from the signature, the rest from the declaration.
  private mutating func readInitializer(_ signature: [JSON]) {
    let parameters = readInitializer()
    showsParameters = parameters.count == signature.count
    guard showsParameters else { return }
    self.parameters = zip(parameters, signature).map { shown, parameter in
      let name = parameter["name"]?.string ?? ""
      let fragments = Self.fragments(parameter)
      let type = SwiftType(fragments.after(":"))
      let isSent = shown.specifier == "sending"
      return Parameter(
        label: shown.label, name: name, variable: parameter["internalName"]?.string ?? name,
        type: isSent
          ? type
          : shown.specifier.map { .other(type.text.hasPrefix($0) ? type.text : "\($0) \(type.text)") } ?? type,
        hasDefault: shown.hasDefault,
        isWrapped: fragments.prefix { $0.kind != "identifier" }.contains(where: \.isAttribute), isSent: isSent)
    }
  }

  /// Reads an initializer's effects from its declaration, and shortens the declaration to the text before the
  /// parameters. Text inside a parameter's type or default value, such as a label in a closure's type, does not begin
  /// another parameter.
  ///
  /// The declaration always has the specifiers `inout`, `isolated` and `sending`; the signature only with some compilers.
  mutating func readInitializer() -> [(label: String, hasDefault: Bool, specifier: String?)] {
    var bytes: [UInt8] = []
    var starts: [Int] = []
    for fragment in fragments {
      starts.append(bytes.count)
      bytes += fragment.spelling.utf8
    }
    let text = SwiftText(bytes)
    guard
      let word = text.lexemes.indices.first(where: { text.isWord($0, "init") && text.opening($0) == nil }),
      let open = (word + 1..<text.lexemes.count).first(where: { text.isSign($0, "(") && text.opening($0) == nil })
    else { return [] }
    isFailable = text.isSign(word + 1, "?") || text.isSign(word + 1, "!")
    let end = text.end(of: open)
    for index in min(end + 1, text.lexemes.count)..<text.lexemes.count where text.opening(index) == nil {
      if text.isWord(index, "where") { break }
      if text.isWord(index, "async") { isAsync = true }
      if text.isWord(index, "throws") || text.isWord(index, "rethrows") {
        isThrowing = true
        hasErrorType = text.isSign(index + 1, "(")
      }
    }
    let labels = Dictionary(
      uniqueKeysWithValues: fragments.indices.filter {
        fragments[$0].kind == "externalParam" && !fragments[$0].spelling.isEmpty
      }
      .map { (starts[$0], fragments[$0].spelling) })
    var parameters: [(label: String, hasDefault: Bool, specifier: String?)] = []
    for index in min(open + 1, end)..<end where text.opening(index) == open {
      if let label = labels[text.lexemes[index].range.lowerBound] {
        parameters.append((SwiftWords.unescaped(label), false, nil))
      } else if let last = parameters.indices.last {
        if text.isSign(index, "=") { parameters[last].hasDefault = true }
        guard text.isSign(index - 1, ":"), !parameters[last].hasDefault else { continue }
        parameters[last].specifier = ["inout", "isolated", "sending"].first { $0 == text.string(index) }
      }
    }
    let opening = text.lexemes[open].range.lowerBound
    if let rest = starts.firstIndex(where: { $0 > opening }) { fragments.removeSubrange(rest...) }
    return parameters
  }

  fileprivate static func version(_ json: JSON?) -> [Int] { ["major", "minor"].map { json?[$0]?.int ?? 0 } }

  private static func fragments(_ json: JSON) -> [Fragment] {
    (json["declarationFragments"]?.elements ?? []).map { fragment in
      Fragment(
        kind: fragment["kind"]?.string ?? "", spelling: fragment["spelling"]?.string ?? "",
        precise: fragment["preciseIdentifier"]?.string)
    }
  }
}

extension CodeSymbol.Place {
  fileprivate init?(_ json: JSON?) {
    guard let uri = json?["uri"]?.string, !uri.isEmpty else { return nil }
    path = String(uri.hasPrefix("file://") ? uri.dropFirst(7) : uri[...]).percentDecoded
    // At most more than any real file has.
    line = min(max(json?["position", "line"]?.int ?? 0, 0), 1 << 30) + 1
  }
}

/// The symbol graphs of a package's modules, read from the folders into which the toolchain wrote them.
enum SymbolGraphFiles {
  static let suffix = ".symbols.json"
  /// The maximum size of a graph in bytes. A large program's graph can be tens of megabytes.
  private static let limit = 1 << 30

  static func read(_ places: [String], _ files: any FileAccess) throws(Failure) -> [SymbolGraph] {
    var graphs: [SymbolGraph] = []
    for place in places {
      let found = try paths(at: place, files)
      for path in found { graphs.append(try read(path, files)) }
    }
    return graphs
  }

  private static func paths(at place: String, _ files: any FileAccess) throws(Failure) -> [String] {
    guard let entries = files.entries(of: place) else {
      guard files.resolve(place) != nil else { throw Failure("no such file or folder: \(place)") }
      return [place]
    }
    let names = entries.filter { $0.kind == .file && $0.name.hasSuffix(suffix) }.map(\.name)
    guard !names.isEmpty else {
      throw Failure(
        "\(place) has no \(suffix) file: generate one with 'swift package dump-symbol-graph --minimum-access-level private'"
      )
    }
    return names.map { FilePath.join(place, $0) }
  }

  private static func read(_ path: String, _ files: any FileAccess) throws(Failure) -> SymbolGraph {
    do {
      return try SymbolGraph(reading: try files.read(path, limit: limit))
    } catch let problem as FileProblem {
      throw Failure("cannot read the symbol graph \(path): \(problem.explanation)")
    } catch let problem as Failure {
      throw Failure("\(path) is not a symbol graph: \(problem.message)")
    } catch {
      let offset = (error as? JSONScanner.Malformed)?.offset ?? 0
      throw Failure("\(path) is not a symbol graph: it is invalid at byte \(offset)")
    }
  }
}
