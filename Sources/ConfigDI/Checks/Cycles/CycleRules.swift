extension Checks {
  /// DI202: one finding for each group of services that need each other.
  static let checkCycles: Check = { context, reporting in
    let graph = context.graph
    guard context.components.count < graph.keys.count + graph.collections.count else { return }
    let hard = graph.graph.components { edge in !graph.edges[edge].kind.isDeferred }
    let groups = hard.groups()
    let users = groups.isEmpty ? nil : graph.graph.reversed()
    for group in groups {
      let knot = Knot(group, in: context) { !$0.isDeferred }
      guard let users, let cycle = knot.shortestCycle() else { continue }
      reporting.report(context.limited(context.cycleFinding(cycle, in: knot, users: users), to: cycle.stages))
    }
  }

  /// DI206: cycles of aliases and `select` cases that never lead to a service.
  static let checkAliasCycles: Check = { context, reporting in
    let graph = context.graph
    guard graph.edges.indices.contains(where: { graph.edges[$0].kind.leadsOn }) else { return }
    var groups = graph.graph.components { graph.edges[$0].kind.leadsOn }.groups()
    groups += Set(graph.edges.filter { $0.from == $0.to && $0.leadsOn }.map(\.from)).sorted().map { [$0] }
    for group in groups {
      let knot = Knot(group, in: context, where: \.leadsOn)
      guard let cycle = knot.shortestCycle(asMembers: false), let closing = cycle.steps.last?.last else { continue }
      let names = elided(cycle.steps.compactMap { $0.first.map { graph.name(of: graph.edges[$0].from) } })
      var finding = Diagnostic(
        .aliasCycle, "alias cycle: \((names + names.prefix(1)).joined(separator: " -> "))",
        at: graph.edges[closing].location,
        related: cycle.steps.dropLast().prefix(8).compactMap { step in
          step.first.map { edge in
            .init(
              "\(graph.name(of: graph.edges[edge].from)) refers to \(graph.name(of: graph.edges[edge].to))",
              at: graph.edges[edge].location)
          }
        },
        symbol: "services.\(names.joined(separator: " -> "))")
      context.offerServices(for: cycle, names[0], &finding)
      reporting.report(context.limited(finding, to: cycle.stages))
    }
  }
}

extension CheckContext {
  /// Offers to replace an alias in the cycle with a service, if the catalog has a factory for the alias's key.
  fileprivate func offerServices(for cycle: Knot.Cycle, _ first: String, _ finding: inout Diagnostic) {
    let remedies = cycle.steps.prefix(8).compactMap { $0.first }.lazy.compactMap { edge -> Diagnostic.Remedy? in
      let service = graph.versions[graph.edges[edge].owner].service
      guard case .alias = service.kind, let entry = definitions(of: service.key.value).first(where: \.isSound),
        let fix = Diagnostic.Fix(replacingValue: service.location, with: entry.text)
      else { return nil }
      return Diagnostic.Remedy(title: "write \(service.key.value): \(entry.text)", fixes: [fix])
    }.prefix(2)
    let help = "make \(first) or another key in this cycle refer to a service"
    finding.offer(([help] + remedies.map(\.title)).joined(separator: "; or "), [])
    for remedy in remedies { finding.addRemedy(remedy.title, remedy.fixes) }
  }

