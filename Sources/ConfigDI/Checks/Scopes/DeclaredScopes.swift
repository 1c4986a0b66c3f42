/// DI303 and DI309: scope names in a manifest that do not match its declared scopes.
package enum DeclaredScopes {
  package static func check(_ manifest: ComposedManifest, reporting diagnostics: inout Diagnostics) {
    let scopes = manifest.scopes
    let positions = scopes.positions
    let parents = scopes.parents(positions)
    let unknown = UnknownScopes(scopes.map(\.name.value))
    var findings = StagedFindings()
    for (position, scope) in scopes.enumerated() {
      guard let parent = scope.parent, parent.value != .singleton, !unknown.knows(parent.value)
      else { continue }
      // A scope inside this one cannot be its parent.
      func isOuter(_ name: String) -> Bool { positions[name].map { !isInside($0, position, parents) } ?? true }
      let finding = unknown.finding(
        parent, of: "scopes.\(scope.name.value)",
        parent.value.isBuiltIn
          ? "a scope's parent must be singleton or a declared scope, not '\(parent.value)'"
          : "there is no parent scope '\(parent.value)'",
        besides: [ScopeName.singleton.text], except: scope.name.value, where: isOuter)
      findings.report(finding, in: StageSet(all: manifest.stages.count))
    }
    for (position, stages) in manifest.stages.alike {
      let stage = manifest.stages[position]
      for service in stage.services {
        guard let scope = service.scope, !unknown.knows(scope.value), !scope.value.isBuiltIn
        else { continue }
        var built = ScopeName.builtIn
        if case .provided = service.kind { built.removeAll(where: \.isMadeAnew) }
        let finding = unknown.finding(
          scope, of: "services.\(service.key.value)", "there is no scope '\(scope.value)'", besides: built.map(\.text))
        findings.report(finding, in: stages)
      }
      for root in stage.roots {
        guard let scope = root.scope, !unknown.knows(scope.value) else { continue }
        let message =
          scope.value.isBuiltIn
          ? "a root's scope must be a declared scope, not '\(scope.value)'" : "there is no scope '\(scope.value)'"
        let finding = unknown.finding(scope, of: "roots.\(root.key.value)", message, besides: [])
        findings.report(finding, in: stages)
      }
    }
    findings.finish(names: manifest.stages.map(\.name), reporting: &diagnostics)
    let cycles = parentCycles(parents) {
      scopes[$0].name.value.utf8.lexicographicallyPrecedes(scopes[$1].name.value.utf8)
    }
    for cycle in cycles {
      diagnostics.report(
        .parentCycle(
          .scopeCycle, of: "scope", cycle.map { (scopes[$0].name.value, scopes[$0].parent?.map(\.text)) },
          key: ScopeKey.parent.rawValue
        ) { "the parent of \($0) is \($1)" })
    }
  }
}

/// Suggests the declared scope that an unknown name may mean.
private struct UnknownScopes {
  private let declared: Set<String>
  /// The scopes to list, no more than a message can show.
  private let listed: [String]

  init(_ declared: [String]) {
    self.declared = Set(declared)
    listed = declared.count <= 8 ? declared : []
  }

  /// Whether a scope is declared. An unreadable name counts as declared, since it was already reported.
  func knows(_ scope: ScopeName) -> Bool { scope.text.isEmpty || declared.contains(scope.text) }

  func finding(
    _ scope: Located<ScopeName>, of entry: String, _ message: String, besides: [String], except: String? = nil,
    where mayBe: (String) -> Bool = { _ in true }
  ) -> Diagnostic {
    let symbol = entry.leading(to: scope.value.text)
    let suggestions = Spelling.suggestions(
      for: scope.value.text, among: declared.union(besides).filter { $0 != except }
    ).filter(mayBe)
    if suggestions.isEmpty, let known = Habit.scopes[Habit.normalized(scope.value.text)], besides.contains(known) {
      let declaring = "or declare your own scope: scopes: { \(scope.value): {} }"
      var finding = Diagnostic(.unknownScope, message, at: scope.location, symbol: symbol)
      finding.offer("write \(known), ConfigDI's name for '\(scope.value)'", [.init(naming: known, at: scope.location)])
      finding.offer(declaring)
      finding.wantedEntries = [declaration(of: scope.value, declaring)]
      return finding
    }
    // The built-in scopes cannot be declared.
    let first = scope.value.isBuiltIn ? "remove it" : "declare it: scopes: { \(FlowText.scalar(scope.value.text)): {} }"
    let others = listed.filter(mayBe) + besides
    let remedy = others.isEmpty ? first : "\(first), or choose \(others.joined(separator: ", "))"
    let choices = suggestions.isEmpty ? others.filter { !["transient", "graph", "weak"].contains($0) } : []
    var finding = Diagnostic(
      .unknownScope, message, at: scope.location, help: suggestions.isEmpty ? [remedy] : [],
      remedies: .naming(choices, "choose", at: scope.location), meaning: suggestions, symbol: symbol,
      absent: Absence(.scope, scope.value.text))
    if suggestions.isEmpty, !scope.value.isBuiltIn {
      finding.wantedEntries = [declaration(of: scope.value, "declare it")]
    }
    return finding
  }

  private func declaration(of scope: ScopeName, _ title: String) -> WantedEntry {
    (title, ManifestKey.scopes.rawValue, FlowText.scalar(scope.text), "{}")
  }
}
