import ConfigDI

extension Command {
  static let initialize = Command(
    "init", "Set up ConfigDI in a package: add a manifest, Swift registrations, a test, CI and editor settings.",
    discussion: [
      "In a folder with a Package.swift, each file goes in its usual folder, and existing files are kept. If the package has a manifest, no registrations and no test are written. In any other folder, a manifest, an assembly and a test are written side by side. If one of them exists, nothing is written."
    ],
    arguments: [
      Operand(
        name: "dir", isOptional: true, completion: .folder,
        help: "The folder, created if it does not exist (default: the current folder).")
    ]
  ) { arguments, console in
    let folder = arguments.positional(0) ?? ""
    let package = try PackageLayout(folder, console.files)
    // The starter's files belong to its own manifest.
    let written =
      package.map { ($0.manifest == nil ? $0.starter.files : []) + NewPackage.surroundings }
      ?? Starter(manifest: FilePath.join(folder, "app.yaml")).files
    let files = written.map { (path: FilePath.join(folder, $0.name), text: $0.text) }
    let existing = files.filter { console.files.resolve($0.path) != nil }.map(\.path)
    let new = files.filter { !existing.contains($0.path) }
    let kept = existing + [package?.manifest].compactMap { $0 }
    if let first = kept.first, package == nil { throw Failure("\(first) already exists; nothing was written") }
    try OutputFile.create(new, within: console.writingBound(arguments))
    console.write((new.map { "wrote \($0.path)" } + kept.map { "kept \($0)" }).map { visible($0) + "\n" }.joined())
    if new.isEmpty {
      console.tell("nothing to add\n")
      return .success
    }
    console.tell(
      package?.nextSteps
        ?? "Next: move the Swift files into your targets' folders, then run: configdi-check \(visible(shellWord(files[0].path)))\n"
    )
    return .success
  }
}

/// The target of a package that gets the assembly, and its folder.
private struct PackageLayout {
  private let target: Target
  /// The folder of the target's tests, relative to the package.
  private let tests: String
  private let isProgram: Bool
  private let hasTestTarget: Bool
  /// Whether the package, the target and its tests already depend on ConfigDI.
  private let uses: (package: Bool, target: Bool, tests: Bool)
  /// The path of a manifest in the package; `nil` if it has none outside of its tests and of the packages inside it.
  let manifest: String?

  var starter: Starter {
    let folders = [target.path, tests].map { $0 == "." ? "" : "\($0)/" }
    return Starter(
      manifest: "config/app.yaml", module: SwiftWords.moduleName(target.name),
      folders: ("config/", folders[0], folders[1]), needsMain: isProgram && target.mainFile == nil)
  }

  /// Reads the layout of the package in a folder; `nil` if the folder has no `Package.swift`.
  init?(_ folder: String, _ files: any FileAccess) throws {
    let file = FilePath.join(folder, SourceFolders.manifest)
    guard let resolved = files.resolve(file) else { return nil }
    let place = FilePath.withoutFinalSlashes(folder.isEmpty ? "." : folder)
    let text = SourceFolders.manifest(ofPackage: place, files, limit: 1 << 20).bytes
    func entries(_ path: String) -> [FolderEntry] { files.entries(of: FilePath.join(folder, path)) ?? [] }
    let package = PackageTargets(text)
    let declared = package.targets
    let targets =
      declared.isEmpty
      ? entries("Sources").filter { $0.kind == .folder }.map { Target(name: $0.name, path: "Sources/\($0.name)") }
        .sorted { $0.name < $1.name }
      : declared.map { target in
        let found = SourceFolders.path(of: target, isAlone: declared.count == 1) { !entries($0).isEmpty }
        return Target(
          name: target.name, path: found ?? "Sources/\(target.name)", excluded: target.excluded,
          isExecutable: target.kind == .executableTarget)
      }
    // A folder with files, but none of Swift, is a target of another language.
    let usable = targets.map { $0.read(in: folder, files) }.filter { !$0.swift.isEmpty || entries($0.path).isEmpty }
    guard targets.isEmpty || !usable.isEmpty else { throw Failure("\(file) has no target for Swift files") }
    let program = usable.first { $0.mainFile != nil } ?? usable.first { $0.isExecutable == true }
    let name = FilePath.name(of: FilePath.folder(of: resolved))
    let target = program ?? usable.first ?? Target(name: String(name), path: "Sources/\(name)")
    self.target = target
    isProgram = program != nil || target.isExecutable == nil && target.swift.isEmpty
    let tested = package.others.filter { $0.kind == .testTarget }
    tests =
      tested.first { $0.name == "\(target.name)Tests" }.flatMap { found in
        SourceFolders.path(of: found, isAlone: tested.count == 1) { !entries($0).isEmpty }
      } ?? "Tests/\(target.name)Tests"
    hasTestTarget = text[...].end(of: "\"\(target.name)Tests\"") != nil
    let names = ["/ConfigDI\"", "/ConfigDI.git\"", "package: \"ConfigDI\""]
    uses = (
      names.contains { text[...].end(of: $0) != nil },
      declared.contains { $0.name == target.name && $0.usesLibrary },
      tested.contains { $0.name == "\(target.name)Tests" && $0.usesLibrary }
    )
    manifest = Self.manifest(ofPackage: place, files)
  }

