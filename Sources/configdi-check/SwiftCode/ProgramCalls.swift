import ConfigDI
import Synchronization

/// The calls in a program that refer to something in its manifests.
final class ProgramCalls: Sendable {
  /// The calls whose arguments are known types, literals or constants, in source order.
  let found: [SwiftCalls.Found]
  /// The calls that run a phase.
  let phases: [SwiftCalls.Found]
  /// The locations of calls whose arguments are not literals.
  let skipped: [SourceLocation]
  /// The files that have calls, constants or suppressions.
  let files: [SourceFile]
  let comments: [[Comment]]
  /// The package's folder; `nil` if the sources were named on the command line.
  let package: String?
  /// All sources, including those that do not import the library.
  let sources: SourceFolders
  private let cache: CallCache
  private let declarations = Memo<SwiftDeclarations>()
  private let registered = Memo<[String: SourceLocation]>()

  var sites: [CallSite] { found.map(\.site) }

  /// - Parameter unread: The targets whose sources are not read.
  init(_ sources: SourceFolders, _ cache: CallCache, package: String?, unread: [SourceLocation] = []) {
    self.sources = sources
    self.cache = cache
    self.package = package
    let paths = sources.paths
    let files = sources
    // Most files do not import the library or do not call it.
    let texts = Parallel.map(paths.count) { index in
      files.read(paths[index]).flatMap { $0[...].end(of: "ConfigDI") == nil ? nil : (path: paths[index], bytes: $0) }
    }.compactMap { $0 }
    let aliases = Dictionary(firstOf: texts.flatMap { SwiftDeclarations.libraryAliases(in: $0.bytes[...]) })
    let read = Parallel.map(texts.count) { index in
      cache.calls(in: texts[index].bytes, at: texts[index].path, aliases: aliases)
    }.compactMap { $0 }.filter(\.isOfUse)
    var keys: [String: SwiftCalls.Constant?] = [:]
    for file in read {
      keys.merge(file.keys) { known, new in known == new ? known : nil }
    }
    var skipped = unread
    var all: [SwiftCalls.Found] = []
    for file in read {
      skipped += file.skipped
      let found = file.found.compactMap { call -> SwiftCalls.Found? in
        guard let name = call.constant else { return call }
        let site = call.site
        guard case .some(.some(let constant)) = keys[name] else {
          if call.callee.receiver.isOurs { skipped.append(site.location) }
          return nil
        }
        return .init(
          site: CallSite(constant.subject, by: site.call, at: site.location, isConditional: site.isConditional),
          typeNames: constant.typeNames, extended: constant.extended, callee: call.callee)
      }
      all += found.sorted { $0.site.location.startOffset < $1.site.location.startOffset }
    }
    phases = read.flatMap(\.phases)
    self.skipped = skipped
    found = all
    self.files = read.map(\.file)
    comments = read.map(\.comments)
  }

  /// The location of each factory's registration with a literal name. The sources are read on first use.
  var registrations: [String: SourceLocation] {
    registered.answer { [sources] in
      let found = Parallel.map(sources.paths.count) { index -> [SwiftRegistrations.Named] in
        let path = sources.paths[index]
        guard let bytes = sources.read(path), bytes[...].end(of: ".register") != nil else { return [] }
        return SwiftRegistrations(in: SourceFile(path: path, bytes: bytes)).named
      }
      return Dictionary(firstOf: found.joined().map { ($0.name, $0.location) })
    }
  }

  /// Whether a call is surely to the library, and the type name in it surely means the type itself. An alias would mean
  /// a different key, and so would a generic parameter of an extended type.
  func isCertain(_ call: SwiftCalls.Found) -> Bool {
    let callee = call.callee
    let type = if case .ours(let type) = callee.receiver { type } else { "Container" }
    return callee.receiver != .doubtful && !declared.ownTypes.contains(type)
      && (callee.receiver.isOurs || isLibraryType(callee.undeclared) ?? !declared.ownMethods.contains(callee.name))
      && !call.typeNames.contains { name in
        declared.aliases.contains(name) || call.extended.contains { mayBeParameter(name, of: $0) }
      }
  }

  /// Whether the program declares a receiver with a type of the library; `nil` if no declaration shows its type.
  private func isLibraryType(_ receiver: String?) -> Bool? {
    guard let types = receiver.flatMap({ declared.variables[$0] }) else { return nil }
    let names = types.map { $0.drop { $0 == "[" }.split(separator: ".").last.map(String.init) ?? $0 }
    if names.contains(where: { CallScanner.libraryTypes.contains($0) || declared.aliases.contains($0) }) { return true }
    return names.contains(SwiftFileFacts.unknown) || names.contains(SwiftFileFacts.doubtful) ? nil : false
  }

  /// Whether a name in an extension may be a generic parameter of the extended type. If the program does not declare
  /// that type, any type that it does not declare either may be such a parameter.
  private func mayBeParameter(_ name: String, of type: String) -> Bool {
    if let parameters = declared.types[type] { return parameters.contains(name) }
    if type == "Key" { return name == "Service" }
    return !CallScanner.libraryTypes.contains(type) && !SwiftFileFacts.libraries.contains(type)
      && declared.types[name] == nil
  }

  /// The types that the program declares. The sources are read on first use.
  private var declared: SwiftDeclarations {
    declarations.answer {
      let (sources, cache) = (sources, cache)
      return Parallel.map(sources.paths.count) { index in
        sources.read(sources.paths[index]).map { cache.declarations(in: $0, at: sources.paths[index]) }
      }.compactMap { $0 }.reduce(into: SwiftDeclarations()) { $0.add($1) }
    }
  }
}

