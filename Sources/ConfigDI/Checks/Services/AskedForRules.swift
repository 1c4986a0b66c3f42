/// DI211, DI307 and DI416: calls in the program's Swift sources that do not match the manifests it may use.
package struct AskedFor {
  let manifests: [ServedNames]
  /// The calls that match no manifest, each with the rule that it breaks.
  private var mistakes: [(call: CallSite, rule: Rule)] = []

  package init(_ calls: [CallSite], in manifests: [ServedNames]) {
    self.manifests = manifests
    guard !manifests.isEmpty else { return }
    // The calls whose name is missing from at least one stage of every manifest.
    let missing = calls.filter { call in
      let candidates = self.candidates(for: call)
      let having = candidates.map { $0.stages(having: call.subject) }
      if candidates.isEmpty || zip(candidates, having).contains(where: { $0.graph.allStages == $1 }) { return false }
      // Code inside `#if` may be compiled only for the stages that have the name.
      return !call.isConditional || having.allSatisfy(\.isEmpty)
    }
    // The calls that omit a required argument or pass an unwanted argument, in every manifest that has the service.
    let misused = calls.filter { call in
      guard call.isRequest else { return false }
      let answers = manifests.compactMap { $0.isMisused(by: call) }
      return !answers.isEmpty && answers.allSatisfy(\.self)
    }
    // A misused call must be another method anyway.
    let others = Set(misused.map(\.location))
    // The synchronous calls for services that must be awaited in every manifest that has the requested name.
    let unawaited = calls.filter { call in
      guard call.call.isSynchronous, !others.contains(call.location) else { return false }
      let having = manifests.filter { !$0.stages(having: call.subject).isEmpty }
      return !having.isEmpty && having.allSatisfy { $0.cannotMake(call) }
    }
    mistakes =
      missing.map { ($0, .askedForMissing) } + misused.map { ($0, .wrongArgument) }
      + unawaited.map { ($0, .asyncInSync) }
  }

  package mutating func keep(where isCertain: (CallSite) -> Bool) {
    mistakes.removeAll { !isCertain($0.call) }
  }

  /// Removes the calls that succeed with a manifest that was not checked, or may succeed with a manifest that cannot be
  /// read (`nil`). A call for a missing name must succeed in all stages of that manifest or, if no checked manifest has
  /// the name, in at least one stage. A misused call is kept. Stops reading manifests when no other call is left.
  ///
  /// - Parameter others: The manifests that were not checked, those near the call first.
  package mutating func leaveOut(_ others: (_ call: CallSite) -> some Sequence<ServedNames?>) {
    guard let first = mistakes.first(where: { $0.rule != .wrongArgument })?.call else { return }
    for other in others(first) {
      mistakes = mistakes.filter { call, rule in
        rule == .wrongArgument || other.map { fails(call, rule, with: $0) } ?? false
      }
      if mistakes.allSatisfy({ $0.rule == .wrongArgument }) { break }
    }
  }

  private func fails(_ call: CallSite, _ rule: Rule, with other: ServedNames) -> Bool {
    if rule == .askedForMissing { return !isServed(call, by: other) }
    return other.stages(having: call.subject).isEmpty || other.cannotMake(call)
  }

  private func isServed(_ call: CallSite, by other: ServedNames) -> Bool {
    if case .stage(_, let path?) = call.subject, !Self.isNamed(path, other) { return false }
    let stages = other.stages(having: call.subject)
    return stages == other.graph.allStages
      || !stages.isEmpty && candidates(for: call).allSatisfy { $0.stages(having: call.subject).isEmpty }
  }

  /// The manifests whose path the call names; all manifests if it names no path.
  private func candidates(for call: CallSite) -> [ServedNames] {
    guard case .stage(_, let path?) = call.subject else { return manifests }
    return manifests.filter { Self.isNamed(path, $0) }
  }

  /// Whether a manifest may be the file at a path: one of the two paths must end with the other.
  package static func isNamed(_ path: String, _ manifest: ServedNames) -> Bool {
    let (left, right) = ("/\(path)", "/\(manifest.path)")
    return left.hasSuffix(right) || right.hasSuffix(left)
  }

  package var isEmpty: Bool { mistakes.isEmpty }

  package func findings() -> [Diagnostic] {
    var found = Diagnostics()
    var known: [CallSite.Subject.Kind: Spelling.Index] = [:]
    Spelling.$budget.withValue(Spelling.Budget()) {
      for (call, rule) in mistakes {
        switch rule {
        case .askedForMissing: found.report(contentsOf: missing(call, &known))
        case .wrongArgument: found.report(misused(call))
        default: found.report(contentsOf: unawaited(call))
        }
      }
    }
    if let only = manifests.first, manifests.count == 1 { found.offerEntries(in: only.graph.composed, only.graph) }
    return found.findings
  }

  private func misused(_ call: CallSite) -> Diagnostic {
    let manifest = manifests.first { $0.isMisused(by: call) == true }
    let key = manifest?.key(of: call.subject).text ?? call.name
    let isMade = call.call.handsArgument
    let isAsync = !call.call.isSynchronous || manifests.contains { !$0.stagesToAwait(call.subject).isEmpty }
    return Diagnostic(
      .wrongArgument, isMade ? "\(key) takes no argument" : "\(key) takes an argument, but is requested without one",
      at: call.location,
      help: [
        isMade
          ? "ask for it with \(isAsync ? "resolveAsync" : "resolve")"
          : "pass the argument: \(isAsync ? "try await container.makeAsync" : "try container.make")(…, with: …)"
      ], symbol: call.symbol)
  }

  private func missing(_ call: CallSite, _ known: inout [CallSite.Subject.Kind: Spelling.Index]) -> [Diagnostic] {
    let candidates = candidates(for: call)
    let partly = candidates.filter { !$0.stages(having: call.subject).isEmpty }
    guard partly.isEmpty else { return partly.map { missingInStages(call, in: $0) } }
    let kind = call.subject.kind
    let spellings = known[kind] ?? Spelling.Index(Set(manifests.flatMap { $0.names(of: kind) }))
    known[kind] = spellings
    return [missing(call, in: candidates, among: spellings)]
  }

  private func missing(_ call: CallSite, in manifests: [ServedNames], among spellings: Spelling.Index) -> Diagnostic {
    var finding = Diagnostic(
      .askedForMissing, .missing(call, in: manifests.map(\.path)), at: call.location,
      symbol: call.symbol)
    for manifest in manifests {
      let key = manifest.key(of: call.subject)
      guard let place = manifest.graph.composed.stages.lazy.compactMap({ $0.removed[key.text] }).first else { continue }
      finding.related.append(.init("\(key) is removed here", at: place))
    }
    let unexposed = manifests.compactMap { $0.unexposed(call.subject) }
    finding.related += unexposed.map { .init("the parameter is defined here", at: $0.name.location) }
    let names = unexposed.isEmpty ? Spelling.suggestions(for: call.name, in: spellings) : []
    finding.suggest(names) { call.naming($0) }
    if names.isEmpty {
      let entries = manifests.lazy.map { $0.entries(for: call) }.first { !$0.isEmpty } ?? []
      finding.help = [.define(call, as: entries.first?.value)]
      finding.wantedEntries = entries
    }
    switch call.subject {
    case .scope, .stage:
      let names = Set(manifests.flatMap { $0.names(of: call.subject.kind) }).sorted()
      if !names.isEmpty { finding.notes.append("declared \(call.subject.kind.rawValue)s: \(listed(names))") }
    case .type(let name, _):
      let variants = Set(manifests.flatMap { $0.variants(ofType: name) }).sorted()
      if !variants.isEmpty { finding.notes.append("existing variants: \(listed(variants))") }
    case .exposedParameter(let name) where !unexposed.isEmpty:
      finding.help = ["add \(unexposed[0].whatExposes) to the parameter '\(name)'"]
      if manifests.count == 1, !unexposed[0].isSecret {
        finding.addRemedy("write exposed: true", unexposed[0].exposing)
      }
    case .custom, .parameter, .exposedParameter, .phase: break
    }
    if manifests.count > 1 { finding.manifests = manifests.map(\.path) }
    return finding
  }

  private func missingInStages(_ call: CallSite, in manifest: ServedNames) -> Diagnostic {
    let graph = manifest.graph
    let lacking = graph.allStages.subtracting(manifest.stages(having: call.subject))
    var finding = Diagnostic(
      .askedForMissing, .missing(call, in: [manifest.path]), at: call.location,
      symbol: call.symbol, stages: graph.names(of: lacking))
    switch call.subject {
    case .type, .custom:
      manifest.keys.declared.explain(&finding, about: manifest.key(of: call.subject).text, in: lacking)
    case .parameter(let name), .exposedParameter(let name):
      DeclaredNames(parametersOf: graph.composed.stages).explain(&finding, about: name, in: lacking)
    case .scope, .stage, .phase: break
    }
    finding.help = [
      "define '\(call.name)' in \(listed(finding.stages ?? [])) too, or compile the call conditionally with #if"
    ]
    return finding
  }
}

