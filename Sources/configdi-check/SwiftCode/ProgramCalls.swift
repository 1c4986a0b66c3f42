import ConfigDI
import Synchronization

/// The calls in a program that refer to something in its manifests.
final class ProgramCalls: Sendable {
  /// The calls whose arguments are known types, literals or constants, in source order.
  let found: [SwiftCalls.Found]
  /// The locations of calls whose arguments are not literals.
  let skipped: [SourceLocation]
  /// The files that have calls, constants or suppressions.
  let files: [SourceFile]
  let comments: [[Comment]]
  /// The package's folder; `nil` if the sources were named on the command line.
  let package: String?
  /// All sources, including those that do not import the library.
  let sources: SourceFolders
  private let undecided = Memos<String, Bool>()
  private let registered = Memo<[String: SourceLocation]>()

  var sites: [CallSite] { found.map(\.site) }

  init(_ sources: SourceFolders, _ cache: CallCache, package: String?) {
    self.sources = sources
    self.package = package
    let paths = sources.paths
    let files = sources
    let read = Parallel.map(paths.count) { index in
      files.read(paths[index]).flatMap { cache.calls(in: $0, at: paths[index]) }
    }.compactMap { $0 }.filter(\.isOfUse)
    var keys: [String: String?] = [:]
    for file in read {
      keys.merge(file.keys) { known, new in known == new ? known : nil }
    }
    var skipped: [SourceLocation] = []
    var all: [SwiftCalls.Found] = []
    for file in read {
      skipped += file.skipped
      var found = file.found
      for named in file.named {
        guard case .some(.some(let name)) = keys[named.constant] else {
          if named.counts { skipped.append(named.location) }
          continue
        }
        let site = CallSite(
          .custom(name), by: named.call, at: named.location, isConditional: named.isConditional)
        found.append(.init(site: site))
      }
      all += found.sorted { $0.site.location.startOffset < $1.site.location.startOffset }
    }
    self.skipped = skipped
    found = all
    self.files = read.map(\.file)
    comments = read.map(\.comments)
  }

  /// The location of each factory's registration, if the registration gives the name as a literal. The sources are read
  /// on first use.
  var registrations: [String: SourceLocation] { registered.answer { sources.registrations() } }

  /// Whether the type name in a call surely means the type itself. An alias would mean a different key, and so would a
  /// generic parameter of an extended type.
  func isCertain(_ call: SwiftCalls.Found) -> Bool {
    !call.typeNames.contains { name in
      isDeclared("typealias \(name)", endsName: true) || isDeclared("associatedtype \(name)", endsName: true)
        || call.extended.contains { mayBeParameter(name, of: $0) }
    }
  }

  private func isDeclared(_ text: String, endsName: Bool) -> Bool {
    undecided.answer(text) { sources.contain { Self.contains($0, text, endsName: endsName) } }
  }

  /// Whether a name in an extension may be a generic parameter of the extended type. If the program does not declare
  /// that type, any type that it does not declare either may be such a parameter.
  private func mayBeParameter(_ name: String, of type: String) -> Bool {
    guard !isType(type) else { return isParameter(name, of: type) }
    return !CallScanner.containers.contains(type) && !SwiftFileFacts.libraries.contains(type) && !isType(name)
  }

  /// Whether the program declares a type.
  private func isType(_ name: String) -> Bool {
    ["struct", "class", "enum", "actor", "protocol"].contains { isDeclared("\($0) \(name)", endsName: true) }
  }

  private func isParameter(_ name: String, of type: String) -> Bool {
    undecided.answer("\(type)<\(name)") {
      sources.contain { bytes in
        guard Self.contains(bytes, "\(type)<", endsName: false) else { return false }
        let text = SwiftText(bytes)
        return text.lexemes.indices.contains { index in
          text.isSign(index, "<") && text.name(index - 1) == type
            && ["struct", "class", "enum", "actor", "protocol"].contains(text.name(index - 2))
            && SwiftFileFacts.parameters(at: index, text).contains(name)
        }
      }
    }
  }

  private static func contains(_ bytes: [UInt8], _ text: String, endsName: Bool) -> Bool {
    var rest = bytes[...]
    while let end = rest.end(of: text) {
      if !endsName || end >= bytes.count || !SwiftLexer.isWord(bytes[end]) { return true }
      rest = bytes[end...]
    }
    return false
  }
}

/// Caches the calls in files, until the files change.
final class CallCache: Sendable {
  private let known = Mutex<[String: (bytes: [UInt8], calls: SwiftCalls?)]>([:])

  func calls(in bytes: [UInt8], at path: String) -> SwiftCalls? {
    // Most files do not import the library or do not call it.
    guard bytes[...].end(of: "ConfigDI") != nil, Self.signs.contains(where: { bytes[...].end(of: $0) != nil }) else {
      return nil
    }
    if let known = known.withLock({ $0[path] }), known.bytes == bytes { return known.calls }
    let calls = SwiftCalls(SourceFile(path: path, bytes: bytes))
    known.withLock { $0[path] = (bytes, calls) }
    return calls
  }

  /// Every relevant call and every suppression contains at least one of these strings.
  private static let signs = [
    ".self", "resolve", "Scope(", "stage:", "Key<", "Key(", ".set(", "parameter:", "configdi:ignore",
  ]
}
