import ConfigDI

extension RulePage {
  /// The files of a small project; the entry is `app.yaml`. Every example is run by the tests.
  struct Example: Sendable, ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
    let files: [(name: String, text: String)]

    init(_ files: [(name: String, text: String)]) {
      self.files = files
    }

    init(stringLiteral text: String) {
      self.init([("app.yaml", text)])
    }

    init(dictionaryLiteral files: (String, String)...) {
      self.init(files.map { (name: $0.0, text: $0.1) })
    }

    /// The findings in the project, as `check` reports them.
    var findings: [Diagnostic] {
      let catalog = files.first { $0.name == "configdi.catalog.json" }.flatMap { try? Catalog(json: $0.text) }
      let texts = Dictionary(uniqueKeysWithValues: files.map { (Self.folder + $0.name, $0.text) })
      let checked = Pipeline(world: World(files: InMemoryFiles(texts)))
        .check(.path(Self.folder + "app.yaml"), catalog: catalog.map { CatalogIndex($0) })
      var diagnostics = checked.diagnostics
      Suppressions(documents: checked.composed?.files ?? []).apply(
        to: &diagnostics, rules: Rule.all, notRun: Set(checked.skippedRules.map(\.code)))
      return diagnostics.sorted()
    }

    /// The findings as they are printed in the project's folder.
    func messages(width: Int) -> [String] {
      findings.map { $0.text(width: width).replacing(Self.folder, with: "") }
    }

    /// A folder of the project's own, so that there is something outside of it.
    private static let folder = "project/"
  }
}
