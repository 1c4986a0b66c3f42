import ConfigDI
import Testing

@testable import configdi_check

/// The targets that a `Package.swift` says by literals, and their folders.
@Suite struct PackageTargetsTests {
  @Test("targets are read where they are literals")
  func targets() {
    let text = """
      let package = Package(name: "P", targets: [
        .target(name: "A"), // .target(name: "Comment")
        .executableTarget(name: "B", dependencies: ["A", .target(name: "C")], path: "./b/", exclude: ["x", "y"]),
        .target(name: name), .target(name: "D", path: folder),
        .testTarget(name: "T"), .plugin(name: "P", capability: .buildTool()), .macro(name: "M"),
      ])
      package.targets.append(.target(name: "E"))
      """
    let targets = PackageTargets(Array(text.utf8)).targets
    #expect(targets.map(\.name) == ["A", "B", "E"])
    #expect(targets.map(\.path) == [nil, "./b/", nil])
    #expect(targets[1].excluded == ["x", "y"])
  }

  private func folders(_ package: String, _ paths: String...) -> [String] {
    let files = InMemoryFiles(
      Dictionary(uniqueKeysWithValues: paths.map { ("/p/\($0)", "") } + [("/p/Package.swift", package)]))
    return SourceFolders.folders(ofPackage: "/p", files, limit: 1 << 20).map(\.path)
  }

  @Test("folders are found as the package manager finds them")
  func places() {
    let two = "targets: [.target(name: \"A\"), .target(name: \"B\")]"
    #expect(folders(two, "Sources/A/a.swift", "src/B/b.swift") == ["/p/Sources/A", "/p/src/B"])
    #expect(folders("targets: [.target(name: \"A\")]", "Sources/a.swift") == ["/p/Sources"])
    #expect(folders("", "Sources/A/a.swift") == ["/p/Sources"])
    let paths =
      "targets: [.target(name: \"A\", path: \"./b/\"), .target(name: \"S\", path: \"Tests/S\"), .target(name: \"O\", path: \"../o\")]"
    #expect(folders(paths, "b/b.swift", "Tests/S/s.swift") == ["/p/b"])
    #expect(folders("targets: [.target(name: \"A\", path: \".\")]", "a.swift") == ["/p"])
  }
}
