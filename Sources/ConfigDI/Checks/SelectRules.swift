extension Checks {
  /// DI608, DI609: the cases of a `select` against its parameter's values.
  static let checkSelects: Check = { context, reporting in
    for version in context.graph.versions {
      guard case .select(let name, let cases) = version.service.kind, let cases else { continue }
      // A parameter's cases cannot change between stages, so the first stage that has it tells.
      guard
        let stage = version.stages.members.first, stage < context.composed.stages.count,
        let parameter = context.composed.stages[stage].parameters.first(where: { $0.name.value == name.value })
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
          help: [.addCases(missing)], symbol: "services.\(version.service.key.value).cases")
        reporting.report(context.limited(finding, to: version.stages))
      }
      for selected in cases.value where !values.contains(selected.value.value) {
        let suggestions = Spelling.suggestions(for: selected.value.value, among: missing + values)
        let finding = Diagnostic(
          .deadCase, .dead(selected.value.value, parameter: name.value), at: selected.value.location,
          related: [.init(.valuesOf(name.value, values), at: parameter.name.location)],
          help: Spelling.help(for: suggestions),
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
