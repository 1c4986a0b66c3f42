import CResources
import ConfigDI

/// Writes each service as a function in the class for its container or scope.
extension StageWiring {
  mutating func function(_ service: Int, in level: Int) -> String {
    let planned = plan.services[service]
    guard case .factory(let factory, let decorators) = planned.kind else { return "" }
    let type = types[service] ?? "Any"
    let cell = cellName(service)
    let isolation = isOnMain(service) ? "  @MainActor\n" : ""
    let head = "  /// `\(planned.key)`: \(Self.words(planned)).\n\(isolation)"
    let isShared = isShared(service)
    var steps: [String] = []
    for (position, use) in ([factory] + decorators).enumerated() {
      guard
        let made = made(
          by: use, inner: position == 0 ? nil : "made", in: level, graph: usesGraph ? "graph" : nil,
          for: planned.key.text, indent: isShared ? 6 : 4)
      else {
        refuseUnreachable(planned.key.text, "it needs a service from a scope that is not open there")
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
    if isShared, usesGraph, steps.contains(where: { $0.contains("(graph)") }) {
      steps.insert("let graph = \(graphType)()", at: 0)
    }
    var rest = takesGraph(service) ? "\n" + entry(service, isolation, type) : ""
    if plan.traits[service].contains(.isAsync) {
      helpers.insert(.notStarted)
      let make = "private func make\(capital(service))() async throws"
      rest = "\n\(isolation)" + SwiftWords.member(make, steps + ["\(cell) = made"])
      let failure = "throw NotStarted(key: \(SwiftWords.literal(planned.key.text)))"
      steps = ["guard let made = \(cell) else { \(failure) }", "return made"]
    } else if isShared {
      let (cast, object) = planned.scope == .weak ? (" as? \(type)", " as AnyObject") : ("", "")
      let lines =
        ["if let made = \(cell)\(cast) { return made }"] + steps + ["\(cell) = made\(object)", "return made"]
      steps = ["try lock.withLock {"] + lines.map { "  \($0)" } + ["}"]
    } else if planned.scope == .graph {
      steps = ["if let made = graph.\(cell) { return made }"] + steps + ["graph.\(cell) = made", "return made"]
    } else {
      steps.append("return made")
    }
    return head + SwiftWords.member(signature(service, type), steps) + rest
  }

  /// The head of a service's function, which takes the instances that are shared within a resolution if it needs them.
  private func signature(_ service: Int, _ type: String) -> String {
    "func \(word(service))(\(takesGraph(service) ? "_ graph: \(graphType)" : "")) throws -> \(type)"
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
    var cases = choice.cases.compactMap { option in
      option.target.flatMap { call(plan.targets[$0], from: Self.root, graph: graph) }.map { call in
        "case \(isBool ? option.value : SwiftWords.literal(option.value)): try \(call)"
      }
    }
    if !isBool { cases.append("default: throw UnknownCase(value: parameters.\(subject))") }
    helpers.insert(.caseOf)
    return "  /// `\(plan.services[service].key)`: chosen by `\(choice.parameter)`.\n"
      + SwiftWords.member(signature(service, type), ["switch parameters.\(subject) {"] + cases + ["}"])
      + (graph == nil ? "" : "\n" + entry(service, "", type))
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

  /// The way from a class to that of the container: `parent.parent.`.
  func wayToRoot(from level: Int) -> String {
    sequence(first: level) { parent(of: $0) }.dropFirst().map { _ in "parent." }.joined()
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
      let calls = targets.compactMap { call($0, from: level, graph: graph) }
      guard calls.count == targets.count else { return nil }
      let mayLack = targets.contains { plan.services[$0].mayBeAbsent }
      return "[\(calls.joined(separator: ", "))]" + (mayLack ? ".compactMap(\\.self)" : "")
    case .optional where targets.isEmpty: return "nil"
    case .optional, .instance: return targets.first.flatMap { call($0, from: level, graph: graph) }
    case .lazy, .provider:
      guard let target = targets.first, let wrapper = Self.wrapper(of: argument.form) else { return nil }
      return deferred(wrapper, to: target, from: level, isScoped: argument.form == .scopedProvider)
    }
  }

  mutating func deferred(_ wrapper: String, to target: Int, from level: Int, isScoped: Bool) -> String {
    if isScoped {
      let home = ([Self.root] + Array(plan.scopes.indices)).first { lives(target, in: $0) } ?? Self.root
      guard home != Self.root, let call = call(target, from: home, graph: nil) else {
        let call = call(target, from: Self.root, graph: nil) ?? "\(word(target))()"
        return "\(wrapper) { _ in try self.\(wayToRoot(from: level))\(call) }"
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

  /// The expression that gets a service in a class; `nil` if neither the class nor an enclosing class has the service.
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

  // MARK: - What the functions use besides the classes

  var graphText: String {
    guard usesGraph else { return "" }
    let cells = used.filter { plan.services[$0].scope == .graph && isMade($0) }
    return "/// The instances that one resolution shares.\nfinal class \(graphType) {\n"
      + cells.map { "  var \(cellName($0)): \(SwiftWords.operand(types[$0] ?? "Any"))?\n" }.joined() + "}\n"
  }

  func around(_ level: Int) -> String {
    let children = plan.scopes.indices.filter { plan.scopes[$0].parent == level && usedScopes.contains($0) }
    return "  /// The scope itself, or the scope that encloses it.\n"
      + SwiftWords.member(
        "static func around(_ scope: any AnyObject & Sendable) throws -> \(className(level))",
        ["if let scope = scope as? \(className(level)) { return scope }"]
          + children.map { "if let scope = try? \(className($0)).around(scope) { return scope.parent }" }
          + ["throw ScopeNotOpen(key: \(SwiftWords.literal(plan.scopes[level].name)))"])
  }

  /// The texts of `Resources/Wiring.md`, by name.
  private static let texts = Dictionary(
    uniqueKeysWithValues: NewPackage.template("## Texts", of: configdi_wiring()).map { ($0.name, $0.text + "\n") })

  var helperText: String {
    let kept = Self.texts[usesMain ? "keptOnMain" : "kept"]?.replacing("Kept", with: keptType)
    let others = Helper.allCases.filter(helpers.contains).map { Self.texts[$0.rawValue] }
    return ([kept] + others).compactMap(\.self).joined(separator: "\n")
  }
}
