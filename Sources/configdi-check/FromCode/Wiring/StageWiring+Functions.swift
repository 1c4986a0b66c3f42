import ConfigDI

/// Writes each service as a function in the class for its container or scope.
extension StageWiring {
  mutating func function(_ service: Int, in level: Int) -> String {
    let planned = plan.services[service]
    let graph = takesGraph(service) ? "_ graph: \(graphType)" : ""
    let type = types[service] ?? "Any"
    let isolation = isOnMain(service) ? "  @MainActor\n" : ""
    let head = "  /// `\(planned.key)`: \(Self.words(planned)).\n"
    guard case .factory(let factory, let decorators) = planned.kind else { return "" }
    let isShared = isShared(service)
    let indent = isShared ? 6 : 4
    let own = usesGraph ? "graph" : nil
    var steps: [String] = []
    for (position, use) in ([factory] + decorators).enumerated() {
      guard
        let made = made(
          by: use, inner: position == 0 ? nil : "made", in: level, graph: own, for: planned.key.text, indent: indent)
      else {
        refused.append("\(planned.key): it needs a service from a scope that is not open there")
        return ""
      }
      let isMain = use.isOnMain || factory.isOnMain ? ", isMain: true" : ""
      let isKept = isShared && planned.scope != .weak && !instances.contains(use.name)
      let kept = isKept ? "kept.add(\(made)\(isMain))" : made
      let effect = use.isAsync ? "try await " : "try "
      let isLast = position == decorators.count
      let keyword = position == 0 ? (isLast ? "let made: \(type) = " : "var made: \(type) = ") : "made = "
      steps.append(keyword + effect + kept)
    }
    let isAsync = plan.traits[service].contains(.isAsync)
    let graphs =
      isShared && usesGraph && steps.contains { $0.contains("(graph)") }
      ? "let graph = \(graphType)()" : nil
    if isAsync {
      helpers.insert(.notStarted)
      return """
        \(head)\(isolation)  func \(word(service))() throws -> \(type) {
            guard let made = \(cellName(service)) else { throw NotStarted(key: \(SwiftWords.literal(planned.key.text))) }
            return made
          }

        \(isolation)  private func make\(capital(service))() async throws {
        \((([graphs].compactMap(\.self)) + steps + ["\(cellName(service)) = made"]).map { "    \($0)\n" }.joined())  }

        """
    }
    if !isShared {
      let lines: [String]
      if planned.scope == .graph {
        lines =
          ["if let made = graph.\(cellName(service)) { return made }"] + steps
          + ["graph.\(cellName(service)) = made", "return made"]
      } else {
        lines = steps + ["return made"]
      }
      return "\(head)\(isolation)  func \(word(service))(\(graph)) throws -> \(type) {\n"
        + lines.map { "    \($0)\n" }.joined() + "  }\n" + (graph.isEmpty ? "" : "\n" + entry(service, isolation, type))
    }
    let known =
      planned.scope == .weak
      ? "if let made = \(cellName(service)) as? \(type) { return made }"
      : "if let made = \(cellName(service)) { return made }"
    let store = planned.scope == .weak ? "\(cellName(service)) = made as AnyObject" : "\(cellName(service)) = made"
    let lines = [known] + [graphs].compactMap(\.self) + steps + [store, "return made"]
    return "\(head)\(isolation)  func \(word(service))() throws -> \(type) {\n    try lock.withLock {\n"
      + lines.map { "      \($0)\n" }.joined() + "    }\n  }\n"
  }

  /// The function that the program calls to resolve a service. Each call begins a new resolution.
  func entry(_ service: Int, _ isolation: String, _ type: String) -> String {
    "\(isolation)  func \(word(service))() throws -> \(type) { try \(word(service))(\(graphType)()) }\n"
  }

  mutating func function(_ service: Int, _ choice: PlannedChoice) -> String {
    let type = types[service] ?? "Any"
    let isBool = parameters.type(of: choice.parameter) == .bool
    let subject = parameters.value(choice.parameter) ?? "_"
    let graph = takesGraph(service) ? "graph" : nil
    var cases = ""
    for option in choice.cases {
      guard let target = option.target.map({ plan.targets[$0] }), let call = call(target, from: Self.root, graph: graph)
      else { continue }
      cases += "    case \(isBool ? option.value : SwiftWords.literal(option.value)): try \(call)\n"
    }
    if !isBool { cases += "    default: throw UnknownCase(value: parameters.\(subject))\n" }
    helpers.insert(.caseOf)
    return """
        /// `\(plan.services[service].key)`: chosen by `\(choice.parameter)`.
        func \(word(service))(\(graph == nil ? "" : "_ graph: \(graphType)")) throws -> \(type) {
          switch parameters.\(subject) {
      \(cases)    }
        }
      \(graph == nil ? "" : "\n" + entry(service, "", type))
      """
  }

