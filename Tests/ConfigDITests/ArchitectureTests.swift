import Foundation
import Testing

/// Holds the sources to the lists of `ARCHITECTURE.md`: each folder names the types of those before it, and of no later
/// one.
@Suite struct ArchitectureTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test("folders use only folders listed before them") func foldersNameEarlierFoldersTypesAlone() throws {
    let places = try Self.places()
    let sources = try Self.sources(places)
    var home: [String: Int] = [:]
    for source in sources {
      for name in Self.declaredTypes(source.text) { home[name] = max(home[name] ?? 0, source.place) }
    }
    #expect(home.count > 50)
    // A nested type or generic parameter of the same name may be what is meant.
    var nested: [String: Int] = [:]
    for source in sources {
      for name in Self.nestedNames(source.text) { nested[name] = min(nested[name] ?? source.place, source.place) }
    }
    for source in sources {
      let declared = Set(Self.declaredTypes(source.text))
      for name in Self.identifiers(source.text).subtracting(declared) {
        guard let other = home[name], nested[name] ?? .max > source.place else { continue }
        #expect(
          other <= source.place, "\(source.path) names \(name), which belongs to the later folder \(places[other])")
      }
    }
  }

  @Test("the page lists the folders that exist") func thePageListsWhatThereIs() throws {
    let places = try Self.places()
    for module in ["ConfigDIRuntime", "ConfigDI", "configdi-check"] {
      let listed = places.filter { $0.hasPrefix(module + "/") }.map { String($0.dropFirst(module.count + 1)) }
      let found = try FileManager.default.contentsOfDirectory(
        atPath: Self.root.appending(path: "Sources/\(module)").path)
      #expect(listed.sorted() == found.filter { !$0.hasPrefix(".") }.sorted())
    }
  }

  @Test("each question on the page has one existing file as its home") func questionsHaveHomes() throws {
    let page = try String(contentsOf: Self.root.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
    let rows = page.matches(of: #/(?m)^\| ([^|]+\?) \| `([^`]+)` \|$/#)
    #expect(rows.count > 20)
    #expect(Set(rows.map(\.output.1)).count == rows.count)
    #expect(Set(rows.map(\.output.2)).count == rows.count)
    for row in rows {
      let file = Self.root.appending(path: "Sources/\(row.output.2)")
      #expect(FileManager.default.fileExists(atPath: file.path), "\(row.output.1) \(row.output.2) does not exist")
    }
  }

  @Test("only the YAML folder imports libyaml") func onlyTheYAMLFolderImportsLibyaml() throws {
    for source in try Self.sources(Self.places()) where source.text.contains("import CYAML") {
      #expect(source.path.hasPrefix("ConfigDI/YAML/"), "\(source.path) imports CYAML")
    }
  }

  @Test("only the Platform folder calls the system") func onlyThePlatformFolderAsksForTheSystem() throws {
    for source in try Self.sources(Self.places())
    where source.text.contains("#if os(") || source.text.contains("#if canImport(") {
      #expect(source.path.hasPrefix("ConfigDIRuntime/Platform/"), "\(source.path) asks for the system")
    }
  }

  /// The entries of the page's lists, in their order: `ConfigDI/YAML`, …
  private static func places() throws -> [String] {
    let page = try String(contentsOf: root.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
    var places: [String] = []
    var module: Substring?
    for line in page.split(separator: "\n") {
      if let heading = line.wholeMatch(of: #/Sources\/([\w-]+)\//#) {
        module = heading.output.1
      } else if let entry = line.prefixMatch(of: #/  (\w[\w.]*)\/?(?=\s|$)/#), let module {
        places.append("\(module)/\(entry.output.1)")
      } else {
        module = nil
      }
    }
    #expect(places.count > 15)
    return places
  }

  private struct Source {
    /// From `Sources` on.
    let path: String
    /// The position of its folder in the lists.
    let place: Int
    /// Without comments and string literals.
    let text: String
  }

  private static func sources(_ places: [String]) throws -> [Source] {
    let folder = root.appending(path: "Sources")
    let names = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
    return try names.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
      let place = path.split(separator: "/").prefix(2).joined(separator: "/")
      guard let position = places.firstIndex(of: place), !place.hasPrefix("configdi-check/") else { return nil }
      let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      return Source(path: path, place: position, text: code(text))
    }
  }

  private static func code(_ text: String) -> String {
    text.replacing(#/"""(?s:.*?)"""/#, with: "").replacing(#/\/\/[^\n]*/#, with: "")
      .replacing(#/"(?:\\.|[^"\\\n])*"/#, with: "")
  }

  /// Top-level types that others can name.
  private static func declaredTypes(_ text: String) -> [String] {
    text.matches(
      of:
        #/(?m)^(?:@\w+(?:\([^)]*\))?\s+)*(?:public |package |internal )?(?:final |indirect )?(?:struct|class|enum|protocol|actor) (\w+)/#
    )
    .map { String($0.output.1) }
  }

  private static func nestedNames(_ text: String) -> [String] {
    text.matches(
      of:
        #/(?m)^\s+(?:\w+ )*(?:struct|class|enum|protocol|typealias|associatedtype) (\w+)|[<,] ?(?:each )?([A-Z]\w*)(?=[:,>])/#
    )
    .compactMap { ($0.output.1 ?? $0.output.2).map(String.init) }
  }

  private static func identifiers(_ text: String) -> Set<String> {
    Set(text.matches(of: #/(?:^|[^\w.])([A-Z]\w*)/#).map { String($0.output.1) })
  }
}
