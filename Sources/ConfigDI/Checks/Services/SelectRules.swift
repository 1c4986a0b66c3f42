extension CheckContext {
  /// DI608, DI609: `select` cases that do not match the values of the parameter.
  func checkSelects(_ reporting: inout Diagnostics) {
    for version in graph.versions {
      guard case .select(let name, let cases?) = version.service.kind else { continue }
      for selectable in graph.choices.named(name.value, in: version.stages) {
        check(cases, of: version, by: name.value, selectable, &reporting)
      }
    }
  }

  fileprivate func check(
    _ cases: Located<[SelectCase]>, of version: Version, by name: String,
    _ selectable: SelectParameters.Selectable, _ reporting: inout Diagnostics
  ) {
    let (parameter, values) = (selectable.parameter, selectable.values)
    let all = Set(values)
    let written = Set(cases.value.map(\.value.value))
    let key = version.service.key.value
    let related = [Diagnostic.Related("values of '\(name)': \(listed(values))", at: parameter.name.location)]
    var open = values.filter { !written.contains($0) }
    var unknown = cases.value.map(\.value).filter { !all.contains($0.value) }
    let misspellings = misspellings(unknown, of: open)
    for (selected, meant) in misspellings {
      reporting.report(
        .selectNotExhaustive, .notExhaustive([meant], of: 1, parameter: name), at: selected.location,
        related: related, help: Spelling.help(for: [meant]),
        // The case may be right in other stages.
        fixes: [.init(naming: meant, at: selected.location, safe: selectable.stages == version.stages)],
        symbol: "services.\(key).cases", stages: graph.names(of: selectable.stages))
    }
    open.removeAll { value in misspellings.contains { $0.meant == value } }
    unknown.removeAll { selected in misspellings.contains { $0.written.location == selected.location } }
    if !open.isEmpty {
      let missing = Array(open.prefix(11))
      // The variant named after the value, if the graph has one.
      let added = missing.map { value in
        (value: value, key: [ServiceKey("\(key)/\(value)")].first { graph.nodes[$0] != nil }?.text)
      }
      reporting.report(
        .selectNotExhaustive, .notExhaustive(missing, of: open.count, parameter: name), at: cases.location,
        related: related,
        help: ["add \(listed(added.map { "\($0.value): \($0.key ?? "…")" }, of: open.count))"]
          + unknown.lazy.filter { restWords.contains($0.value) }.prefix(1).map {
            "write a case for each value: '\($0.value)' does not match all other values"
          },
        fixes: fixes(added, of: open.count, beside: cases.value, unknown),
        symbol: "services.\(key).cases", stages: graph.names(of: selectable.stages))
    }
    for selected in unknown {
      // DI608 explains that such a word is not a catch-all case.
      if restWords.contains(selected.value), !open.isEmpty {
        reporting.suppressedConsequences += 1
        continue
      }
      let suggestions = Spelling.suggestions(for: selected.value, among: open)
      let mayBeValue = parameter.type == .enum && isCase(selected.value, ofEachSelectBy: name)
      let adding = (suggestions.isEmpty && mayBeValue ? parameter.cases : []).prefix(1).map { last in
        Remedy(
          title: "add \(selected.value) to the parameter's 'of'",
          fixes: .adding(element: FlowText.scalar(selected.value), beforeElementAt: last.location))
      }
      reporting.report(
        .deadCase, "parameter '\(name)' never has the value '\(selected.value)'", at: selected.location,
        related: related,
        help: suggestions.isEmpty
          ? [mayBeValue ? "remove the case, or add \(selected.value) to the parameter's 'of'" : "remove the case"]
          : Spelling.help(for: suggestions),
        remedies: adding + [Remedy].naming(suggestions, "write", at: selected.location),
        symbol: "services.\(key).cases.\(selected.value)", stages: graph.names(of: selectable.stages))
    }
  }

  /// Whether every select by a parameter has a case for a value, so that none would lack it if the parameter had it.
  private func isCase(_ value: String, ofEachSelectBy parameter: String) -> Bool {
    steps.spend(graph.versions.count)
      && graph.versions.allSatisfy { version in
        guard case .select(let name, let cases?) = version.service.kind, name.value == parameter else { return true }
        return cases.value.contains { $0.value.value == value }
      }
  }
}

/// The edits that add the missing cases, or that rename a catch-all case to the only missing value.
private func fixes(
  _ cases: [(value: String, key: String?)], of count: Int, beside written: [SelectCase], _ unknown: [Located<String>]
) -> [Diagnostic.Fix] {
  guard let first = written.first?.value, count == cases.count else { return [] }
  if let rest = unknown.first(where: { restWords.contains($0.value) }) {
    return count == 1 ? [.init(naming: cases[0].value, at: rest.location)] : []
  }
  let pairs = cases.map { (key: FlowText.scalar($0.value), value: $0.key.map(FlowText.scalar) ?? "…") }
  return .adding(pairs, beforeKeyAt: first.location)
}

/// The words that other tools use for a catch-all case.
private let restWords: Set<String> = ["default", "else", "otherwise", "other", "_", "*"]

extension String {
  fileprivate static func notExhaustive(_ missing: [String], of count: Int, parameter: String) -> String {
    "missing \(count == 1 ? "case" : "cases") for \(listed(missing.map { "'\($0)'" }, of: count)) of parameter '\(parameter)'"
  }
}

/// The cases that look like misspelled values: each resembles exactly one missing value that no other case resembles.
/// `yes` counts as `true`.
private func misspellings(
  _ unknown: [Located<String>], of open: [String]
) -> [(written: Located<String>, meant: String)] {
  guard !open.isEmpty else { return [] }
  let close = unknown.compactMap { written -> (written: Located<String>, meant: String)? in
    if let truth = LooseValue.truth(written.value), open.contains(truth) { return (written, truth) }
    let suggestions = Spelling.suggestions(for: written.value, among: open)
    return suggestions.count == 1 ? (written, suggestions[0]) : nil
  }
  let counts = Dictionary(close.map { ($0.meant, 1) }, uniquingKeysWith: +)
  return close.filter { counts[$0.meant] == 1 }
}
