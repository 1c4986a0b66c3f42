extension Checks {
  /// DI610: selects whose cases all lead to the same variant, although there is another.
  static let checkSameCases: Check = { context, reporting in
    for version in context.graph.versions {
      let service = version.service
      guard case .select(let parameter, let cases?) = service.kind, cases.value.count > 1,
        let target = cases.value.first?.key.value, cases.value.allSatisfy({ $0.key.value == target }),
        let other = context.graph.keys.first(where: {
          $0.name == target.name && ![service.key.value, target].contains($0)
        })
      else { continue }
      let alias = "{ alias: \(FlowText.scalar(target.text)) }"
      var finding = Diagnostic(
        .sameCase, "\(service.key.value) is \(target) for each value of '\(parameter.value)', and never \(other)",
        at: cases.location,
        help: ["write \(other) for one of the values, or make it an alias: \(service.key.value): \(alias)"],
        symbol: "services.\(service.key.value).cases")
      if service.collect.isEmpty, let edit = Diagnostic.Fix(replacingValue: service.location, with: alias) {
        finding.addRemedy("write \(alias)", [edit])
      }
      reporting.report(context.limited(finding, to: version.stages))
    }
  }
}

extension Rule {
  package static let sameCase = Rule(
    "DI610", "same-case", .warning, summary: "a `select` whose cases all lead to the same variant")
}
