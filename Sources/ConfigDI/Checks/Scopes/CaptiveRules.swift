extension CheckContext {
  /// DI301, DI304, DI310: long-lived services that hold short-lived ones, and unshared services that fit into no scope.
  func checkCaptives(_ reporting: inout Diagnostics) {
    var lifetimes = lifetimes
    guard !lifetimes.isTrivial else { return }
    checkHomes(&lifetimes, &reporting)
    checkHolders(&lifetimes, &reporting)
    checkEntryPoints(&lifetimes, &reporting)
  }

  private func checkHolders(_ lifetimes: inout Lifetimes, _ reporting: inout Diagnostics) {
    for version in graph.versions {
      guard let holder = lifetimes.home(of: version) else { continue }
      var unscoped: [(edge: Edge, captures: Captures)] = []
      for index in version.edges where !lifetimes.fits(lifetimes.held(graph.edges[index].to), in: holder) {
        let edge = graph.edges[index]
        guard edge.kind != .member, !edge.namesScope, let captures = lifetimes.captures(over: edge, in: holder)
        else { continue }
        if version.service.isEager, holder == nil {
          unscoped.append((edge, captures))
        } else {
          reporting.report(captive(captures, edge: edge, version: version, holder: holder, &lifetimes))
        }
      }
      checkUnscoped(unscoped, &lifetimes, &reporting)
    }
  }

  private func checkEntryPoints(_ lifetimes: inout Lifetimes, _ reporting: inout Diagnostics) {
    for entryPoint in graph.entryPoints {
      var holder: Lifetimes.Scope = nil
      if case .root(let root) = entryPoint.kind, let scope = root.scope {
        guard let position = lifetimes.positions[scope.value.text] else { continue }
        holder = position
      }
      var unscoped: [(edge: Edge, captures: Captures)] = []
      for edge in entryPoint.edges where !edge.namesScope {
        if let captures = lifetimes.captures(over: edge, in: holder) { unscoped.append((edge, captures)) }
      }
      checkUnscoped(unscoped, &lifetimes, &reporting)
    }
  }

  /// Reports that an eager singleton, a root or an initializer needs a scope that is not open. Only the first path in
  /// each stage is reported; its remedy changes the other references too where the manifest alone can.
  private func checkUnscoped(
    _ unscoped: [(edge: Edge, captures: Captures)], _ lifetimes: inout Lifetimes, _ reporting: inout Diagnostics
  ) {
    var reported = StageSet()
    for (edge, captures) in unscoped {
      let stages = captures.stages.subtracting(reported)
      guard !stages.isEmpty else { continue }
      reported.formUnion(stages)
      let others = unscoped.lazy.filter { other in
        other.edge.location != edge.location && other.edge.kind != .collection
          && !other.captures.stages.intersection(stages).isEmpty
      }.map { calling($0.captures, $0.edge) ?? $0.edge }
        .filter { canCall($0) && swiftChange($0, to: .scopedProvider) == nil }
      reportUnscoped(captures, edge: edge, besides: Array(others), stages, &lifetimes, &reporting)
    }
  }

  /// Whether a ScopedProvider may replace a reference: it is not called on the main actor, and passes no argument.
  private func canCall(_ edge: Edge) -> Bool {
    mainActorTargets(of: edge).isEmpty && stagesWithArgument(edge).isEmpty
  }

  private func reportUnscoped(
    _ captures: Captures, edge: Edge, besides others: [Edge], _ stages: StageSet,
    _ lifetimes: inout Lifetimes, _ reporting: inout Diagnostics
  ) {
    let holder = edge.holder
    let service = graph.service(of: holder)
    let scope = lifetimes.name(of: captures.scope)
    let innermost = lifetimes.name(of: captures.innermost)
    let call = calling(captures, edge) ?? edge
    var root: RootEntry?
    if case .entryPoint(let index) = holder, case .root(let entry) = graph.entryPoints[index].kind { root = entry }
    let help: String
    var fixes: [Diagnostic.Fix] = []
    if edge.kind == .collection {
      help = "remove services in that scope from the collection, and take a provider of each instead"
    } else if let root {
      let key = FlowText.scalar(root.key.value.text)
      let fits = lifetimes.captures(over: edge, in: captures.innermost) == nil
      help =
        fits
        ? "name the scope in which the program asks for it: { key: \(key), scope: \(innermost) }"
        : "name a scope in the 'roots' of each stage, since no single scope contains all that \(key) needs"
      fixes = fits ? namingScope(of: root, innermost) : []
    } else {
      let isCallable = service == nil || canCall(call)
      let calls = [call] + (isCallable && swiftChange(call, to: .scopedProvider) == nil ? others : [])
      help =
        isCallable
        ? .call(false, calls.map { taking(.scopedProvider, $0) }.joined(separator: ", "))
        : "remove 'eager', and give \(holderName(holder)) the same scope: scope: \(innermost)"
      fixes =
        calls.map { call in
          // An edge of an initializer starts at no node.
          if call.from >= 0 { return writing(.scopedProvider, call, in: captures.stages.intersection(call.stages)) }
          return call.argument?.isWritten == true ? writing(.scopedProvider, call) : []
        }.allOrNone
    }
    let name = (service == nil ? "" : "eager service ") + holderName(holder)
    let path = names(of: captures, edge: edge, from: service?.key.value.text).joined(separator: " -> ")
    reporting.report(
      .scopedFromRoot, "\(name) needs scope '\(scope)', which is not open: \(path)", at: graph.entry(of: holder),
      related: service == nil
        ? steps(of: captures) + definition(of: captures.first, in: captures.scope, captures.stagesOfFirst, lifetimes)
        : [holding(edge)] + steps(of: captures),
      help: [help], fixes: fixes,
      symbol: (symbol(holder, nil) + (service == nil ? "" : ".eager")).leading(to: graph.name(of: captures.first)),
      stages: graph.names(of: stages))
  }

  private func captive(
    _ captures: Captures, edge: Edge, version: Version, holder: Lifetimes.Scope, _ lifetimes: inout Lifetimes
  ) -> Diagnostic {
    let name = version.service.key.value.text
    let scope = lifetimes.name(of: captures.scope)
    let path = names(of: captures, edge: edge, from: name)
    let call = calling(captures, edge)
    let holder = holder.map { "a service in scope '\(lifetimes.name(of: $0))'" } ?? "a singleton"
    var finding = Diagnostic(
      .captiveDependency,
      "captive dependency: \(path.joined(separator: " -> ")): \(holder) holds "
        + "\(call == nil ? "a service" : "a provider of a service") in scope '\(scope)'",
      at: edge.location,
      related: [holding(edge)] + steps(of: captures)
        + definition(of: captures.first, in: captures.scope, captures.stagesOfFirst, lifetimes),
      symbol: "services.\(name).dependencies.\(edge.argument?.name ?? graph.name(of: edge.to))"
        .leading(to: graph.name(of: captures.first)), stages: graph.names(of: captures.stages))
    offerWays(captures, edge: edge, call: call, version: version, &lifetimes, &finding)
    if !captures.values.isEmpty { finding.notes.append(.holdsWhen(captures.values)) }
    return finding
  }

  /// The last provider edge on the path. Its call names no scope and so cannot reach the captured service.
  private func calling(_ captures: Captures, _ edge: Edge) -> Edge? {
    ([edge] + captures.path.map { graph.edges[$0] }).last { $0.kind == .provider }
  }

  private func offerWays(
    _ captures: Captures, edge: Edge, call: Edge?, version: Version, _ lifetimes: inout Lifetimes,
    _ finding: inout Diagnostic
  ) {
    let name = version.service.key.value.text
    let scope = lifetimes.name(of: captures.innermost)
    let bits = graph.edges[version.edges].reduce(UInt64(0)) { bits, edge in
      edge.kind != .member && !edge.namesScope ? bits | lifetimes.held(edge.to) : bits
    }
    let canCall = self.canCall(call ?? edge)
    let fits = lifetimes.fits(bits, in: captures.innermost)
    let roots = fits ? lifetimes.roots(of: version.node, movedInto: captures.innermost) : nil
    let mayMove = roots?.isEmpty == true
    let moving = roots.map { self.moving(version.service, into: scope, $0) } ?? []
    let isRoot = roots?.isEmpty == false
    guard edge.kind != .collection else {
      let other = "remove services in that scope from the collection"
      return finding.offer(.move(name, into: scope, isRoot: isRoot, or: other), moving)
    }
    let move = String.move(name, into: scope, isRoot: isRoot)
    // Changing the scope is the simplest edit if nothing else holds the service; otherwise it is the last resort.
    if mayMove { finding.offer(move, moving) }
    if canCall {
      let call = call ?? edge
      finding.offer(
        (mayMove ? "or " : "") + .call(call.kind == .provider, taking(.scopedProvider, call)),
        writing(.scopedProvider, call))
    }
    if !mayMove, fits || !canCall { finding.offer((canCall ? "or " : "") + move, moving) }
  }

  /// The edits that give a service a scope, and name that scope at its roots.
  private func moving(
    _ service: ComposedService, into scope: String, _ roots: [RootEntry]
  ) -> [Diagnostic.Fix] {
    ([writing(.scope, FlowText.scalar(scope), in: service)] + roots.map { namingScope(of: $0, scope) }).allOrNone
  }

  /// The edit that gives a root the scope in which the program requests it.
  private func namingScope(of root: RootEntry, _ scope: String) -> [Diagnostic.Fix] {
    let name = FlowText.scalar(scope)
    if let written = root.scope { return [.init(replacing: written.location, with: name)] }
    if let whole = composed.onlyPair(withValueAt: root.key.location) {
      return .adding([("scope", name)], toMappingAt: whole.location)
    }
    let entry = FlowText.mapping([
      (key: "key", value: FlowText.scalar(root.key.value.text)), (key: "scope", value: name),
    ])
    return [.init(replacing: root.key.location, with: entry)]
  }

  private func steps(of capture: Captures) -> [Diagnostic.Related] {
    capture.path.prefix(8).map { holding(graph.edges[$0]) }
  }

  func holding(_ edge: Edge) -> Diagnostic.Related {
    let from = graph.name(of: edge.from)
    let holds =
      switch edge.kind {
      case .provider: "\(from) asks for"
      case .member: "collection '\(from)' contains"
      default: "\(from) holds"
      }
    return .init("\(holds) \(graph.name(of: edge.to))\(askedFor(edge))", at: edge.location)
  }

  private func names(of capture: Captures, edge: Edge, from holder: String?) -> [String] {
    let ahead = holder == nil ? 1 : 2
    return elided(count: ahead + capture.path.count) { position in
      if position >= ahead { return graph.name(of: graph.edges[capture.path[position - ahead]].to) }
      return position == 0 ? holder ?? graph.name(of: edge.to) : graph.name(of: edge.to)
    }
  }

  /// A note where a service's scope is set in one of the stages.
  func definition(
    of node: Int, in scope: Int, _ stages: StageSet, _ lifetimes: Lifetimes
  ) -> [Diagnostic.Related] {
    guard node < graph.keys.count else { return [] }
    let version = graph.describedVersion(of: node) { version in
      lifetimes.kind(of: version) == .declared(scope) && !version.stages.intersection(stages).isEmpty
    }
    guard let place = version?.service.scope?.location else { return [] }
    return [.init("\(graph.name(of: node)) lives in scope '\(lifetimes.name(of: scope))'", at: place)]
  }
}

extension String {
  fileprivate static func call(_ isCalled: Bool, _ change: String) -> String {
    isCalled
      ? "use a ScopedProvider, the only provider that reaches another scope: \(change)"
      : "take a provider, and call it with the open scope: \(change)"
  }

  fileprivate static func move(_ holder: String, into scope: String, isRoot: Bool, or other: String? = nil) -> String {
    let rest =
      (isRoot ? ["and name the scope at the root: { key: \(FlowText.scalar(holder)), scope: \(scope) }"] : [])
      + (other.map { ["or \($0)"] } ?? [])
    guard !rest.isEmpty else { return "give \(holder) the same scope: scope: \(scope)" }
    return (["give \(holder) the same scope (scope: \(scope))"] + rest).joined(separator: ", ")
  }
}
