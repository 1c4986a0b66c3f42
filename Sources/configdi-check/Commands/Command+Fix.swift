import ConfigDI

extension Command {
  static let fix = Command(
    "fix", "Apply the safe fixes.",
    discussion: [
      "A fix is safe where it cannot change what a correct manifest means: a single close spelling, quotes, what a replacement dropped.",
      "Exit code 0: no error is left; 1: errors are left.",
    ],
    arguments: [
      Argument(
        "path", optional: true, repeatable: true, completion: .file,
        "A manifest or a folder; the current folder by default.")
    ],
    options: [.dryRun, .select, .ignore] + Option.composition + [.color, .quiet] + Option.limits
  ) { arguments, console in
    let selection = try Selection(arguments)
    guard !arguments.positionals.contains("-") else {
      throw UsageError("Standard input cannot be fixed", command: arguments.command)
    }
    var files = EditedFiles(console.files)
    var mended = 0
    var report = Report(diagnostics: [])
    // A fix may make room for another.
    for _ in 0..<10 {
      var edited = console
      edited.files = files
      let run = CheckRun(try Project(arguments, edited), selection)
      report = try run.report(showingProgress: false)
      let fixes = SafeFixes(of: report.diagnostics)
      guard !fixes.edits.isEmpty else { break }
      mended += fixes.mended.count
      for path in fixes.edits.keys {
        if let bytes = try? files.read(path, limit: .max) { files.write(fixes.apply(to: bytes, at: path), to: path) }
      }
    }
    try deliver(files.edits.values.sorted { $0.path < $1.path }, arguments, console)
    if !arguments.has(.quiet) {
      let verb = arguments.has(.dryRun) ? "can be fixed" : "fixed"
      console.tell(
        "\(counted(mended, "finding")) \(verb) in \(counted(files.edits.count, "file")). Left: \(report.summary)\n")
    }
    return report.fails ? .findings : .success
  }
}

private func deliver(
  _ edits: [(path: String, bytes: [UInt8])], _ arguments: Arguments, _ console: Console
) throws(Failure) {
  let paint = Paint(console.usesColor(arguments[.color]))
  for (path, bytes) in edits {
    let text = String(decoding: bytes, as: UTF8.self)
    guard arguments.has(.dryRun) else {
      try OutputFile.replace(path, with: text)
      continue
    }
    guard let old = try? console.files.read(path, limit: .max) else { throw Failure("\(path) vanished") }
    console.write(UnifiedDiff.between(String(decoding: old, as: UTF8.self), text, path: path, paint: paint))
  }
}
