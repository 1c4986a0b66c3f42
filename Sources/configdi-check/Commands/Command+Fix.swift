import ConfigDI

extension Command {
  static let fix = Command(
    "fix", "Apply safe fixes.",
    discussion: [
      "A safe fix cannot change the meaning of a correct manifest: it corrects an unambiguous misspelling, adds quotes, or restores fields that a replacement lost. Names that differ in a digit or in a word of one letter, such as v1 and v2, are not misspellings of each other.",
      "A fix is not applied if it would change another stage, another manifest in the repository, or text that an alias repeats. The command prints the reason.",
      "Exit code 0: nothing at or above the configuration's fail-on (default: error) remains; 1: findings remain; 2: incomplete. As in a check, the findings in a configured baseline do not count.",
    ],
    arguments: [
      Operand(
        name: "path", isOptional: true, isRepeatable: true, completion: .file,
        help: "A manifest or a folder (default: the current folder).")
    ],
    options: [.dryRun, .project, .select, .ignore] + Option.composition + [.color, .quiet] + Option.limits
  ) { arguments, console in
    let report = try fixFiles(arguments, try Selection(arguments), console)
    return report.fails ? .findings : .success
  }
}

/// Applies safe fixes, and prints how many findings remain. With `--dry-run`, only shows the changes.
/// - Returns: The report on the findings that remain.
func fixFiles(_ arguments: Arguments, _ selection: Selection, _ console: Console) throws -> Report {
  guard !arguments.positionals.contains("-") else {
    throw UsageError("Standard input cannot be fixed")
  }
  // The locks are held from the first read to the last write, so that several runs take turns.
  let locks =
    arguments.has(.dryRun) ? [] : try foldersToLock(arguments, console).map { try FolderLock($0, patience: 60) }
  let outcome = try Fixer.run(arguments, selection, console)
  var report = outcome.end.report
  if !arguments.has(.fix) {
    let manifest = outcome.start.manifests.first?.path
    _ = try report.applyBaselines(arguments, console.repository(of: manifest), console)
  }
  let changes = outcome.end.files.changes
  if arguments.has(.dryRun) {
    let paint = Paint(console.usesColor(arguments[.color]))
    let sources = outcome.start.sources + outcome.end.sources
    for change in changes { console.write(difference(change, sources, paint)) }
  } else if !changes.isEmpty {
    try OutputFile.replace(changes, holding: locks)
  }
  // If a file could not be read completely, it could not be fixed either. With `--fix`, the check reports most of these.
  if !arguments.has(.fix) {
    for finding in report.unread { console.tell(finding.text()) }
  }
  if !arguments.has(.quiet) {
    let verb = arguments.has(.dryRun) ? "can be fixed" : "fixed"
    let refused = outcome.refused.isEmpty ? "" : " \(counted(outcome.refused.count, "fix", "fixes")) not applied."
    let left = arguments.has(.fix) ? "" : " Remaining: \(visible(report.summary))"
    console.tell(
      "\(counted(outcome.fixed, "finding")) \(verb) in \(counted(changes.count, "file")).\(refused)\(left)\n"
        + reasons(outcome.refused))
  }
  return report
}

/// One line for each fix that was not applied, with the reason.
private func reasons(_ refused: [(finding: Diagnostic, reason: String)]) -> String {
  let shown = 20
  let lines = refused.prefix(shown).map { refusal in
    visible("\(refusal.finding.location.map { "\($0): " } ?? "")fix not applied: \(refusal.reason)") + "\n"
  }
  return lines.joined() + (refused.count > shown ? "and \(refused.count - shown) more\n" : "")
}

/// The folders to lock, in the same order in every run: the folder given with `--root`, or else the repository's
/// folder, or else the folders on the command line.
private func foldersToLock(_ arguments: Arguments, _ console: Console) -> [String] {
  let paths = arguments.positionals.isEmpty ? [arguments[.project] ?? "."] : arguments.positionals
  let named = paths.map { path in
    console.files.entries(of: path) == nil ? FilePath.folder(of: path) : path
  }
  let folders = (arguments[.root] ?? console.repositoryFolder).map { [$0] } ?? named
  return Set(folders.map { $0.isEmpty ? "." : $0 }.compactMap { console.files.resolve($0) }).sorted()
}

private func difference(_ change: OutputFile.Change, _ sources: [SourceFile], _ paint: Paint) -> String {
  func shown(_ bytes: [UInt8]) -> String {
    let source = sources.first { $0.path == change.path && $0.bytes == bytes } ?? .unread(change.path, bytes)
    return source.shown(0..<bytes.count)
  }
  return UnifiedDiff.between(shown(change.old), shown(change.new), path: change.path, paint: paint)
}
