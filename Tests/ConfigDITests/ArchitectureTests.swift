import Foundation
import Testing

/// Holds the folders of `Sources/ConfigDI` to the flow: each names the types of those before it, and of no later one.
@Suite struct ArchitectureTests {
  /// The order of the flow. A folder may use those before it.
  static let flow = [
    "Diagnostics", "Platform", "YAML", "Manifest", "Composition", "Catalog", "Graph", "Checks", "Plan", "Slots",
    "Registry", "Container", "Live",
  ]
  /// What the container may never see, though it comes later: it is built from a plan.
  static let hiddenFromContainer: Set<String> = [
    "Node", "YAMLDocument", "YAMLReader", "Manifest", "ManifestDecoder", "ServiceEntry", "ComposedManifest",
    "ComposedStage", "ComposedService", "Composer", "DependencyGraph",
  ]

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/ConfigDI")

  @Test func foldersNameEarlierFoldersTypesAlone() throws {
    let sources = try Self.sources()
    var home: [String: Int] = [:]
    for source in sources {
      guard let folder = source.folder else { continue }
      for name in Self.declaredTypes(source.text) { home[name] = max(home[name] ?? 0, folder) }
    }
    #expect(home.count > 50)
    // A nested type or generic parameter of the same name may be what is meant.
    var nested: [String: Int] = [:]
    for source in sources {
      guard let folder = source.folder else { continue }
      for name in Self.nestedNames(source.text) { nested[name] = min(nested[name] ?? folder, folder) }
    }
    for source in sources {
      guard let folder = source.folder else { continue }
      let declared = Set(Self.declaredTypes(source.text))
      for name in Self.identifiers(source.text).subtracting(declared) {
        guard let other = home[name], nested[name] ?? .max > folder else { continue }
        #expect(
          other <= folder,
          "\(source.path) names \(name), which belongs to the later folder \(Self.flow[other])")
        if Self.flow[folder] == "Container" {
          #expect(
            !Self.hiddenFromContainer.contains(name), "\(source.path) names \(name): the container sees plans alone")
        }
      }
    }
  }

  @Test func onlyTheYAMLFolderImportsLibyaml() throws {
    for source in try Self.sources() where source.text.contains("import CYAML") {
      #expect(source.path.hasPrefix("YAML/"), "\(source.path) imports CYAML")
    }
  }

  @Test func onlyThePlatformFolderAsksForTheSystem() throws {
    for source in try Self.sources() where source.text.contains("#if os(") || source.text.contains("#if canImport(") {
      #expect(source.path.hasPrefix("Platform/"), "\(source.path) asks for the system")
    }
  }

  @Test func noFolderIsOutsideTheFlow() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      at: Self.root, includingPropertiesForKeys: [.isDirectoryKey]
    )
    .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }.map(\.lastPathComponent)
    for folder in folders where folder != "Documentation.docc" {
      #expect(Self.flow.contains(folder), "\(folder) is no stage of the flow")
    }
  }

  private struct Source {
    let path: String
    /// Its position in the flow; `nil` for what stands beside the folders and may use all of them.
    let folder: Int?
    /// Without comments and string literals.
    let text: String
  }

  private static func sources() throws -> [Source] {
    let names = try #require(FileManager.default.enumerator(atPath: root.path)).compactMap { $0 as? String }
    let swift = names.filter { $0.hasSuffix(".swift") }.sorted()
    #expect(swift.count > 50)
    return try swift.map { path in
      let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
      return Source(
        path: path, folder: flow.firstIndex(of: path.split(separator: "/").first.map(String.init) ?? ""),
        text: code(text))
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
