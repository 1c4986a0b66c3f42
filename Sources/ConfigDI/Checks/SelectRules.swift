extension Checks {
  /// DI608, DI609: the cases of a `select` against its parameter's values.
  static let checkSelects: Check = { context, reporting in
    for version in context.graph.versions {
      guard case .select(let name, let cases) = version.service.kind, let cases else { continue }
      // A parameter's cases cannot change between stages, so the first stage that has it tells.
      guard
        let stage = version.stages.members.first, stage < context.composed.stages.count,
        let parameter = context.composed.stages[stage].parameters.first(where: { $0.name.value == name.value }),
        !parameter.isMalformed
      else { continue }
      let values: [String]
      switch parameter.type {
      case .bool: values = ["true", "false"]
      case .enum: values = parameter.cases.map(\.value)
      default: continue
      }
      let written = Set(cases.value.map(\.value.value))
      let missing = values.filter { !written.contains($0) }
      if !missing.isEmpty {
        let finding = Diagnostic(
          .selectNotExhaustive, .notExhaustive(missing, parameter: name.value), at: cases.location,
          related: [.init(.valuesOf(name.value, values), at: parameter.name.location)],
          help: misspelt(missing, cases.value).map { Spelling.help(for: [$0.meant]) } ?? [.addCases(missing)],
          fixes: misspelt(missing, cases.value).map {
            [Diagnostic.Fix(replacing: $0.written.location, with: FlowText.scalar($0.meant), safe: true)]
          } ?? [],
          symbol: "services.\(version.service.key.value).cases")
        reporting.report(context.limited(finding, to: version.stages))
      }
      for selected in cases.value where !values.contains(selected.value.value) {
        // A case that is misspelt is missing: one finding says both.
        if Spelling.suggestions(for: selected.value.value, among: missing).count == 1 {
          reporting.suppressedConsequences += 1
          continue
        }
        let suggestions = Spelling.suggestions(for: selected.value.value, among: missing + values)
        let finding = Diagnostic(
          .deadCase, .dead(selected.value.value, parameter: name.value), at: selected.value.location,
          related: [.init(.valuesOf(name.value, values), at: parameter.name.location)],
          help: suggestions.isEmpty
            ? ["remove the case, or add \(selected.value.value) to the parameter's 'of'"]
            : Spelling.help(for: suggestions),
          symbol: "services.\(version.service.key.value).cases.\(selected.value.value)")
        reporting.report(context.limited(finding, to: version.stages))
      }
    }
  }
}

extension Rule {
  package static let selectNotExhaustive = Rule(
    "DI608", "select-not-exhaustive", .error, summary: "a `select` without a case for some value of its parameter")

  package static let deadCase = Rule(
    "DI609", "dead-case", .warning, summary: "a case for a value that the parameter does not have")
}

extension String {
  fileprivate static func notExhaustive(_ missing: [String], parameter: String) -> String {
    "no case for \(missing.map { "'\($0)'" }.joined(separator: ", ")) of parameter '\(parameter)'"
  }

  fileprivate static func valuesOf(_ parameter: String, _ values: [String]) -> String {
    "'\(parameter)' may be \(values.joined(separator: ", "))"
  }

  fileprivate static func addCases(_ missing: [String]) -> String {
    "add \(missing.map { "\($0): Key" }.joined(separator: ", "))"
  }

  fileprivate static func dead(_ value: String, parameter: String) -> String {
    "parameter '\(parameter)' never has the value '\(value)'"
  }
}

/// The case that was meant for the one missing value.
private func misspelt(_ missing: [String], _ cases: [SelectCase]) -> (written: Located<String>, meant: String)? {
  guard missing.count == 1 else { return nil }
  let close = cases.filter { Spelling.suggestions(for: $0.value.value, among: missing).count == 1 }
  return close.count == 1 ? (close[0].value, missing[0]) : nil
}