extension ServedNames {
  fileprivate func names(of kind: CallSite.Subject.Kind) -> [String] {
    let composed = graph.composed
    return switch kind {
    case .service: graph.keys.map(\.text)
    case .scope: composed.scopes.map(\.name.value)
    case .stage: composed.declaredStages.map(\.value)
    case .parameter: composed.stages.flatMap { $0.parameters.map(\.name.value) }
    case .exposedParameter: composed.stages.flatMap { $0.parameters.filter(\.isExposed).map(\.name.value) }
    case .phase: composed.stages.flatMap { $0.lifecycle.map(\.name.value) }
    }
  }

  /// The parameter that a call asks for, if the manifest has it without `exposed`.
  fileprivate func unexposed(_ subject: CallSite.Subject) -> ComposedParameter? {
    guard case .exposedParameter(let name) = subject else { return nil }
    return graph.composed.stages.lazy.flatMap(\.parameters).first { $0.name.value == name }
  }

  /// The entries that would add the missing name.
  fileprivate func entries(for call: CallSite) -> [WantedEntry] {
    func entry(_ section: ManifestKey, _ value: String) -> WantedEntry {
      let key = FlowText.scalar(call.name)
      let title =
        section == .services ? "write \(key): \(value)" : "declare \(section.rawValue): { \(key): \(value) }"
      return (title, section.rawValue, key, value)
    }
    switch call.subject {
    case .scope: return [entry(.scopes, "{}")]
    case .stage: return [entry(.stages, "{}")]
    case .parameter, .exposedParameter, .phase: return []
    case .type, .custom:
      guard call.call != .provide else { return [entry(.services, "{ provided: true }")] }
      guard let catalog = graph.catalog else { return [] }
      let factories = catalog.factories(giving: catalog.names.key(call.name))
      return factories.filter { $0.deprecated == nil && self.fits($0, call) }.prefix(4).map { factory in
        entry(
          .services, factory.entry { FlowText.mapping($0.map { (FlowText.scalar($0.name), "\"…\"") }) })
      }
    }
  }

