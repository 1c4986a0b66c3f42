import ConfigDI

extension Command {
  static let new = Command(
    "new",
    "Create a package that builds, runs and passes its checks: two stages, a catalog, a test, CI and editor settings.",
    discussion: ["The folder must not exist yet. For an existing package, use `init`."],
    arguments: [Operand(name: "name", help: "Name of the package, its folder and its program: letters, digits and _.")],
    options: [.server, .dependency]
  ) { arguments, console in
    let name = arguments.positional(0) ?? ""
    guard NewPackage.isValid(name) else {
      throw UsageError(
        "'\(name)' cannot be the name of a Swift module. Please use letters, digits and '_', starting with a letter.")
    }
    let package = NewPackage(
      name: name, dependency: dependency(arguments[.dependency], of: name, console), isServer: arguments.has(.server))
    guard !package.isTaken else {
      throw UsageError("'\(name)' is the name of a module that the package uses. Please choose another name.")
    }
    guard console.files.resolve(name) == nil else { throw Failure("\(name) already exists; nothing was written") }
    let files = package.files.map { (path: FilePath.join(name, $0.name), text: $0.text) }
    try OutputFile.create(files, within: console.writingBound(arguments))
    console.write(files.map { "wrote \($0.path)\n" }.joined())
    let run = "swift run \(name)"
    let test = padded("swift test", to: run.count)
    let built =
      package.isServer
      ? "answers http://127.0.0.1:8080/hello/world; the first build takes several minutes"
      : "the first build compiles ConfigDI, which can take a few minutes"
    console.tell(
      """
      Next:
        cd \(name)
        \(run)   # \(built)
        \(test)   # checks the manifest and the catalog

      """)
    return .success
  }

  /// The arguments of the package dependency on ConfigDI, at the given URL or in the given folder. The default is the
  /// checkout in which this program was built, or else the released package.
  private static func dependency(_ asked: String?, of name: String, _ console: Console) -> String {
    let place = asked ?? console.checkout ?? Version.address
    guard console.files.entries(of: place) != nil else {
      return "url: \(SwiftWords.literal(place)), from: \(SwiftWords.literal(Version.current))"
    }
    let path = RepositoryPaths(root: console.absolute(name)).relative(console.absolute(place))
    return "name: \"ConfigDI\", path: \(SwiftWords.literal(path))"
  }
}

extension Console {
  /// The checkout of ConfigDI in which this program was built; `nil` for an installed program.
  fileprivate var checkout: String? {
    FilePath.enclosing(program.map { FilePath.folder(of: $0) } ?? "").dropLast().first { folder in
      let manifest = try? files.read(FilePath.join(folder, "Package.swift"), limit: 1 << 20)
      return manifest.map { String(decoding: $0, as: UTF8.self).contains("name: \"ConfigDI\",") } ?? false
    }
  }
}
