import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Runs the flow over texts in memory.
enum Checking {
  static func check(
    _ text: String, catalog: String? = nil, stages: StageSelection = .all
  ) throws -> [Diagnostic] {
    var files = ["app.yaml": text]
    files["configdi.catalog.json"] = catalog
    return try check(files: files, stages: stages)
  }

  /// What is said of each finding below its place, with its fix.
  static func remedies(_ text: String, catalog: String? = nil) throws -> [String] {
    try check("configdi: 1\n" + text, catalog: catalog).map { finding in
      let fixes = finding.fixes.map { "fix: \($0.text)" }
      return ([finding.rule.code] + finding.notes + finding.help + fixes).joined(separator: "; ")
    }
  }

  /// The text after the edits of a finding's first remedy.
  static func fixed(_ text: String, _ finding: Diagnostic) throws -> String {
    try #require(!finding.fixes.isEmpty, "\(finding.message)")
    return fixed(text, finding.fixes)
  }

  /// The text after some edits.
  static func fixed(_ text: String, _ fixes: [Diagnostic.Fix]) -> String {
    var bytes = Array(text.utf8)
    for fix in fixes.sorted(by: { $0.location.range.lowerBound > $1.location.range.lowerBound }) {
      bytes.replaceSubrange(fix.location.range, with: fix.text.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// - Parameter files: the entry is `app.yaml`, the catalog `configdi.catalog.json` if there is one.
  static func check(files: [String: String], stages: StageSelection = .all) throws -> [Diagnostic] {
    let index = try files["configdi.catalog.json"].map { text in
      var problems = Diagnostics()
      let file = SourceFile(path: "configdi.catalog.json", bytes: Array(text.utf8))
      let catalog = Catalog(file, reporting: &problems)
      #expect(problems.findings.isEmpty, "the catalog is refused: \(problems.findings.map(\.message))")
      return CatalogIndex(try #require(catalog))
    }
    let placed = Dictionary(uniqueKeysWithValues: files.map { ("project/\($0)", $1) })
    var options = CompositionOptions()
    options.stages = stages
    let pipeline = Pipeline(world: World(files: InMemoryFiles(placed)), options: options)
    let checked = pipeline.check(.path("project/app.yaml"), catalog: index)
    var diagnostics = checked.diagnostics
    Suppressions(documents: checked.composed?.files ?? []).apply(
      to: &diagnostics, notRun: Set(checked.skippedRules.map(\.code)))
    return diagnostics.sorted()
  }
}