  fileprivate func cycleFinding(_ cycle: Knot.Cycle, in knot: Knot, users: DirectedGraph) -> Diagnostic {
    let names = cycle.steps.compactMap { step in step.first.map { graph.name(of: graph.edges[$0].from) } }
    let first = names.first ?? ""
    let numbered = cycle.steps.enumerated().filter { $0.offset < 4 || $0.offset >= cycle.steps.count - 4 }
    var finding = Diagnostic(
      .dependencyCycle, "dependency cycle: \(elided(names + [first]).joined(separator: " -> "))",
      at: cycle.steps.first?.first.map { graph.edges[$0].location },
      related: numbered.compactMap { index, step in
        edgeNote(step, number: index + 1, closes: index == cycle.steps.count - 1)
      },
      symbol: "services.\(elided(names).joined(separator: " -> "))")
    let members = Set(names)
    let others = knot.nodes.filter { !graph.isPassage($0) && !members.contains(graph.name(of: $0)) }
    if !others.isEmpty {
      finding.notes.append(
        "\(listed(others.map(graph.name), atMost: 3)) \(others.count == 1 ? "is" : "are") also part of a cycle with these services"
      )
    }
    let inside = Set(knot.nodes)
    let outside = Set(
      (inside.count < 1000 ? knot.nodes : []).flatMap { users.neighbors(of: $0).map(\.target) }
        .filter { !inside.contains($0) && !graph.isPassage($0) }.map(graph.name)
    ).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    if !outside.isEmpty {
      finding.notes.append(
        "\(listed(outside, atMost: 3)) also depend\(outside.count == 1 ? "s" : "") on this cycle")
    }
    if !cycle.scenario.values.isEmpty { finding.notes.append(.holdsWhen(cycle.scenario.values)) }
    if let unjudged = cycle.unjudged {
      finding.notes.append(
        "all cases were checked together: the 'select' parameters have \(unjudged == .max ? "too many" : "\(unjudged)") combinations of values"
      )
    }
    open(cycle, in: knot, &finding)
    return finding
  }

  private func edgeNote(_ step: [Int], number: Int, closes: Bool) -> Diagnostic.Related? {
    guard let first = step.first.map({ graph.edges[$0] }), let last = step.last.map({ graph.edges[$0] }) else {
      return nil
    }
    let through = step.dropLast().map { edge in
      let target = graph.edges[edge].to
      return target < graph.keys.count ? graph.name(of: target) : "collection \(graph.name(of: target))"
    }
    return .init(
      "(\(number)) \(graph.name(of: first.from)) needs \(graph.name(of: last.to))"
        + (through.isEmpty ? "" : " through \(listed(through))") + askedFor(first)
        + (closes ? "; the cycle closes here" : ""),
      at: first.location)
  }

  /// The end of a sentence about a dependency that only the catalog mentions: "as a parameter of factory 'orders'".
  func askedFor(_ edge: DependencyGraph.Edge) -> String {
    guard let argument = edge.argument, !argument.isWritten, let factory = argument.factory else { return "" }
    return " as a parameter of factory '\(factory.entry.name)'"
  }

  /// Suggests which edge to defer: preferably one whose removal breaks every cycle in the group, else the last edge of
  /// this cycle that can be deferred.
  private func open(_ cycle: Knot.Cycle, in knot: Knot, _ finding: inout Diagnostic) {
    let numbered = Array(cycle.steps.enumerated())
    let candidates = numbered.filter {
      [.instance, .optional, .decorator].contains(graph.edges[$0.element[0]].kind)
    }
    guard let closing = candidates.last else {
      return finding.offer("remove one of these dependencies", [])
    }
    let all = candidates.reversed().prefix(8).filter { knot.isOpen(without: $0.element[0]) }
    // Prefer an edge that needs no change in Swift.
    let best = all.first {
      !writing(deferredForm(.lazy, graph.edges[$0.element[0]]), graph.edges[$0.element[0]]).isEmpty
    }
    let chosen = best ?? all.first ?? closing
    let edge = graph.edges[chosen.element[0]]
    let form = deferredForm(.lazy, edge)
    let help =
      "make edge (\(chosen.offset + 1)) lazy, which breaks \(!all.isEmpty ? "every cycle in this group" : "this cycle, but not every cycle in this group"): \(taking(form, edge))"
    finding.offer(help, all.isEmpty ? [] : writing(form, edge))
  }
}

extension Rule {
  package static let dependencyCycle = Rule(
    "DI202", "dependency-cycle", .error, summary: "services that depend on each other")

  package static let aliasCycle = Rule("DI206", "alias-cycle", .error, summary: "aliases that refer to each other")
}

extension String {
  static func holdsWhen(_ values: [String: String]) -> String {
    "this happens when "
      + values.sorted { $0.key < $1.key }.map { "'\($0.key)' is '\($0.value)'" }.joined(separator: " and ")
  }
}
