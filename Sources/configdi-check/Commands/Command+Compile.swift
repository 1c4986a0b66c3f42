import ConfigDI

extension Command {
  static let compile = Command(
    "compile", "Check a manifest and compile it for programs that do not read YAML.",
    discussion: [
      "The output contains the wiring of every stage, or of the requested stages. Parameters are not filled in, so the output is the same on every machine.",
      "The manifest is compiled for the factories in the catalog. A program with different factories rejects it.",
      "If the manifest has errors, the command reports them as check does and writes nothing.",
      "Exit code 0: written or up to date; 1: errors, or, with --check, out of date; 2: could not complete.",
    ],
    arguments: [.manifest],
    options: [
      .output, .swift, .inExtension, .checkCurrent, .stages, .catalog, .catalogFrom, .catalogTimeout, .module,
      .overlay, .set, .root,
    ] + Option.limits
  ) { arguments, console in
    let name = try arguments[.swift].map { try SwiftName($0, arguments) }
    if name == nil, arguments.has(.inExtension) {
      throw UsageError("'--extension' needs '--swift <name>'", about: .inExtension)
    }
    let output = arguments.outputFile
    if output == nil, arguments.has(.checkCurrent) || name == nil && console.isOutputTerminal {
      throw UsageError("Missing option '\(Option.output.label)'")
    }
    let project = try Project(arguments, console)
    let source = try project.onlyManifest()
    guard source.catalog != nil else {
      throw Failure("a catalog of the program's factories is required: pass one with --catalog or --catalog-from")
    }
    let run = CheckRun(project: project, selection: try Selection(arguments))
    let checked = try run.check()
    if let composed = checked.first?.checked.composed { try CompiledWriter.refuseManyStages(of: composed) }
    var report = run.report(on: checked)
    let standing = checked.flatMap { $0.checked.errors(besides: report.diagnostics, in: arguments.all(.stages)) }
    // A warning that is also among these errors is not reported twice.
    report.diagnostics.removeAll { told in
      standing.contains { $0.rule == told.rule && $0.location != nil && $0.location == told.location }
    }
    report.diagnostics += standing
    let findings = Format.text.render(report, Style())
    // If the file goes to standard output, the findings cannot go there.
    if output == nil { console.tell(findings) } else { console.write(findings) }
    guard let manifest = checked.first?.checked, !report.diagnostics.contains(where: { $0.severity == .error }),
      let writer = CompiledWriter(
        manifest, stages: arguments.all(.stages), modules: source.options.modules, files: console.files)
    else {
      let outcome = arguments.has(.checkCurrent) ? "was not compared" : "was not written"
      console.tell("\(output.map { "\(visible($0)) \(outcome)" } ?? "nothing was written"): \(report.summary)\n")
      return .findings
    }
    if let path = writer.fileOfModule {
      throw Failure(
        "\(path.location): a program with a compiled manifest does not know the module's folder, and so cannot find '\(path.value)': write an absolute path, or give the parameter another source in \(source.input.path)"
      )
    }
    let compiled = CompiledOutput(
      bytes: writer.bytes(), name: name, manifest: visible(writer.entry), path: output ?? "")
    let content = compiled.content
    guard let output else {
      console.writeBytes(content)
      return .success
    }
    return try update(
      output, to: content, as: name == nil ? .compiledManifest : .compiledSwift, isCode: name != nil,
      outOfDate: "out of date", size: ", \(counted(content.count, "byte"))", arguments, console,
      differences: compiled.differences)
  }
}

extension CheckedManifest {
  /// Errors that prevent creating a container but that `check` does not report: secrets in the manifest, and errors
  /// suppressed by comments or a configuration.
  fileprivate func errors(besides reported: [Diagnostic], in stages: [String]) -> [Diagnostic] {
    func identity(_ finding: Diagnostic) -> String {
      "\(finding.rule.code) \(finding.location.map { "\($0)" } ?? "")"
    }
    let known = Set(reported.filter { $0.severity == .error }.map(identity))
    let silenced = diagnostics.findings.filter { $0.preventsContainer && !known.contains(identity($0)) }
    return silenced.map { $0.keptThoughSuppressed() } + writtenSecrets(in: stages)
  }
}

/// The name of a compiled manifest in Swift code.
struct SwiftName {
  let type: String
  let member: String
  let isExtension: Bool

  /// Parses `Manifests.app`, or only the member.
  init(_ text: String, _ arguments: Arguments) throws(UsageError) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    isExtension = arguments.has(.inExtension)
    (type, member) = parts.count == 2 ? (parts[0], parts[1]) : ("Manifests", text)
    // After a dot, these two names mean something else, even in backticks.
    guard type.isIdentifier, member.isIdentifier, !["Type", "Protocol"].contains(member) else {
      throw UsageError(
        "The value '\(text)' is invalid for '\(Option.swift.label)'. Please provide a name such as 'Manifests.app'.")
    }
  }
}
