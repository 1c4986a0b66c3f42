/// DI501 to DI509: mistakes in parameters and in their uses, for all stages at once.
package enum ParameterRules {
  /// Checks the parameters and returns their values in each stage.
  @discardableResult
  package static func check(
    _ manifest: ComposedManifest, sources: ParameterSources = ParameterSources(),
    reporting diagnostics: inout Diagnostics
  ) -> [ParameterValues] {
    var findings = StagedFindings()
    var values = [ParameterValues](repeating: ParameterValues(), count: manifest.stages.count)
    lazy var declared = DeclaredNames(parametersOf: manifest.stages)
    for (position, stages) in manifest.stages.alike {
      let stage = manifest.stages[position]
      var found = Diagnostics()
      let ofStage = ParameterValues.resolve(
        stage.parameters, readBy: stage.parametersRead, sources: sources, isComplete: !stage.isIncomplete,
        reporting: &found)
      for position in stages.members { values[position] = ofStage }
      for parameter in stage.parameters where !parameter.isMalformed {
        for literal in parameter.isSecret ? parameter.literals : [] {
          check(literal, of: parameter, reporting: &found)
        }
        checkBounds(of: parameter, reporting: &found)
      }
      for (parameter, literal) in stage.replacedSecrets { check(literal, of: parameter, reporting: &found) }
      checkUses(stage, values: ofStage, reporting: &found)
      found.update { explain(&$0, in: position, declared) }
      findings.report(contentsOf: found, in: stages)
      diagnostics.suppressedConsequences += found.suppressedConsequences * stages.members.count
    }
    findings.finish(names: manifest.stages.map(\.name), reporting: &diagnostics)
    return values
  }

  /// Adds to a finding about a missing parameter what other stages say about the parameter.
  private static func explain(_ finding: inout Diagnostic, in stage: Int, _ declared: @autoclosure () -> DeclaredNames)
  {
    guard finding.rule == .unknownParameter, let name = finding.absent?.name else { return }
    let (stages, names) = (StageSet(stage: stage), declared())
    if let remedy = names.remedy(for: name, entry: "value: …", in: stages) { finding.help = [remedy] }
    names.explain(&finding, about: name, in: stages)
  }

  /// DI502: unused parameters. The manifest must be composed for every stage, since any stage may use a parameter.
  package static func checkUnused(_ manifest: ComposedManifest, reporting diagnostics: inout Diagnostics) {
    let different = manifest.stages.alike.map { manifest.stages[$0.first] }
    var unused = Set(different.flatMap(\.parameters).map(\.name.value))
    for stage in different {
      stage.removeRead(from: &unused)
      for use in stage.parameters.flatMap(\.parameterUses) { unused.remove(use.value) }
    }
    var idle = different.flatMap(\.parameters).filter { unused.contains($0.name.value) }
    guard !idle.isEmpty else { return }
    // A value in some of the stages is not enough to expose a parameter.
    idle = idle.filter(\.lacksSource) + idle.filter { !$0.lacksSource }
    let settings = settings(in: manifest)
    reportPlaceholders(in: settings, for: idle, reporting: &diagnostics)
    // In shell notation, or in a mapping with `env`: `$NAME`, `{ env: NAME }`.
    let texts = settings.map(\.text)
    let variables = Set(texts.filter { $0.hasPrefix("$") }.map { String($0.dropFirst()) })
      .union(texts.filter { !$0.isEmpty && $0.utf8.allSatisfy(\.isVariablePart) })
    var reported: Set<SourceLocation> = []
    for parameter in idle where !parameter.isExposed && reported.insert(parameter.name.location).inserted {
      if parameter.isMalformed || parameter.variable.map(variables.contains) == true {
        diagnostics.suppressedConsequences += 1
      } else {
        diagnostics.report(
          .unusedParameter, "no stage uses parameter '\(parameter.name.value)'", at: parameter.name.location,
          help: ["remove it, or add \(parameter.whatExposes) to it if the program reads it by name"],
          remedies: [.init(title: "write exposed: true", fixes: parameter.exposing)],
          absent: Absence(.useOfParameter, parameter.name.value))
      }
    }
  }

  /// DI010 for settings that name an unused parameter, or its variable, in another tool's template syntax.
  private static func reportPlaceholders(
    in settings: [Node], for unused: [ComposedParameter], reporting diagnostics: inout Diagnostics
  ) {
    var known: [String: String] = [:]
    for parameter in unused { known[parameter.variable ?? ""] = parameter.name.value }
    for name in unused.map(\.name.value) { known[name] = name }
    for node in settings {
      let found = SuspiciousText.foreignPlaceholders(in: node.text).compactMap { name, range in
        known[name].map { (parameter: $0, range: range) }
      }
      guard let first = found.first else { continue }
      let placeholder = String(decoding: Array(node.text.utf8)[first.range], as: UTF8.self)
      var finding = SuspiciousText.foreign(placeholder, for: first.parameter, at: node.location)
      finding.hides = found.map { Absence(.useOfParameter, $0.parameter) }
      finding.misleadingValue = node.location
      diagnostics.report(finding)
    }
  }

  /// The scalars in the settings of services, each once.
  private static func settings(in manifest: ComposedManifest) -> [Node] {
    var scalars: [Node] = []
    var seen: Set<ObjectIdentifier> = []
    var seenNodes: Set<SourceLocation> = []
    let services = manifest.stages.alike.lazy.flatMap { manifest.stages[$0.first].services }
    for service in services where seen.insert(ObjectIdentifier(service)).inserted {
      var open = service.parts.settingsNodes
      while let node = open.popLast() {
        guard seenNodes.insert(node.location).inserted else { continue }
        if node.kind == .scalar { scalars.append(node) }
        open += node.pairs.map(\.value) + node.elements
      }
    }
    return scalars
  }

  /// DI509: a secret parameter whose value is written in the manifest.
  private static func check(_ literal: Literal, of parameter: ComposedParameter, reporting findings: inout Diagnostics)
  {
    guard !parameter.isSecretByName, !literal.location.file.isArgument, literal.uses.isEmpty else { return }
    findings.report(secretLiteral(parameter, literal))
  }

  private static func checkBounds(of parameter: ComposedParameter, reporting findings: inout Diagnostics) {
    let bounds = [("min", parameter.minimum), ("max", parameter.maximum)].compactMap { key, bound in
      bound.map { (key: key, bound: $0) }
    }
    guard parameter.type.isOrdered else {
      if !bounds.isEmpty {
        findings.report(boundsOfUnordered(parameter.type, bounds.map { ($0.key, $0.bound.location) }))
      }
      return
    }
    for (key, bound) in bounds where parameter.magnitude(of: bound) == nil {
      let value = parameter.plainValue(of: bound.text)
      findings.report(
        .wrongShape,
        "expected \(parameter.expectation) for '\(key)' of '\(parameter.name.value)', found \(bound.shape)",
        at: bound.location,
        help: [value.map { "write \($0)" } ?? "write 'min' and 'max' in the form of the parameter's type"],
        fixes: value.map { [.init(replacing: bound.location, with: $0, safe: true)] } ?? [])
    }
    if let least = parameter.minimum, let greatest = parameter.maximum,
      let low = parameter.magnitude(of: least), let high = parameter.magnitude(of: greatest), high < low
    {
      findings.report(
        .wrongShape, "expected a 'max' of at least \(least.text), found \(greatest.text)", at: greatest.location,
        related: [Diagnostic.Related("'min' is set here", at: least.location)], help: ["swap 'min' and 'max'"],
        fixes: [(least, greatest), (greatest, least)].map { .init(replacing: $0.location, with: $1.text) })
    }
  }

  private static func checkUses(
    _ stage: ComposedStage, values: ParameterValues, reporting findings: inout Diagnostics
  ) {
    let parameters = Dictionary(stage.parameters.map { ($0.name.value, $0) }) { first, _ in first }
    var unknown: [(use: ParameterUse, entry: String, isSelect: Bool)] = []
    var hasSelectOfType = false
    for service in stage.services {
      func note(_ use: ParameterUse, isSelect: Bool = false) {
        unknown.append((use, "services.\(service.key.value)", isSelect))
      }
      for use in service.parameterUses where parameters[use.value] == nil { note(use) }
      guard case .select(let name, _) = service.kind else { continue }
      if let parameter = parameters[name.value] {
        guard !parameter.isMalformed else { continue }
        if !parameter.isSelectable {
          var finding = Diagnostic(
            .wrongShape,
            "expected a parameter of type enum or bool, found '\(name.value)' of type \(parameter.type.rawValue)",
            at: name.location,
            related: [Diagnostic.Related("the parameter is defined here", at: parameter.name.location)],
            help: ["declare it with { type: enum, of: […] }, or select by another parameter"])
          // Any of them may be meant. One finding that says so is enough for the stage.
          if !hasSelectOfType {
            finding.hides += stage.parameters.lazy.filter(\.isSelectable)
              .map { Absence(.useOfParameter, $0.name.value) }
          }
          hasSelectOfType = true
          findings.report(finding)
        } else if let finding = Diagnostic.secretChoice(by: parameter, among: parameters, values, at: name.location) {
          findings.report(finding)
        }
      } else {
        note(name, isSelect: true)
      }
    }
    for phase in stage.lifecycle {
      for use in phase.parameterUses where parameters[use.value] == nil {
        unknown.append((use, "lifecycle.\(phase.name.value)", false))
      }
    }
    guard !unknown.isEmpty else { return }
    guard !stage.isIncomplete else {
      findings.suppressedConsequences += unknown.count
      return
    }
    for (use, entry, isSelect) in unknown {
      let suggestions = Spelling.suggestions(
        for: use.value, among: parameters.keys,
        preferred: { isSelect && parameters[$0]?.isSelectable == true })
      findings.report(.unknownParameter(use, in: entry, suggestions, stage.parameters))
    }
  }
}

