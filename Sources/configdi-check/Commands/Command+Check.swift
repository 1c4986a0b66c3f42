import ConfigDI

extension Command {
  static let check = Command(
    "check", "Check manifests.",
    discussion: [
      "Defaults come from the nearest .configdi-check.yml above a manifest. Exit code 0: nothing at or above --fail-on; 1: findings; 2: incomplete; 64: usage."
    ],
    arguments: [
      Operand(
        name: "path", isOptional: true, isRepeatable: true, completion: .file,
        help: "A manifest, a folder, or - for standard input.")
    ],
    options: [
      .stages, .overlay, .module, .root, .sources, .noSources, .stdinFilename, .project, .catalog, .catalogFrom,
      .catalogTimeout, .requireCatalog, .set, .envFile, .env, .select, .ignore, .failOn, .baseline, .writeBaseline,
      .statistics, .format(Format.all.map(\.name)), .report, .color, .quiet, .verbose, .stamp, .inputs, .fix, .watch,
    ] + Option.limits
  ) { arguments, console in
    if arguments.has(.watch) { return try watch(arguments, console) }
    _ = try CheckOutput(arguments, console)
    return try checkOnce(arguments, console, unfixed: try fixFirst(arguments, console))
  }
}

/// Applies the fixes for `--fix`.
///
/// - Returns: The findings about files that could not be read and were not fixed.
func fixFirst(_ arguments: Arguments, _ console: Console) throws -> [Diagnostic] {
  arguments.has(.fix) ? try fixFiles(arguments, try Selection(arguments), console).unread : []
}

/// Runs one check and writes all requested outputs.
func checkOnce(_ arguments: Arguments, _ console: Console, unfixed: [Diagnostic]) throws -> ExitCode {
  let output = try CheckOutput(arguments, console)
  let selection = try Selection(arguments)
  let replacesBaseline = arguments.has(.baseline) || arguments.has(.writeBaseline)
  let project = try Project(arguments, console, readsBaseline: !replacesBaseline, readsSources: true)
  let run = CheckRun(project: project, selection: selection)
  var report = run.report(on: try run.check(showingProgress: console.showsProgress && !arguments.has(.quiet)))
  let paths = console.repository(of: project.sources.first?.input.path)
  let found = report.diagnostics
  // What only the check could read was not fixed.
  let unread = Set(report.unread.map { $0.text() })
  for finding in unfixed where !unread.contains(finding.text()) { console.tell(finding.text()) }
  let unmatched = try report.applyBaselines(arguments, paths, console)
  var told: [String] = []
  if let path = arguments[.writeBaseline] {
    if let unread = found.first(where: { $0.leavesSomethingUnread || $0.rule == .yamlSyntax }) {
      throw Failure("did not write \(path), since some input could not be read: \(unread.message)")
    }
    try OutputFile.write(
      Baseline(of: found, paths).text, to: path, as: .baseline, within: console.writingBound(arguments))
    told.append("wrote \(counted(found.count, "finding")) to \(path)")
    report.diagnostics = []
    report.hidden = found.isEmpty ? nil : (found.count, [path])
  }
  let read = Set((report.files + project.catalogs.files).map(paths.relative))
  // A finding may still exist if its check did not run. A file that was deleted has no findings.
  let gone = unmatched.filter { _, entry in
    report.isComplete && !report.notRun.contains(entry.rule)
      && (read.contains(entry.path) || console.files.resolve(paths.absolute(entry.path)) == nil)
  }
  told += gone.map { path, entry in
    "\(path): finding no longer occurs, remove its entry: \(entry.description)"
  }
  let fixable = output.givesAdvice ? Fixer.count(report, selection, project) : 0
  try output.emit(report, paths, fixable: fixable, telling: told)
  if !report.fails { try BuildStamp.write(watched: project.watched + report.files, arguments, console) }
  return report.fails ? .findings : .success
}

extension Report {
  var unread: [Diagnostic] { diagnostics.filter(\.leavesSomethingUnread) }
}

extension Diagnostic {
  /// Whether part of the input was not read, so that other findings may be missing. A resource limit with a symbol
  /// means only that a service is nested too deeply.
  var leavesSomethingUnread: Bool { rule == .unreadableFile || rule == .resourceLimit && symbol == nil }
}
