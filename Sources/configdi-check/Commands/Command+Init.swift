import ConfigDI

extension Command {
  static let initialize = Command(
    "init", "Write a small manifest, the Swift registration beside it, and a test.",
    discussion: ["Nothing is overwritten: where one of the files is there already, none is written."],
    arguments: [
      Operand(
        "dir", optional: true, completion: .folder, "The folder, made where it is missing; the current one by default.")
    ]
  ) { arguments, console in
    let folder = arguments.positional(0) ?? ""
    let files = Starter.files(manifest: RepositoryPaths.join(folder, "app.yaml")).map { file in
      (path: RepositoryPaths.join(folder, file.name), text: file.text)
    }
    if let there = files.first(where: { console.files.resolve($0.path) != nil }) {
      throw Failure("\(there.path) is there already, and nothing was written")
    }
    if !folder.isEmpty { try OutputFile.makeFolder(folder) }
    try OutputFile.create(files, within: console.writingBound(arguments))
    console.write(files.map { "wrote \($0.path)\n" }.joined())
    console.tell(
      """
      Next: put the Swift files where your targets have theirs, and run: configdi-check \(files.first?.path ?? "")

      """)
    return .success
  }
}