extension ComposedParameter {
  fileprivate var lacksSource: Bool { source == nil && `default` == nil }

  /// What the program needs in the parameter's entry in order to read the parameter by name.
  var whatExposes: String { lacksSource ? "a value and exposed: true" : "exposed: true" }

  /// Whether a `select` can choose by the parameter.
  package var isSelectable: Bool { type == .enum || type == .bool }

  /// The values that the cases of a `select` can name.
  package var choices: [String] { type == .bool ? ["true", "false"] : cases.map(\.value) }

  /// The edits that expose the parameter; empty if its entry cannot be edited.
  var exposing: [Diagnostic.Fix] {
    guard let entry, let first = history.first?.previous ?? source?.location ?? self.default?.location else {
      return []
    }
    guard first == entry else { return .adding([("exposed", "true")], toMappingAt: entry) }
    let between = entry.file.bytes[name.location.range.upperBound..<entry.range.lowerBound]
    return between.allSatisfy { " :".utf8.contains($0) }
      ? .bracing(entry, after: "{ value: ", before: ", exposed: true") : []
  }

  /// The remedy for a secret default next to the variable or file that the parameter reads; `nil` for any other literal.
  package func helpWithoutDefault(_ literal: Literal) -> String? {
    guard literal.location == `default`?.location else { return nil }
    // A value beside a variable or a file is taken as the default.
    let key = literal.location.afterKey(ParameterKey.value.rawValue) == nil ? ParameterKey.default : .value
    return switch source {
    case .env(let variable): "remove '\(key.rawValue)': the variable \(variable.value) is then required"
    case .file(let path): "remove '\(key.rawValue)': the file \(path.value) is then required"
    case .value, nil: nil
    }
  }
}

