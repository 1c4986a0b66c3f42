extension Checks {
  /// DI301, DI304: what lives long holds what lives short.
  static let checkCaptives: Check = { context, reporting in
    let lifetimes = Lifetimes(context.graph)
    guard !lifetimes.isTrivial else { return }
    let held = lifetimes.heldScopes(context.components)
    context.checkHolders(lifetimes, held, &reporting)
    context.checkEntryPoints(lifetimes, held, &reporting)
  }
}

extension CheckContext {
  fileprivate func checkHolders(_ lifetimes: Lifetimes, _ held: [UInt64], _ reporting: inout Diagnostics) {
    for version in graph.versions {
      let holder: Lifetimes.Scope
      switch lifetimes.kind(of: version.service) {
      case .singleton: holder = nil
      case .declared(let scope): holder = scope
      case .none, .unknown: continue
      }
      let allowed = lifetimes.allowed(holder)
      var atStart: (capture: Capture, edge: DependencyGraph.Edge)?
      for index in version.edges {
        let edge = graph.edges[index]
        guard edge.from == version.node, edge.kind != .provider, edge.kind != .member,
          held[Int(components.ofNode[edge.to])] & ~allowed != 0
        else { continue }
        let captures = lifetimes.captures(over: edge, in: holder)
        guard let first = captures.first else { continue }
        if version.service.isEager, holder == nil {
          atStart = atStart ?? (first, edge)
        } else {
          reporting.report(captive(captures, edge: edge, version: version, holder: holder, lifetimes))
        }
      }
      if let atStart { reporting.report(eagerHolder(atStart.capture, edge: atStart.edge, version: version, lifetimes)) }
    }
  }

  private func captive(
    _ captures: [Capture], edge: DependencyGraph.Edge, version: DependencyGraph.Version, holder: Lifetimes.Scope,
    _ lifetimes: Lifetimes
  ) -> Diagnostic {
    let first = captures[0]
    let name = version.service.key.value.text
    let path = names(of: first, edge: edge, from: name)
    var finding = Diagnostic(
      .captiveDependency,
      .captive(path, holder: holder.map(lifetimes.name) ?? "singleton", scope: lifetimes.name(of: first.scope)),
      at: edge.location,
      related: [holding(edge)] + steps(of: first),
      help: [
        .holdProvider(graph.name(of: edge.to), label: edge.argument?.name, scope: lifetimes.name(of: first.scope))
      ],
      symbol: "services.\(name).dependencies.\(edge.argument?.name ?? graph.name(of: edge.to))")
    if let definition = definition(of: first.captured) {
      finding.related.append(
        .init(.livesIn(graph.name(of: first.captured), lifetimes.name(of: first.scope)), at: definition))
    }
    if captures.count > 1 { finding.notes.append(.alsoHolds(captures.dropFirst().map { graph.name(of: $0.captured) })) }
    if !first.values.isEmpty { finding.notes.append(.holdsWhen(first.values)) }
    return limited(finding, to: captures.reduce(StageSet()) { $0.union($1.stages) })
  }

  private func eagerHolder(
    _ capture: Capture, edge: DependencyGraph.Edge, version: DependencyGraph.Version, _ lifetimes: Lifetimes
  ) -> Diagnostic {
    let name = version.service.key.value.text
    let finding = Diagnostic(
      .scopedFromRoot,
      .outsideScope(
        "eager service \(name)", names(of: capture, edge: edge, from: name), lifetimes.name(of: capture.scope)),
      at: version.service.key.location, related: [holding(edge)] + steps(of: capture),
      help: [.makeLazily(graph.name(of: edge.to))], symbol: "services.\(name).eager")
    return limited(finding, to: capture.stages.intersection(version.stages))
  }