  private static func manifest(ofPackage package: String, _ files: any FileAccess) -> String? {
    let limit = Limits().fileBytes
    var finder = ManifestFinder(files: files, limit: limit, bound: files.resolve(package) ?? package)
    return finder.candidates(in: package, withTests: false).first { path in
      let folders = FilePath.enclosing(FilePath.folder(of: path)).prefix { !$0.isEmpty && $0 != package }
      return !folders.contains { files.resolve(FilePath.join($0, SourceFolders.manifest)) != nil }
        && (try? files.read(path, limit: limit)).map { ManifestFinder.looksLikeManifest($0) } ?? false
    }
  }

  private struct Target {
    let name: String
    /// The folder, relative to the package.
    let path: String
    var excluded: [String] = []
    /// `nil` if `Package.swift` does not say.
    var isExecutable: Bool?
    var swift: [String] = []
    /// The file with the program's start; `nil` if the target lacks one.
    var mainFile: String?

    func read(in folder: String, _ files: any FileAccess) -> Target {
      var target = self
      let place = FilePath.join(folder, path)
      let sources = SourceFolders(
        [.init(path: place, excluded: excluded.map { FilePath.join(place, $0) })], files, limit: 1 << 20)
      target.swift = sources.paths
      target.mainFile = sources.paths.first { path in
        FilePath.name(of: path) == "main.swift" || sources.read(path).map(Self.isMain) ?? false
      }
      return target
    }

    /// Whether a type in the file is marked with `@main`.
    private static func isMain(_ bytes: [UInt8]) -> Bool {
      guard bytes[...].end(of: "@main") != nil else { return false }
      let text = SwiftText(bytes)
      return text.lexemes.indices.contains { text.isSign($0, "@") && text.isWord($0 + 1, "main") }
    }
  }

  var nextSteps: String {
    let (target, tests) = (shellWord(self.target.name), shellWord("\(self.target.name)Tests"))
    var commands: [String] = []
    if !uses.package {
      commands.append("swift package add-dependency \(Version.address) --from \(Version.current)")
    }
    if !uses.target { commands.append("swift package add-target-dependency ConfigDI \(target) --package ConfigDI") }
    commands.append("# on macOS, Package.swift needs platforms: [.macOS(\"15.0\")]")
    if !hasTestTarget {
      commands.append("swift package add-target \(tests) --type test --dependencies \(target)")
    }
    if !uses.tests { commands.append("swift package add-target-dependency ConfigDI \(tests) --package ConfigDI") }
    // A library cannot write its catalog.
    if isProgram {
      if let mainFile = self.target.mainFile {
        let registry = manifest == nil ? "FactoryRegistry(AppAssembly())" : "registry"
        commands.append(
          "# the program in \(mainFile) must import ConfigDI and begin with: \(registry).printCatalogIfAsked()")
      }
      commands.append("swift package --allow-writing-to-package-directory configdi-catalog")
    }
    commands.append("swift test")
    return "Next:\n" + commands.map { "  \($0)\n" }.joined()
  }
}
