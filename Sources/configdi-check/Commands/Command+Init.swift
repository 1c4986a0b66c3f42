import ConfigDI

extension Command {
  static let initialize = Command(
    "init", "Set up ConfigDI in a package: add a manifest, Swift registrations, a test, CI and editor settings.",
    discussion: [
      "In a folder with a Package.swift, each file goes in its usual folder, and existing files are kept. In any other folder, a manifest, an assembly and a test are written side by side. If one of them exists, nothing is written."
    ],
    arguments: [
      Operand(
        "dir", optional: true, completion: .folder,
        "The folder, created if it does not exist (default: the current folder).")
    ]
  ) { arguments, console in
    let folder = arguments.positional(0) ?? ""
    let package = try PackageLayout(folder, console.files)
    let isWired = package != nil && console.files.resolve(FilePath.join(folder, PackageLayout.manifest)) != nil
    let written =
      package.map { $0.starter(isWired: isWired).files + NewPackage.surroundings }
      ?? Starter(manifest: FilePath.join(folder, "app.yaml")).files
    let files = written.map { (path: FilePath.join(folder, $0.name), text: $0.text) }
    let kept = files.filter { console.files.resolve($0.path) != nil }.map(\.path)
    if let first = kept.first, package == nil || kept.count == files.count {
      throw Failure("\(first) already exists; nothing was written")
    }
    let new = files.filter { !kept.contains($0.path) }
    try OutputFile.create(new, within: console.writingBound(arguments))
    console.write(new.map { "wrote \($0.path)\n" }.joined() + kept.map { "kept \($0)\n" }.joined())
    console.tell(
      package?.nextSteps
        ?? "Next: move the Swift files into your targets' folders, then run: configdi-check \(files[0].path)\n")
    return .success
  }
}

/// The target of a package that gets the assembly, and its folder.
private struct PackageLayout {
  let target: String
  /// The target's folder, relative to the package.
  private let sources: String
  /// Whether the target is a program that lacks a main file.
  let needsMain: Bool
  /// Whether the target is a program.
  private let isProgram: Bool
  private let hasTestTarget: Bool

  static let manifest = "config/app.yaml"

  /// - Parameter isWired: Whether the package has a manifest, and so its own assembly.
  func starter(isWired: Bool) -> Starter {
    Starter(
      manifest: Self.manifest, module: SwiftWords.moduleName(target),
      folders: ("config/", sources == "." ? "" : "\(sources)/", "Tests/\(target)Tests/"), needsMain: needsMain,
      isWired: isWired)
  }

  /// Reads the layout of the package in a folder; `nil` if the folder has no `Package.swift`.
  init?(_ folder: String, _ files: any FileAccess) throws {
    let file = FilePath.join(folder, SourceFolders.manifest)
    guard let resolved = files.resolve(file) else { return nil }
    let text = (try? files.read(file, limit: 1 << 20)) ?? []
    func entries(_ path: String) -> [FolderEntry] { files.entries(of: FilePath.join(folder, path)) ?? [] }
    let declared = PackageTargets(text).targets
    let targets =
      declared.isEmpty
      ? entries("Sources").filter { $0.kind == .folder }.map { Target(name: $0.name, path: "Sources/\($0.name)") }
        .sorted { $0.name < $1.name }
      : declared.map { target in
        let found = SourceFolders.path(of: target, isAlone: declared.count == 1) { !entries($0).isEmpty }
        return Target(
          name: target.name, path: found ?? "Sources/\(target.name)", excluded: target.excluded,
          isExecutable: target.isExecutable)
      }
    // A folder with files, but none of Swift, is a target of another language.
    let usable = targets.map { $0.read(in: folder, files) }.filter { !$0.swift.isEmpty || entries($0.path).isEmpty }
    guard targets.isEmpty || !usable.isEmpty else { throw Failure("\(file) has no target for Swift files") }
    let program = usable.first(where: \.hasMain) ?? usable.first { $0.isExecutable == true }
    let name = FilePath.name(of: FilePath.folder(of: resolved))
    let target = program ?? usable.first ?? Target(name: String(name), path: "Sources/\(name)")
    self.target = target.name
    sources = target.path
    isProgram = program != nil || target.isExecutable == nil && target.swift.isEmpty
    needsMain = isProgram && !target.hasMain
    hasTestTarget = text[...].end(of: "\"\(target.name)Tests\"") != nil
  }

  private struct Target {
    let name: String
    let path: String
    var excluded: [String] = []
    /// `nil` if `Package.swift` does not say.
    var isExecutable: Bool?
    var swift: [String] = []
    var hasMain = false

    func read(in folder: String, _ files: any FileAccess) -> Target {
      var target = self
      let place = FilePath.join(folder, path)
      let sources = SourceFolders(
        [.init(path: place, excluded: excluded.map { FilePath.join(place, $0) })], files, limit: 1 << 20)
      target.swift = sources.paths
      target.hasMain = sources.paths.contains { path in
        FilePath.name(of: path) == "main.swift" || sources.read(path).map { $0[...].end(of: "@main") != nil } ?? false
      }
      return target
    }
  }

  var nextSteps: String {
    let (target, tests) = (quoted(self.target), quoted("\(self.target)Tests"))
    var commands = [
      "swift package add-dependency \(Version.address) --from \(Version.current)",
      "swift package add-target-dependency ConfigDI \(target) --package ConfigDI",
    ]
    if !hasTestTarget {
      commands.append("swift package add-target \(tests) --type test --dependencies \(target)")
    }
    commands.append("swift package add-target-dependency ConfigDI \(tests) --package ConfigDI")
    // A library cannot write its catalog.
    if isProgram { commands.append("swift package --allow-writing-to-package-directory configdi-catalog") }
    commands.append("swift test")
    return "Next:\n" + commands.map { "  \($0)\n" }.joined()
  }

  private func quoted(_ name: String) -> String { name.contains(" ") ? "'\(name)'" : name }
}