private func secretLiteral(_ parameter: ComposedParameter, _ literal: Literal) -> Diagnostic {
  var finding = Diagnostic(
    .secretLiteral, "the manifest contains the value of secret '\(parameter.name.value)'", at: literal.location)
  if let help = parameter.helpWithoutDefault(literal) {
    finding.help = [help]
    return finding
  }
  let variable = String.variable(for: parameter.name.value)
  // Without the value, its type must be written, except in an overlay.
  let (file, range) = (literal.location.file, literal.location.range)
  let bytes = file.bytes[file.lineStart(of: range.lowerBound)..<file.lineEnd(of: range.upperBound)]
  let line = String(decoding: bytes.filter { !$0.isQuote }, as: UTF8.self)
  // A parameter's name may end in 'type', too.
  let isTyped =
    parameter.type == .string || !parameter.history.isEmpty || " {,".contains { line.contains("\($0)type:") }
  let isInBraces = line.contains("{") && line.contains("}")
  let source = (isTyped ? "" : "type: \(parameter.type.rawValue), ") + "env: \(variable)"
  let value = isTyped || isInBraces ? literal.location.afterKey(ParameterKey.value.rawValue) : nil
  // Only in an overlay is a secret's value its whole entry.
  let isWhole = literal.location.afterKey(parameter.name.value) != nil
  finding.offer(
    "read it from a variable or a file: \(source), or file: /run/secrets/…",
    value.map { [.init(replacing: $0, with: source)] }
      ?? (isWhole ? .replacing(value: literal.location, with: "{ \(source) }") : []))
  return finding
}