  static func words(_ service: PlannedService) -> String {
    let made = service.factories.map(\.name).joined(separator: " + ")
    return switch service.scope {
    case .singleton: "\(made), once"
    case .transient: "\(made), new for each call"
    case .graph: "\(made), once per resolution"
    case .weak: "\(made), shared while something holds it"
    case .declared: "\(made), once per scope"
    }
  }

  /// The call that makes a service with a factory; `nil` if a service that the factory needs is unreachable.
  mutating func made(
    by factory: PlannedFactory, inner: String?, in level: Int, graph: String?, for service: String, indent: Int
  ) -> String? {
    var arguments = [inner].compactMap(\.self)
    if let settings = settings(of: factory, for: service) { arguments.append(settings) }
    for argument in factory.arguments {
      guard let text = self.argument(argument, in: level, graph: graph) else { return nil }
      arguments.append(text)
    }
    return Self.line("factories.\(factoryNames[factory.name] ?? "_")", arguments, indent: indent)
  }

  func depth(of level: Int) -> Int {
    var count = 0
    var current = level
    while let next = parent(of: current) { (current, count) = (next, count + 1) }
    return count
  }

  /// A function call, on one line or with one argument per line.
  static func line(_ name: String, _ arguments: [String], indent: Int) -> String {
    let short = "\(name)(\(arguments.joined(separator: ", ")))"
    guard short.count + indent > 90, arguments.count > 1 else { return short }
    let space = String(repeating: " ", count: indent)
    return "\(name)(\n" + arguments.map { "\(space)  \($0)" }.joined(separator: ",\n") + "\n\(space))"
  }

  mutating func argument(_ argument: PlannedArgument, in level: Int, graph: String?) -> String? {
    let targets = argument.targets.map { plan.targets[$0] }
    switch argument.kind {
    case .all:
      var calls: [String] = []
      for target in targets {
        guard let call = call(target, from: level, graph: graph) else { return nil }
        calls.append(call)
      }
      let mayLack = targets.contains { plan.services[$0].mayBeAbsent }
      return "[\(calls.joined(separator: ", "))]" + (mayLack ? ".compactMap(\\.self)" : "")
    case .optional:
      guard let target = targets.first else { return "nil" }
      return call(target, from: level, graph: graph)
    case .instance:
      return targets.first.flatMap { call($0, from: level, graph: graph) }
    case .lazy, .provider:
      guard let target = targets.first, let wrapper = Self.wrapper(of: argument.form) else { return nil }
      return deferred(wrapper, to: target, from: level, isScoped: argument.form == .scopedProvider)
    }
  }

  mutating func deferred(_ wrapper: String, to target: Int, from level: Int, isScoped: Bool) -> String {
    if isScoped {
      let home = ([Self.root] + Array(plan.scopes.indices)).first { lives(target, in: $0) } ?? Self.root
      guard home != Self.root, let call = call(target, from: home, graph: nil) else {
        let owner = String(repeating: "parent.", count: depth(of: level))
        let call = call(target, from: Self.root, graph: nil) ?? "\(word(target))()"
        return "\(wrapper) { _ in try self.\(owner)\(call) }"
      }
      return "\(wrapper) { try \(className(home)).around($0).\(call) }"
    }
    guard let call = call(target, from: level, graph: nil) else {
      helpers.insert(.scopeNotOpen)
      let key = SwiftWords.literal(plan.services[target].key.text)
      return "\(wrapper) { throw ScopeNotOpen(key: \(key)) }"
    }
    return "\(wrapper) { try self.\(call) }"
  }

  /// The expression that gets a service in the class for a container or scope; `nil` if neither that class nor an
  /// enclosing class has the service.
  func call(_ target: Int, from level: Int, graph: String?) -> String? {
    var owner = ""
    var current = level
    while !lives(target, in: current) {
      guard let next = parent(of: current) else { return nil }
      (current, owner) = (next, owner + "parent.")
    }
    if isProvided(target) { return owner + word(target) }
    return "\(owner)\(word(target))(\(takesGraph(target) ? graph ?? "" : ""))"
  }
}