/// The types that Swift sources declare.
struct SwiftDeclarations: Sendable {
  /// The names of type aliases and associated types.
  private(set) var aliases: Set<String> = []
  /// The generic parameters of each type.
  private(set) var types: [String: Set<String>] = [:]
  /// The types and aliases at the top level that hide a type of the library.
  private(set) var ownTypes: Set<String> = []
  /// The methods of the program's own types that may be called like a method of the library.
  private(set) var ownMethods: Set<String> = []
  /// The types of variables and functions, as in `SwiftFileFacts`.
  var variables: [String: Set<String>] = [:]

  /// Records a type alias or an associated type, whose keyword is at an index.
  mutating func addAlias(at index: Int, in text: SwiftText) {
    aliases.insert(text.name(index + 1))
    if Self.libraryType(ofAliasAt: index, text) == nil { own(index, text) }
  }

  mutating func addType(at index: Int, in text: SwiftText) {
    let parameters = text.isSign(index + 2, "<") ? text.genericParameters(at: index + 2) : []
    types[text.name(index + 1), default: []].formUnion(parameters)
    own(index, text)
  }

  /// Records a function, whose keyword is at an index, if it is a method that may be called like one of the library.
  mutating func addFunction(at index: Int, in text: SwiftText) {
    let name = text.name(index + 1)
    guard CallScanner.names.contains(name), let header = SwiftHeader(around: index, text),
      !header.isExtension || !CallScanner.libraryTypes.contains(header.name)
    else { return }
    let open = (index + 2..<index + 80).first { text.isSign($0, "(") } ?? index
    let takesType = text.contents(of: open).contains { text.isWord($0, "Type") }
    if takesType || name.hasSuffix("Scope") { ownMethods.insert(name) }
  }

  private mutating func own(_ index: Int, _ text: SwiftText) {
    let name = text.name(index + 1)
    if text.opening(index) == nil, CallScanner.libraryTypes.contains(name) { ownTypes.insert(name) }
  }

  /// The type aliases and static members in a file that stand for types of the library.
  static func libraryAliases(in bytes: ArraySlice<UInt8>) -> [(String, String)] {
    let aliases = lines(after: "typealias ", in: bytes).compactMap { text in
      libraryType(ofAliasAt: 0, text).map { (text.name(1), $0) }
    }
    let hasContainers = lines(after: "static ", in: bytes).contains { text in
      SwiftFileFacts.instances.contains(text.name(2))
        && text.lexemes.indices.contains { CallScanner.containers.contains(text.name($0)) }
    }
    guard hasContainers else { return aliases }
    let facts = SwiftFileFacts(SwiftText(Array(bytes)))
    return aliases
      + facts.memberTypes.compactMap { name, types in
        guard name.contains("."), types.count == 1, let type = types.first.flatMap(facts.libraryType),
          CallScanner.containers.contains(type)
        else { return nil }
        return (name, type)
      }
  }

  /// The lines that contain a word, each from that word on, as far as a declaration may reach.
  private static func lines(after word: String, in bytes: ArraySlice<UInt8>) -> [SwiftText] {
    var rest = bytes
    var lines: [SwiftText] = []
    while let start = rest.end(of: word) {
      rest = rest[start...]
      lines.append(SwiftText(Array(word.utf8) + rest.prefix(SwiftLimits.line).prefix { $0 != 0x0A }))
    }
    return lines
  }

  private static func libraryType(ofAliasAt index: Int, _ text: SwiftText) -> String? {
    guard text.isSign(index + 2, "="), let parts = text.path(at: index + 3)?.type.split(separator: "."),
      let name = parts.last.map(String.init), CallScanner.libraryTypes.contains(name)
    else { return nil }
    return parts.count == 1 || SwiftFileFacts.libraries.contains(String(parts[0])) ? name : nil
  }

  mutating func add(_ other: SwiftDeclarations) {
    aliases.formUnion(other.aliases)
    ownTypes.formUnion(other.ownTypes)
    ownMethods.formUnion(other.ownMethods)
    types.merge(other.types) { $0.union($1) }
    variables.merge(other.variables) { $0.union($1) }
  }
}

/// Caches the calls in files, until the files change.
final class CallCache: Sendable {
  // Not a tuple: a tuple costs a search for its type at the end of every check.
  private struct Reading<Facts: Sendable>: Sendable {
    let bytes: [UInt8]
    let aliases: [String: String]
    let facts: Facts
  }

  private let known = Mutex<[String: Reading<SwiftCalls?>]>([:])
  private let declared = Mutex<[String: Reading<SwiftDeclarations>]>([:])

  func calls(in bytes: [UInt8], at path: String, aliases: [String: String]) -> SwiftCalls? {
    Self.facts(known, bytes, path, aliases) { SwiftCalls(SourceFile(path: path, bytes: bytes), aliases: aliases) }
  }

  func declarations(in bytes: [UInt8], at path: String) -> SwiftDeclarations {
    Self.facts(declared, bytes, path) { SwiftFileFacts(SwiftText(bytes)).declarations }
  }

  private static func facts<Facts: Sendable>(
    _ known: borrowing Mutex<[String: Reading<Facts>]>, _ bytes: [UInt8], _ path: String,
    _ aliases: [String: String] = [:], read: () -> Facts
  ) -> Facts {
    if let known = known.withLock({ $0[path] }), known.bytes == bytes, known.aliases == aliases { return known.facts }
    let facts = read()
    known.withLock { $0[path] = Reading(bytes: bytes, aliases: aliases, facts: facts) }
    return facts
  }
}
