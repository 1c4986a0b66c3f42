extension Checks {
  /// DI205: keys under a name that two types have.
  static let checkKeys: Check = { context, reporting in
    guard let catalog = context.catalog, !catalog.ambiguous.isEmpty else { return }
    let graph = context.graph
    for (node, key) in graph.keys.enumerated() {
      guard let types = catalog.ambiguous[String(key.name)], let version = graph.versionsOfNode[node].first else {
        continue
      }
      reporting.report(.ambiguous(key, types, at: graph.versions[version].service.key.location))
    }
    var seen = Set<SourceLocation>()
    for missing in graph.missing {
      guard case .key(let key) = missing.reason, let types = catalog.ambiguous[String(key.name)],
        missing.argument?.written != nil || missing.argument == nil, seen.insert(missing.location).inserted
      else { continue }
      reporting.report(context.limited(.ambiguous(key, types, at: missing.location), to: missing.stages))
    }
  }
}

extension Diagnostic {
  fileprivate static func ambiguous(_ key: ServiceKey, _ types: [String], at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .ambiguousKey, .namesSeveral(key, types), at: location, help: [.qualify(types)], symbol: "services.\(key)")
  }
}

extension Rule {
  private static let twoModules = """
    { "configdiCatalog": 1, "factories": [
      { "name": "appClock", "provides": "App.Clock" }, { "name": "kitClock", "provides": "Kit.Clock" } ] }
    """

  package static let ambiguousKey = Rule(
    "DI205", "ambiguous-key", .error, needsCatalog: true, summary: "a key that is the name of two types",
    explanation: """
      Two types of the program have this name, in different modules or nested in different types. Write as much of \
      the qualified name as tells them apart.
      """,
    bad: [
      "app.yaml": """
      configdi: 1
      services: { Clock: { provided: true } }
      """, "configdi.catalog.json": twoModules,
    ],
    good: [
      "app.yaml": """
      configdi: 1
      services: { Kit.Clock: kitClock }
      """, "configdi.catalog.json": twoModules,
    ])
}

extension String {
  fileprivate static func namesSeveral(_ key: ServiceKey, _ types: [String]) -> String {
    "\(key) is ambiguous: it may be \(types.joined(separator: " or "))"
  }

  fileprivate static func qualify(_ types: [String]) -> String { "write \(types.joined(separator: " or "))" }
}
