extension CheckContext {
  /// DI202: one finding for each group of services that need each other.
  func checkCycles(_ reporting: inout Diagnostics) {
    guard components.count < graph.keys.count + graph.collections.count else { return }
    let hard = graph.graph.components { edge in !graph.edges[edge].kind.isDeferred }
    let groups = hard.groups()
    guard !groups.isEmpty else { return }
    let users = graph.graph.reversed()
    for group in groups {
      let knot = Knot(group, in: self) { !$0.isDeferred }
      for cycle in knot.cycles() {
        reporting.report(cycleFinding(cycle, in: knot, users: users))
      }
    }
  }

  /// DI206: cycles of aliases and `select` cases that never lead to a service.
  func checkAliasCycles(_ reporting: inout Diagnostics) {
    guard graph.edges.indices.contains(where: { graph.edges[$0].kind.leadsOn }) else { return }
    var groups = graph.graph.components { graph.edges[$0].kind.leadsOn }.groups()
    groups += Set(graph.edges.filter { $0.from == $0.to && $0.leadsOn }.map(\.from)).sorted().map { [$0] }
    for group in groups {
      for cycle in Knot(group, in: self, countsPassages: true, where: \.leadsOn).cycles() {
        reporting.report(aliasCycle(cycle))
      }
    }
  }

  fileprivate func aliasCycle(_ cycle: Knot.Cycle) -> Diagnostic {
    let edges = cycle.steps.map(\.edge)
    let names = elided(edges.map { graph.name(of: graph.edges[$0].from) })
    return Diagnostic(
      .aliasCycle, "alias cycle: \((names + names.prefix(1)).joined(separator: " -> "))",
      at: edges.last.map { graph.edges[$0].location },
      related: edges.dropLast().prefix(8).map { edge in
        .init(
          "\(graph.name(of: graph.edges[edge].from)) refers to \(graph.name(of: graph.edges[edge].to))",
          at: graph.edges[edge].location)
      }, help: ["make \(names[0]) or another key in this cycle refer to a service"],
      symbol: "services.\(names.joined(separator: " -> "))", stages: graph.names(of: cycle.stages))
  }

  fileprivate func cycleFinding(_ cycle: Knot.Cycle, in knot: Knot, users: DirectedGraph) -> Diagnostic {
    let names = cycle.steps.map { graph.name(of: graph.edges[$0.edge].from) }
    let first = names.first ?? ""
    let numbered = cycle.steps.enumerated().filter { $0.offset < 4 || $0.offset >= cycle.steps.count - 4 }
    var finding = Diagnostic(
      .dependencyCycle, "dependency cycle: \(elided(names + [first]).joined(separator: " -> "))",
      at: cycle.steps.first.map { graph.edges[$0.edge].location },
      related: numbered.map { edgeNote($1, number: $0 + 1, closes: $0 == cycle.steps.count - 1) },
      symbol: "services.\(elided(names).joined(separator: " -> "))", stages: graph.names(of: cycle.stages))
    let shown = Set(cycle.steps.map { graph.edges[$0.edge].from })
    let others = cycle.members.filter { !shown.contains($0) }
    if !others.isEmpty {
      finding.notes.append(
        "\(listed(others.map(graph.name), atMost: 3)) \(others.count == 1 ? "is" : "are") also part of a cycle with these services"
      )
    }
    let outside = usersOutside(cycle, users)
    if !outside.isEmpty {
      finding.notes.append(
        "\(listed(outside, atMost: 3)) also depend\(outside.count == 1 ? "s" : "") on this cycle")
    }
    if !cycle.values.isEmpty { finding.notes.append(.holdsWhen(cycle.values)) }
    if let unjudged = cycle.unjudged {
      finding.notes.append(
        "all cases were checked together: the 'select' parameters have \(unjudged == .max ? "too many" : "\(unjudged)") combinations of values"
      )
    }
    open(cycle, in: knot, &finding)
    return finding
  }