  /// Whether every stage has the factory's dependencies, and the call may ask for what the factory makes.
  private func fits(_ factory: CatalogFactory, _ call: CallSite) -> Bool {
    guard let catalog = graph.catalog, (factory.argument != nil) == call.call.handsArgument,
      !factory.isAsync || !call.call.isSynchronous
    else { return false }
    return factory.dependencies.allSatisfy { slot in
      slot.kind == .optional
        || slot.kind != .all
          && graph.nodes[catalog.names.key(slot.key)].map { graph.presence[$0] == graph.allStages } ?? false
    }
  }
}

extension CallSite {
  /// The edits that write another name in the call; empty if the call does not contain its name as text.
  fileprivate func naming(_ other: String) -> [Diagnostic.Fix] {
    func edit(_ location: SourceLocation?, _ new: String) -> [Diagnostic.Fix] {
      guard let location, new.allSatisfy({ $0.isLetter || $0.isNumber || "_-./<>, ".contains($0) }) else { return [] }
      return [.init(replacing: location, with: new)]
    }
    guard case .type(let type, let variant) = subject else { return edit(text.name, other) }
    // The variant is an argument of its own.
    let key = ServiceKey(other)
    guard key.nameText.first?.isUppercase == true, (key.variant == nil) == (variant == nil) else { return [] }
    let rename = edit(text.name, key.nameText)
    guard let new = key.variant, new != variant ?? "" else { return rename }
    let change = edit(text.variant, String(new))
    if ServedNames.shortened(key.nameText) == ServedNames.shortened(type) { return change }
    return change.isEmpty || rename.isEmpty ? [] : rename + change
  }
}

extension String {
  fileprivate static func missing(_ call: CallSite, in manifests: [String]) -> String {
    let noun = call.subject.kind.rawValue
    guard let only = manifests.first, manifests.count == 1 else {
      let article = call.subject.kind == .exposedParameter ? "an" : "a"
      return "none of the \(manifests.count) manifests has \(article) \(noun) '\(call.name)'"
    }
    return "'\(only)' has no \(noun) '\(call.name)'"
  }

  fileprivate static func define(_ call: CallSite, as value: String?) -> String {
    let key = FlowText.scalar(call.name)
    return switch call.subject {
    case .type, .custom: "add '\(key): \(value ?? "…")' under 'services', or remove the call"
    case .scope: "declare it: scopes: { \(key): {} }, or open another scope"
    case .stage: "declare it: stages: { \(key): {} }, or choose another stage"
    case .parameter: "add '\(key): …' under 'parameters', or set another parameter"
    case .exposedParameter:
      "add '\(key): { …, exposed: true }' under 'parameters', or read another parameter"
    case .phase: "declare it: lifecycle: { \(key): [] }, or run another phase"
    }
  }
}
