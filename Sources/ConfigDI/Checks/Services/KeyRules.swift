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
        missing.argument?.isWritten ?? true, seen.insert(missing.location).inserted
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

  package static let ambiguousKey = Rule(
    "DI205", "ambiguous-key", .error, needsCatalog: true, summary: "a key that is the name of two types")
}

extension String {
  fileprivate static func namesSeveral(_ key: ServiceKey, _ types: [String]) -> String {
    "\(key) is ambiguous: it may be \(types.joined(separator: " or "))"
  }

  fileprivate static func qualify(_ types: [String]) -> String { "write \(types.joined(separator: " or "))" }
}
