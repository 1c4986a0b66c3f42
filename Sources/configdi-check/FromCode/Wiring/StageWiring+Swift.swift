import ConfigDI

extension StageWiring {
  mutating func text() -> String {
    // The bodies come first, since they determine which parameters, helpers and imports the file needs.
    let scopes = plan.scopes.indices.filter { usedScopes.contains($0) }.map { level($0) }
    let classes = [level(Self.root)] + scopes
    let factories = factoriesText
    var modules = spelling.imports.union(["ConfigDIRuntime"]).sorted()
    // All of Foundation would hide a module that has the name of one of its types, such as `Data`.
    if !modules.contains("Foundation") { modules.append("class Foundation.NSRecursiveLock") }
    let imports = modules.map { "import \($0)\n" }.joined()
    let stage = plan.stage.map { ", stage `\($0)`" } ?? ""
    return """
      // Written by `configdi-check wiring` from \(visible(manifest))\(stage). You can edit it: no tool reads it back.
      // swift-format-ignore-file
      \(imports)
      \(([parametersText, factories] + classes + [graphText, helperText]).filter { !$0.isEmpty }.joined(separator: "\n"))
      """
  }

  func className(_ level: Int) -> String {
    guard level != Self.root else { return declared("Wiring") }
    return declared("\(scopeNames[level].firstCapitalized)Scope")
  }

  var graphType: String { declared("Graph") }
  private var parametersType: String { declared("Parameters") }
  private var factoriesType: String { declared("Factories") }
  var keptType: String { declared("Kept", prefix: "") }

  /// The name of a type that the file declares: different from the module's own types.
  private func declared(_ name: String, prefix: String? = nil) -> String {
    let prefix = prefix ?? self.prefix
    return "\(prefix)\(spelling.isDeclared(prefix + name) ? "Wiring" : "")\(name)"
  }

  func parent(of level: Int) -> Int? { level == Self.root ? nil : plan.scopes[level].parent ?? Self.root }

  /// Whether any instance that must be closed belongs to the main actor.
  var usesMain: Bool { used.contains { isMade($0) && isShared($0) && isOnMain($0) } }

  func lives(_ service: Int, in level: Int) -> Bool {
    if case .select = plan.services[service].kind { return level == Self.root }
    return plan.places.lives(service, in: level)
  }

  // MARK: - What the user gives

  var parametersText: String {
    guard !parameters.properties.isEmpty else { return "" }
    let lines = parameters.properties.map { property in
      let value = property.value.map { property.isComputed ? " { \($0) }" : " = \($0)" } ?? ""
      return "  /// \(property.comment)\n  var \(property.name): \(property.type)\(value)\n"
    }
    return "/// The values that the services' settings need.\nstruct \(parametersType): Sendable {\n"
      + lines.joined() + "}\n"
  }

  var factoriesText: String {
    guard !factories.isEmpty else { return "" }
    let lines = factories.map { factory in
      let file = factory.file.map { ", registered in \($0)" } ?? ""
      return "  /// Factory `\(factory.name)`\(file).\n  var \(factoryNames[factory.name] ?? ""): \(factory.type)\n"
    }
    return "/// The factories. Set each one to the initializer or closure that is registered under its name.\n"
      + "struct \(factoriesType): Sendable {\n" + lines.joined() + "}\n"
  }

  // MARK: - A container or a scope as a class

  mutating func level(_ level: Int) -> String {
    let own = used.filter { lives($0, in: level) }
    let provided = own.filter(isProvided)
    let cells = own.filter { isMade($0) && isShared($0) }
    // The bodies come first, since they determine which parameters the class needs.
    var body = ""
    if level == Self.root {
      body += "\n" + start()
      let taken = Self.taken.union(names.values)
      let phases = plan.phases.filter { $0.name != "launch" }
      let words = phases.map { phase in
        let name = GeneratedKeys.identifier(phase.name)
        return taken.contains(name) ? "run\(name.firstCapitalized)" : name
      }
      for (phase, name) in zip(phases, FactoryNames.numbered(words, avoiding: taken)) {
        body +=
          "\n" + function(SwiftWords.escaped(name), lines(of: phase, indent: 4), "Runs the phase `\(phase.name)`.")
      }
    } else {
      body += opening(of: level)
    }
    body += rootsText(level)
    for service in own {
      if isMade(service) { body += "\n" + function(service, in: level) }
      if case .select(let choice) = plan.services[service].kind { body += "\n" + function(service, choice) }
    }
    if helpers.contains(.scopes), level != Self.root { body += "\n" + around(level) }
    let shared = [(hasParameters, "parameters", parametersType), (!factories.isEmpty, "factories", factoriesType)]
    var inputs = provided.map { service in
      (name: word(service), type: valueType(service), preset: plan.services[service].mayBeAbsent ? " = nil" : "")
    }
    var text = "/// The services. Each shared service is made on first use and kept.\n"
    var outer = (input: [String](), lines: [String](), properties: "")
    if let parent = parent(of: level) {
      text = "/// The services of an open scope `\(plan.scopes[level].name)`.\n"
      outer.input = ["in parent: \(className(parent))"]
      outer.lines = ["self.parent = parent", "lock = parent.lock"]
      outer.properties = "  let parent: \(className(parent))\n"
      for (_, name, type) in shared where body.contains("\(name).") {
        outer.properties += "  var \(name): \(type) { \(wayToRoot(from: level))\(name) }\n"
      }
    } else {
      inputs = shared.filter(\.0).map { ($0.1, $0.2, "") } + inputs
    }
    text += "final class \(className(level)): @unchecked Sendable {\n" + outer.properties
    for input in inputs { text += "  let \(input.name): \(input.type)\n" }
    text += "  let lock\(level == Self.root ? " = NSRecursiveLock()" : ": NSRecursiveLock")\n"
    text += "  private let kept = \(keptType)()\n"
    for service in cells { text += "  private \(cell(service))\n" }
    let taken = outer.input + inputs.map { "\($0.name): \($0.type)\($0.preset)" }
    text +=
      "\n"
      + SwiftWords.member(
        "init(\(taken.joined(separator: ", ")))", outer.lines + inputs.map { "self.\($0.name) = \($0.name)" })
    text += body
    text += "\n  /// Closes the instances made here, in reverse order of creation. Close open scopes first.\n"
    let closing = ["try await kept.close()"] + cells.map { "\(cellName($0)) = nil" }
    return text + SwiftWords.member("func close() async throws", closing) + "}\n"
  }

