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

  private func files(_ package: String, _ paths: [String]) -> InMemoryFiles {
    InMemoryFiles(Dictionary(uniqueKeysWithValues: paths.map { ("/p/\($0)", "") } + [("/p/Package.swift", package)]))
  }

  @Test(
    "the manifest for the newest tools is read, as the package manager reads it",
    arguments: [
      ("5.9", "@swift-6", "6.0", "/p/lib"), ("5.9", "@swift-6.2.1", "6.2.1", "/p/lib"),
      ("6.2", "@swift-5.9", "5.9", "/p/a"),
      ("6.0", "@swift-6.1", "6.0", "/p/a"), ("6.2", "@swift-5.10", "", "/p/a"), ("5.9", "-old", "6.0", "/p/a"),
    ])
  func versionedManifests(version: String, name: String, other: String, folder: String) {
    let files = InMemoryFiles([
      "/p/Package.swift": "// swift-tools-version: \(version)\ntargets: [.target(name: \"A\", path: \"a\")]",
      "/p/Package\(name).swift": "//swift-tools-version:\(other)\ntargets: [.target(name: \"A\", path: \"lib\")]",
      "/p/a/a.swift": "", "/p/lib/a.swift": "",
    ])
    let found = SourceFolders.folders(ofPackage: "/p", files, limit: 1 << 20).folders
    #expect(found.map(\.path) == [folder])
    let whole = SourceFolders([SourceFolders.Folder(path: "/p")], files, limit: 1 << 20).paths
    #expect(whole.contains("/p/Package\(name).swift") == (name == "-old"))
  }

  private func folders(_ package: String, _ paths: String...) -> [String] {
    SourceFolders.folders(ofPackage: "/p", files(package, paths), limit: 1 << 20).folders.map(\.path)
  }

  /// The source files of a package's targets, and the number of targets in computed folders.
  private func sources(_ targets: String, _ paths: String...) -> (paths: [String], unread: Int) {
    let files = files(targets, paths)
    let found = SourceFolders.folders(ofPackage: "/p", files, limit: 1 << 20)
    return (
      SourceFolders(found.folders, files, limit: 1 << 20).paths.map { String($0.dropFirst(3)) }, found.unread.count
    )
  }

  @Test("what a target does not compile is left out")
  func excludedFiles() {
    let whole = "targets: [.target(name: \"A\", path: \".\", exclude: [\"old/\", \"./x/b.swift\"])]"
    #expect(sources(whole, "a.swift", "old/o.swift", "x/b.swift", "x/c.swift").paths == ["a.swift", "x/c.swift"])
    let some =
      "targets: [.target(name: \"A\", path: \"l\", exclude: [\"in/b.swift\"], sources: [\"in/\", \"./one.swift\"])]"
    #expect(
      sources(some, "l/in/a.swift", "l/in/b.swift", "l/one.swift", "l/other.swift", "l/out/o.swift").paths
        == ["l/in/a.swift", "l/one.swift"])
    let resources = "targets: [.target(name: \"A\", resources: [.copy(\"Fixtures\"), .process(\"f.swift\")])]"
    #expect(
      sources(
        resources, "Sources/A/a.swift", "Sources/A/f.swift", "Sources/A/Fixtures/x.swift", "Sources/A/A.docc/c.swift"
      ).paths == ["Sources/A/a.swift"])
  }

  @Test("where a target is computed, the other folders in Sources are read")
  func computedTargets() {
    let name = """
      let core = "A"
      let common: [Target.Dependency] = [.target(name: "Old")]
      targets: [
        .target(name: core), .executableTarget(name: "B"), .macro(name: "M"), .target(name: "N", path: "Sources/In/N"),
        .testTarget(name: "T", path: "Sources/T"),
      ]
      """
    let all = ["A/a.swift", "B/b.swift", "M/m.swift", "In/N/n.swift", "In/O/o.swift", "T/t.swift"].map {
      "Sources/\($0)"
    }
    let read = sources(name, all[0], all[1], all[2], all[3], all[4], all[5])
    #expect(read.paths == [all[0], all[1], all[3]])
    #expect(read.unread == 0)
    let folder = sources(
      "targets: [.target(name: \"A\", path: root + \"/A\"), .target(name: \"B\")]", "lib/A/a.swift", "Sources/B/b.swift"
    )
    #expect(folder.paths == ["Sources/B/b.swift"])
    #expect(folder.unread == 1)
    // The files of a target whose list is computed may not be compiled.
    for list in [
      "exclude: old", "exclude: [\"a\", old]", "exclude: [\"\\(old)\"]", "exclude: old + [\"a\"]", "sources: some",
      "exclude: [\"a\"].map { $0 }",
    ] {
      let files = sources(
        "targets: [.target(name: \"A\", \(list)), .target(name: \"B\"), .target(name: name)]", "Sources/A/a.swift",
        "Sources/B/b.swift", "Sources/C/c.swift")
      #expect(files.paths == ["Sources/B/b.swift", "Sources/C/c.swift"], "\(list)")
      #expect(files.unread == 1, "\(list)")
    }
    let resources = sources("targets: [.target(name: \"A\", resources: [.copy(path)])]", "Sources/A/a.swift")
    #expect(resources.paths == ["Sources/A/a.swift"])
    #expect(resources.unread == 0)
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