  private func edgeNote(_ step: Knot.Step, number: Int, closes: Bool) -> Diagnostic.Related {
    let first = graph.edges[step.edge]
    let last = step.passages.last.map { graph.edges[$0] } ?? first
    let through = ([step.edge] + step.passages).dropLast().map { edge in
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
  func askedFor(_ edge: Edge) -> String {
    guard let argument = edge.argument, !argument.isWritten, let factory = argument.factory else { return "" }
    return " as a parameter of factory '\(factory.entry.name)'"
  }

  private func usersOutside(_ cycle: Knot.Cycle, _ users: DirectedGraph) -> [String] {
    guard cycle.nodes.count < 1000 else { return [] }
    var names = Set<String>()
    for node in cycle.nodes {
      for (user, edge) in users.neighbors(of: node) where !cycle.nodes.contains(user) && !graph.isPassage(user) {
        guard !graph.edges[edge].stages.intersection(cycle.stages).isEmpty else { continue }
        names.insert(graph.name(of: user))
      }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Suggests which edge to defer: preferably one whose removal breaks every cycle in the group, else the last edge of
  /// this cycle that can be deferred.
  private func open(_ cycle: Knot.Cycle, in knot: Knot, _ finding: inout Diagnostic) {
    let candidates = cycle.steps.enumerated().filter {
      [.instance, .optional, .decorator].contains(graph.edges[$0.element.edge].kind)
    }
    guard let closing = candidates.last else { return finding.offer("remove one of these dependencies") }
    let last = candidates.reversed().prefix(8).map {
      (number: $0.offset + 1, copies: copies(of: $0.element.edge, in: cycle))
    }
    // Prefer an edge that needs no change in Swift.
    let ordered = last.filter { !deferring($0.copies).isEmpty } + last.filter { deferring($0.copies).isEmpty }
    let opening = ordered.first { knot.isOpen(cycle, without: $0.copies) }
    let number = opening?.number ?? closing.offset + 1
    let edge = graph.edges[cycle.steps[number - 1].edge]
    let broken = opening == nil ? "this cycle, but not every cycle in this group" : "every cycle in this group"
    finding.offer(
      "make edge (\(number)) lazy, which breaks \(broken): \(taking(deferredForm(.lazy, edge), edge))",
      opening.map { deferring($0.copies) } ?? [])
    var places: Set = [edge.location]
    for copy in (opening?.copies ?? []).map({ graph.edges[$0] }) where places.insert(copy.location).inserted {
      let stages = graph.names(of: copy.stages) ?? []
      finding.related.append(.init("edge (\(number)) in \(String.stages(stages))", at: copy.location))
      guard places.count < 10 else { break }
    }
  }

  /// The edits that make a reference lazy wherever it is written; empty if one of them needs a change in Swift.
  private func deferring(_ copies: [Int]) -> [Diagnostic.Fix] {
    var places = Set<SourceLocation>()
    let edges = copies.map { graph.edges[$0] }.filter { places.insert($0.location).inserted }
    return writing(edges) { deferredForm(.lazy, $0) }
  }

  /// An edge, and the edges of the same reference in other versions of its holder.
  private func copies(of edge: Int, in cycle: Knot.Cycle) -> [Int] {
    let own = graph.edges[edge]
    let others = graph.graph.neighbors(of: own.from).map(\.edge).filter { index in
      let other = graph.edges[index]
      return other.owner != own.owner && other.to == own.to && other.argument?.name == own.argument?.name
        && !other.isDeferred && (other.kind == .decorator) == (own.kind == .decorator)
        && !other.stages.intersection(cycle.stages).isEmpty
    }
    return [edge] + others
  }
}

extension String {
  static func holdsWhen(_ values: [String: String]) -> String {
    "this happens when "
      + values.sorted { $0.key < $1.key }.map { "'\($0.key)' is '\($0.value)'" }.joined(separator: " and ")
  }
}