  /// Whether the program must pass parameter values. Known only after all function bodies are written.
  var hasParameters: Bool { !parameters.properties.isEmpty }

  func isProvided(_ service: Int) -> Bool {
    if case .provided = plan.services[service].kind { true } else { false }
  }

  func isShared(_ service: Int) -> Bool { ![.transient, .graph].contains(plan.services[service].scope) }

  func word(_ service: Int) -> String { SwiftWords.escaped(names[service] ?? "_") }

  func valueType(_ service: Int) -> String {
    let type = types[service] ?? "Any"
    return plan.services[service].mayBeAbsent ? SwiftWords.operand(type) + "?" : type
  }

  func cellName(_ service: Int) -> String { "\(names[service] ?? "")Made" }

  func cell(_ service: Int) -> String {
    plan.services[service].scope == .weak
      ? "weak var \(cellName(service)): AnyObject?"
      : "var \(cellName(service)): \(SwiftWords.operand(types[service] ?? "Any"))?"
  }

  func rootsText(_ level: Int) -> String {
    let own = roots.filter { $0.scope == level }.compactMap(\.service).map { plan.targets[$0] }
    guard !own.isEmpty else { return "" }
    let calls = own.distinct().compactMap { target in call(target, from: level, graph: nil).map { (target, $0) } }
    let fields = calls.map { target, _ in "let \(word(target)): \(valueType(target))" }
    let values = calls.map { target, call in "\(SwiftWords.label(names[target] ?? "_")): \(call)" }
    let isMain = calls.contains { target, _ in isOnMain(target) }
    return "\n  /// The services that the program itself resolves.\n" + SwiftWords.member("struct Roots", fields)
      + (isMain ? "\n  @MainActor\n" : "\n")
      + SwiftWords.member("func roots() throws -> Roots", ["try \(Self.line("Roots", values, indent: 4))"])
  }

  mutating func start() -> String {
    var lines = plan.order(of: plan.madeAtStart).services.map { service in
      plan.traits[service].contains(.isAsync) ? "try await make\(capital(service))()" : making(service)
    }
    for phase in plan.phases where phase.name == "launch" { lines += self.lines(of: phase, indent: 6) }
    guard !lines.isEmpty else {
      return "  /// Does nothing: no service is eager or made asynchronously.\n  func start() async throws {}\n"
    }
    let launch = plan.phases.contains { $0.name == "launch" } ? ", then runs `launch`" : ""
    return starting(
      lines, "Makes the eager and asynchronous services\(launch). If a step fails, closes everything.")
  }

  /// The function that makes a scope's eager services; empty if the scope has none.
  func opening(of scope: Int) -> String {
    let lines = madeAtOpening(of: scope).map(making)
    guard !lines.isEmpty else { return "" }
    return "\n"
      + starting(lines, "Makes the eager services: call it first. If one fails, everything made here is closed.")
  }

  private func making(_ service: Int) -> String {
    isOnMain(service) ? "try await MainActor.run { _ = try \(word(service))() }" : "_ = try \(word(service))()"
  }

  private func starting(_ lines: [String], _ comment: String) -> String {
    let lines = ["do {"] + lines.map { "  \($0)" } + ["} catch {", "  try? await close()", "  throw error", "}"]
    return function("start", lines, comment)
  }

  /// The code of a function in the class. If the body tolerates failures, the function returns them.
  private func function(_ name: String, _ lines: [String], _ comment: String) -> String {
    guard lines.contains(where: { $0.contains("failures.append") }) else {
      return "  /// \(comment)\n" + SwiftWords.member("func \(name)() async throws", lines)
    }
    return "  /// \(comment)\n  ///\n  /// - Returns: The failures that were tolerated.\n  @discardableResult\n"
      + SwiftWords.member(
        "func \(name)() async throws -> [any Error]",
        ["var failures: [any Error] = []"] + lines + ["return failures"])
  }

  func capital(_ service: Int) -> String { (names[service] ?? "").firstCapitalized }

  /// - Parameter indent: The number of spaces before each line in the file.
  private mutating func lines(of phase: PlannedPhase, indent: Int) -> [String] {
    phase.initializers.flatMap { initializer -> [String] in
      let isTolerant = initializer.continuesAfterFailure
      guard
        let made = made(
          by: initializer.factory, inner: nil, in: Self.root, graph: nil, for: initializer.factory.name,
          indent: indent + (isTolerant ? 2 : 0))
      else {
        refuseUnreachable(Self.owner(initializer, phase), "it needs a service that cannot be reached there")
        return []
      }
      let line = "try await \(made)"
      return isTolerant ? ["do {", "  \(line)", "} catch {", "  failures.append(error)", "}"] : [line]
    }
  }
}
