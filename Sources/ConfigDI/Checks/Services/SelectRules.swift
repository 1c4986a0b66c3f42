extension Checks {
  /// DI608, DI609: the cases of a `select` compared with its parameter's values.
  static let checkSelects: Check = { context, reporting in
    var known = ParameterValuesOfSelects(context.composed)
    for version in context.graph.versions {
      guard case .select(let name, let cases) = version.service.kind, let cases else { continue }
      // A parameter's cases cannot change between stages, so the first stage that has it is enough.
      guard let stage = version.stages.first,
        let (location, values, all) = known.values(of: name.value, in: stage)
      else { continue }
      let written = Set(cases.value.map(\.value.value))
      let missingCount = all.count - written.intersection(all).count
      if missingCount > 0 {
        let missing = Array(values.lazy.filter { !written.contains($0) }.prefix(11))
        // A case that is one of the values is correct.
        let unknown = cases.value.filter { !all.contains($0.value.value) }
        let finding = Diagnostic(
          .selectNotExhaustive, .notExhaustive(missing, of: missingCount, parameter: name.value), at: cases.location,
          related: [.init(.valuesOf(name.value, values), at: location)],
          help: misspelt(missing, unknown).map { Spelling.help(for: [$0.meant]) }
            ?? [
              .addCases(
                missing.map { ($0, variant(of: version.service.key.value, for: $0, context.graph)) }, of: missingCount)
            ]
            + cases.value.lazy.filter { restWords.contains($0.value.value) }.prefix(1).map { .noRest($0.value.value) },
          fixes: misspelt(missing, unknown).map {
            [Diagnostic.Fix(naming: $0.meant, at: $0.written.location)]
          } ?? [],
          symbol: "services.\(version.service.key.value).cases")
        reporting.report(context.limited(finding, to: version.stages))
      }
      let open = values.filter { !written.contains($0) }
      for selected in cases.value where !all.contains(selected.value.value) {
        // A misspelt case is also a missing one: one finding says both.
        let suggestions = Spelling.suggestions(for: selected.value.value, among: open)
        if suggestions.count == 1 || restWords.contains(selected.value.value) && !open.isEmpty {
          reporting.suppressedConsequences += 1
          continue
        }
        let finding = Diagnostic(
          .deadCase, .dead(selected.value.value, parameter: name.value), at: selected.value.location,
          related: [.init(.valuesOf(name.value, values), at: location)],
          help: suggestions.isEmpty
            ? ["remove the case, or add \(selected.value.value) to the parameter's 'of'"]
            : Spelling.help(for: suggestions),
          symbol: "services.\(version.service.key.value).cases.\(selected.value.value)")
        reporting.report(context.limited(finding, to: version.stages))
      }
    }
  }
}

/// The words of other tools for all values without a case.
private let restWords: Set<String> = ["default", "else", "otherwise", "other", "_", "*"]

/// The variant with the name of a value, if there is one.
private func variant(of key: ServiceKey, for value: String, _ graph: DependencyGraph) -> String? {
  let variant = ServiceKey("\(key)/\(value)")
  return graph.nodes[variant] == nil ? nil : variant.text
}

/// The values that parameters may have, found once for all selects.
struct ParameterValuesOfSelects {
  private let stages: [ComposedStage]
  private var parameters: [Int: [String: ComposedParameter]] = [:]
  private var values: [ObjectIdentifier: (list: [String], all: Set<String>)] = [:]

  init(_ composed: ComposedManifest) {
    stages = composed.stages
  }

  mutating func values(of name: String, in stage: Int) -> (location: SourceLocation, list: [String], all: Set<String>)?
  {
    guard stage < stages.count else { return nil }
    let named =
      parameters[stage]
      ?? Dictionary(stages[stage].parameters.map { ($0.name.value, $0) }, uniquingKeysWith: { first, _ in first })
    parameters[stage] = named
    guard let parameter = named[name], !parameter.isMalformed else { return nil }
    if let known = values[ObjectIdentifier(parameter)] { return (parameter.name.location, known.list, known.all) }
    let list: [String]
    switch parameter.type {
    case .bool: list = ["true", "false"]
    case .enum: list = parameter.cases.map(\.value)
    default: return nil
    }
    values[ObjectIdentifier(parameter)] = (list, Set(list))
    return (parameter.name.location, list, Set(list))
  }
}

extension Rule {
  package static let selectNotExhaustive = Rule(
    "DI608", "select-not-exhaustive", .error, summary: "a `select` without a case for some value of its parameter")

  package static let deadCase = Rule(
    "DI609", "dead-case", .warning, summary: "a case for a value that the parameter does not have")
}

extension String {
  fileprivate static func notExhaustive(_ missing: [String], of count: Int, parameter: String) -> String {
    "no case for \(listed(missing.map { "'\($0)'" }, of: count)) of parameter '\(parameter)'"
  }

  fileprivate static func valuesOf(_ parameter: String, _ values: [String]) -> String {
    "'\(parameter)' may be \(listed(values))"
  }

  fileprivate static func addCases(_ missing: [(value: String, key: String?)], of count: Int) -> String {
    "add \(listed(missing.map { "\($0.value): \($0.key ?? "Key")" }, of: count))"
  }

  fileprivate static func noRest(_ word: String) -> String {
    "each value has a case of its own; '\(word)' does not stand for the rest"
  }

  fileprivate static func dead(_ value: String, parameter: String) -> String {
    "parameter '\(parameter)' never has the value '\(value)'"
  }
}

/// The case that was probably meant for the one missing value.
private func misspelt(_ missing: [String], _ cases: [SelectCase]) -> (written: Located<String>, meant: String)? {
  guard missing.count == 1 else { return nil }
  let close = cases.filter { Spelling.suggestions(for: $0.value.value, among: missing).count == 1 }
  return close.count == 1 ? (close[0].value, missing[0]) : nil
}
