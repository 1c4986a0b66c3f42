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
    let package = PackageLayout(folder, console.files)
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
    for folder in Set(new.map { FilePath.folder(of: $0.path) }).sorted() where !folder.isEmpty {
      try OutputFile.makeFolder(folder)
    }
    try OutputFile.create(new, within: console.writingBound(arguments))
    console.write(new.map { "wrote \($0.path)\n" }.joined() + kept.map { "kept \($0)\n" }.joined())
    console.tell(
      package?.nextSteps
        ?? "Next: move the Swift files into your targets' folders, then run: configdi-check \(files[0].path)\n")
    return .success
  }
}

/// The folders of a package that contain the program's sources and tests, if they can be determined.
private struct PackageLayout {
  let target: String
  /// Whether the target is a program that lacks a main file.
  let needsMain: Bool
  /// Whether the target is a program.
  private let isProgram: Bool
  private let hasTestTarget: Bool

  static let manifest = "config/app.yaml"

  /// - Parameter isWired: Whether the package has a manifest, and so its own assembly.
  func starter(isWired: Bool) -> Starter {
    Starter(
      manifest: Self.manifest, module: target,
      folders: ("config/", "Sources/\(target)/", "Tests/\(target)Tests/"), needsMain: needsMain, isWired: isWired)
  }

  /// Reads the layout of the package in a folder; `nil` if the folder has no `Package.swift`.
  init?(_ folder: String, _ files: any FileAccess) {
    let file = FilePath.join(folder, "Package.swift")
    guard let resolved = files.resolve(file) else { return nil }
    let text = (try? files.read(file, limit: 1 << 20)) ?? []
    let declared = PackageTargets(text).targets
    func entries(_ path: String) -> [FolderEntry] { files.entries(of: FilePath.join(folder, path)) ?? [] }
    let targets = entries("Sources").filter { $0.kind == .folder }.map(\.name).sorted()
    func hasMain(_ target: String) -> Bool {
      entries("Sources/\(target)").contains { entry in
        let path = FilePath.join(folder, "Sources/\(target)/\(entry.name)")
        guard entry.name.hasSuffix(".swift"), let bytes = try? files.read(path, limit: 1 << 20) else { return false }
        return entry.name == "main.swift" || String(decoding: bytes, as: UTF8.self).contains("@main")
      }
    }
    let program =
      targets.first(where: hasMain)
      ?? targets.first { name in declared.contains { $0.name == name && $0.isExecutable } }
    let target = program ?? targets.first ?? String(FilePath.name(of: FilePath.folder(of: resolved)))
    let isLibrary =
      declared.contains { $0.name == target && !$0.isExecutable }
      || entries("Sources/\(target)").contains { $0.name.hasSuffix(".swift") }
    self.target = target
    isProgram = program != nil || !isLibrary
    needsMain = isProgram && !hasMain(target)
    hasTestTarget = text[...].end(of: "\"\(target)Tests\"") != nil
  }

  var nextSteps: String {
    var commands = [
      "swift package add-dependency \(Version.address) --from \(Version.current)",
      "swift package add-target-dependency ConfigDI \(target) --package ConfigDI",
    ]
    if !hasTestTarget {
      commands.append("swift package add-target \(target)Tests --type test --dependencies \(target)")
    }
    commands.append("swift package add-target-dependency ConfigDI \(target)Tests --package ConfigDI")
    // A library cannot write its catalog.
    if isProgram { commands.append("swift package --allow-writing-to-package-directory configdi-catalog") }
    commands.append("swift test")
    return "Next:\n" + commands.map { "  \($0)\n" }.joined()
  }
}
