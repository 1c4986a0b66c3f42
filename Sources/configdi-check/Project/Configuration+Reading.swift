import ConfigDI

extension Configuration {
  private enum Field: String, CaseIterable {
    case catalog, paths
    case failOn = "fail-on"
    case ignore, severity, root
  }

  /// Reads a file; what is wrong in it is reported at its place.
  init(reading file: SourceFile, reporting findings: inout Diagnostics) {
    self.init()
    var budget = 100_000
    guard
      let root = YAMLReader.read(file, limits: Limits(), nodeBudget: &budget, reporting: &findings)?.root, !root.isNull
    else { return }
    guard root.kind == .mapping else {
      findings.report(expected("a mapping of settings", root))
      return
    }
    let folder = RepositoryPaths.folder(of: file.path)
    for (name, value) in root.pairs {
      guard let field = Field(rawValue: name.text) else {
        findings.report(unknown(name))
        continue
      }
      switch field {
      case .catalog: catalog = text(value, "a file's path", &findings).map { RepositoryPaths.join(folder, $0) }
      case .root: self.root = text(value, "a folder's path", &findings).map { RepositoryPaths.join(folder, $0) }
      case .paths: paths = list(value, "a path", &findings).map { RepositoryPaths.join(folder, $0.text) }
      case .ignore:
        var known: Set<Rule> = []
        ignore = list(value, "a rule's code", &findings).flatMap { rules($0, &findings) }
          .filter { known.insert($0).inserted }
      case .failOn:
        failOn = FailOn(rawValue: value.text)
        if failOn == nil { findings.report(expected("error, warning, note or never", value)) }
      case .severity: readSeverities(value, &findings)
      }
    }
  }

  private mutating func readSeverities(_ node: Node, _ findings: inout Diagnostics) {
    guard node.kind == .mapping else {
      findings.report(expected("a mapping from rules to severities", node))
      return
    }
    for (name, value) in node.pairs {
      let rules = rules(name, &findings)
      guard let severity = Severity(rawValue: value.text) else {
        findings.report(expected("error, warning or note", value))
        continue
      }
      for rule in rules { self.severity[rule.code] = severity }
    }
  }

  private func text(_ node: Node, _ expectation: String, _ findings: inout Diagnostics) -> String? {
    if case .string(let text)? = node.scalar, !text.isEmpty { return text }
    findings.report(expected(expectation, node))
    return nil
  }

  /// A list of texts, or one.
  private func list(_ node: Node, _ expectation: String, _ findings: inout Diagnostics) -> [Node] {
    let elements = node.kind == .sequence ? Array(node.elements) : [node]
    return elements.filter { text($0, expectation, &findings) != nil }
  }

  private func rules(_ node: Node, _ findings: inout Diagnostics) -> [Rule] {
    let rules = RuleBook.rules(matching: node.text)
    if rules.isEmpty { findings.report(unknownRule(node)) }
    return rules
  }

  private func expected(_ what: String, _ node: Node) -> Diagnostic {
    Diagnostic(.wrongShape, "expected \(what), found \(node.shape)", at: node.location)
  }

  private func unknown(_ name: Node) -> Diagnostic {
    let fields = Field.allCases.map(\.rawValue)
    let suggestions = Spelling.suggestions(for: name.text, among: fields)
    return Diagnostic(
      .unknownField, "'\(name.text)' is not a setting of \(Self.name)", at: name.location,
      notes: suggestions.isEmpty ? ["there may be: \(fields.joined(separator: ", "))"] : [],
      help: Spelling.help(for: suggestions))
  }

  private func unknownRule(_ node: Node) -> Diagnostic {
    Diagnostic(
      .wrongShape, "no rule is called '\(node.text)'", at: node.location,
      help: Spelling.help(for: RuleBook.suggestions(for: node.text)))
  }
}