  fileprivate func checkEntryPoints(_ lifetimes: Lifetimes, _ held: [UInt64], _ reporting: inout Diagnostics) {
    for (index, entryPoint) in graph.entryPoints.enumerated() {
      var holder: Lifetimes.Scope = nil
      if case .root(let root) = entryPoint.kind, let scope = root.scope, scope.value != "singleton" {
        guard let position = lifetimes.position(of: scope.value) else { continue }
        holder = position
      }
      let allowed = lifetimes.allowed(holder)
      for edge in entryPoint.edges where edge.kind != .provider {
        guard held[Int(components.ofNode[edge.to])] & ~allowed != 0,
          let capture = lifetimes.captures(over: edge, in: holder).first
        else { continue }
        let scope = lifetimes.name(of: capture.scope)
        let name = entryPointName(entryPoint)
        let finding = Diagnostic(
          .scopedFromRoot, .outsideScope(name, names(of: capture, edge: edge, from: nil), scope),
          at: entryPoint.location,
          related: steps(of: capture)
            + (definition(of: capture.captured).map {
              [.init(.livesIn(graph.name(of: capture.captured), scope), at: $0)]
            } ?? []),
          help: [.nameScope(entryPoint.kind, scope: scope, target: graph.name(of: edge.to))],
          symbol: symbol(.entryPoint(index), nil))
        reporting.report(limited(finding, to: capture.stages))
        break
      }
    }
  }

  private func steps(of capture: Capture) -> [Diagnostic.Related] {
    capture.path.prefix(8).map { holding(graph.edges[$0]) }
  }

  private func holding(_ edge: DependencyGraph.Edge) -> Diagnostic.Related {
    .init(.leadsTo(graph.name(of: edge.from), graph.name(of: edge.to)) + askedFor(edge), at: edge.location)
  }

  private func names(of capture: Capture, edge: DependencyGraph.Edge, from holder: String?) -> [String] {
    elided(
      (holder.map { [$0] } ?? []) + [graph.name(of: edge.to)] + capture.path.map { graph.name(of: graph.edges[$0].to) })
  }

  private func definition(of node: Int) -> SourceLocation? {
    guard node < graph.keys.count else { return nil }
    let version = graph.versionsOfNode[node].first { graph.versions[$0].service.scope != nil }
    return version.flatMap { graph.versions[$0].service.scope?.location }
  }
}

extension Rule {
  package static let captiveDependency = Rule(
    "DI301", "captive-dependency", .error, summary: "a longer-lived service that holds a shorter-lived one")

  package static let scopedFromRoot = Rule(
    "DI304", "scoped-from-root", .error, summary: "something outside every scope that needs a scoped service")
}

extension String {
  fileprivate static func captive(_ path: [String], holder: String, scope: String) -> String {
    let ending = holder == "singleton" ? "a singleton holds" : "a service of scope '\(holder)' holds"
    return "captive dependency: \(path.joined(separator: " -> ")): \(ending) what lives in scope '\(scope)'"
  }

  fileprivate static func leadsTo(_ from: String, _ to: String) -> String { "\(from) holds \(to)" }

  fileprivate static func livesIn(_ name: String, _ scope: String) -> String { "\(name) lives in scope '\(scope)'" }

  fileprivate static func holdProvider(_ target: String, label: String?, scope: String) -> String {
    let reference = label.map { "\($0): { provider: \(target) }" } ?? "{ provider: \(target) }"
    return
      "take a provider, which is called with the open scope: \(reference); or move the holder into scope '\(scope)'"
  }

  fileprivate static func alsoHolds(_ names: [String]) -> String {
    let rest = names.count > 3 ? " and \(names.count - 3) more" : ""
    return "through the same reference it also holds \(names.prefix(3).joined(separator: ", "))\(rest)"
  }

  fileprivate static func outsideScope(_ holder: String, _ path: [String], _ scope: String) -> String {
    "\(holder) needs an open scope '\(scope)': \(path.joined(separator: " -> "))"
  }

  fileprivate static func makeLazily(_ target: String) -> String {
    "remove 'eager', and let the service take a provider: { provider: \(target) }"
  }

  fileprivate static func nameScope(
    _ kind: DependencyGraph.EntryPoint.Kind, scope: String, target: String
  ) -> String {
    switch kind {
    case .root(let root): "say where the program asks for it: { key: \(root.key.value), scope: \(scope) }"
    case .initializer: "let the initializer take a provider: { provider: \(target) }"
    }
  }
}
