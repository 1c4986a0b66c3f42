/// The findings about parameters' values, as `ParameterEvaluation` reports them.
extension Diagnostic {
  static func parameterCycle(_ cycle: [ComposedParameter]) -> Diagnostic {
    let path = elided((cycle + [cycle[0]]).map(\.name.value)).joined(separator: " -> ")
    func use(_ position: Int) -> SourceLocation? {
      let next = cycle[(position + 1) % cycle.count].name.value
      return cycle[position].parameterUses.first { $0.value == next }?.location
    }
    return Diagnostic(
      .parameterCycle, "parameter cycle: \(path)", at: use(cycle.count - 1),
      related: cycle.indices.dropLast().prefix(8).compactMap { position in
        use(position).map {
          Diagnostic.Related("\(cycle[position].name.value) refers to the next parameter here", at: $0)
        }
      }, help: ["give one of these parameters its own value"],
      fixes: use(cycle.count - 1).map { [.init(replacing: $0, with: "…")] } ?? [])
  }

  static func noSource(_ parameter: ComposedParameter) -> Diagnostic {
    let name = parameter.name.value
    let variable = String.variable(for: name)
    var finding = Diagnostic(
      .parameterWithoutSource, "parameter '\(name)' has no value, env, file or default", at: parameter.name.location,
      help: ["say where to read its value, as in \(name): { env: \(variable) } or \(name): { value: … }"])
    finding.absent = Absence(.source, name)
    if let place = parameter.entry, parameter.history.isEmpty {
      finding.addRemedy("write \(name): { env: \(variable) }", .adding([("env", variable)], toMappingAt: place))
    }
    return finding
  }

  static func badValue(_ parameter: ComposedParameter, found: String, from source: Located<String>) -> Diagnostic {
    Diagnostic(
      .badParameterValue, .badValue(of: parameter, found: "\(found) in \(source.value)"), at: source.location,
      help: ["correct the value of \(source.value), or the parameter's type"])
  }

  static func badValue(
    _ parameter: ComposedParameter, at literal: Literal, secret: String?, _ text: String
  ) -> Diagnostic {
    var found = literal.isTemplate ? "the text '\(text)'" : literal.shape
    if secret != nil { found = "something else" }
    var help: [String] = []
    var fixes: [Diagnostic.Fix] = []
    var names: [String] = []
    let isText = if case .written(.string, _) = literal.content { true } else { false }
    if literal.location.isTagged, !isText || ![.duration, .bytes, .enum].contains(parameter.type) {
      // With the tag, the value would have the same type in other quotes.
    } else if parameter.type == .string || parameter.type == .path {
      if secret == nil, !literal.isCollection {
        help = ["quote it: \(FlowText.quoted(literal.text))"]
        fixes = [.init(quoting: literal.text, at: literal.location, safe: true)]
      }
    } else if secret == nil, !literal.isTemplate, let value = parameter.plainValue(of: literal.text) {
      help = [value == literal.text ? "remove the quotes: \(value)" : "write \(value)"]
      fixes = [.init(replacing: literal.location, with: value, safe: true)]
    } else if parameter.type == .enum, secret == nil {
      names = Spelling.suggestions(for: text, among: parameter.cases.map(\.value))
      help = Spelling.help(for: names)
    } else if parameter.type == .duration, secret == nil, case .written(.int(let number), _) = literal.content {
      names = Setting(.int(number), at: literal.location).alternatives(for: .duration).filter {
        parameter.boundViolated(by: .string($0)) == nil
      }
      help = .writing(names, .duration)
    }
    var finding = Diagnostic(
      .badParameterValue, .badValue(of: parameter, found: found), at: literal.location, help: help, fixes: fixes)
    for name in names {
      // A duration needs no quotes, although it begins with a digit.
      let fix: Diagnostic.Fix =
        parameter.type == .duration
        ? .init(replacing: literal.location, with: name)
        : .init(naming: name, at: literal.location)
      finding.addRemedy(names.count == 1 ? help[0] : "write \(name)", [fix])
    }
    return finding
  }

  /// DI005: a `select` by a parameter whose value contains a secret; `nil` if it contains none.
  package static func secretChoice(
    by parameter: ComposedParameter, among parameters: [String: ComposedParameter], _ values: ParameterValues,
    at location: SourceLocation
  ) -> Diagnostic? {
    let name = parameter.name.value
    guard let secret = values[name]?.secret.flatMap({ parameters[$0] }), secret.isSecret else { return nil }
    let found =
      parameter.isSecret ? "the secret '\(name)'" : "'\(name)', which contains the secret '\(secret.name.value)'"
    return Diagnostic(
      .wrongShape, "expected a parameter that is not secret, found \(found)", at: location,
      related: [Diagnostic.Related("the parameter is defined here", at: parameter.name.location)],
      help: ["select by a parameter that is not secret: the wiring reveals its value"])
  }

  /// - Parameter uses: The parameters that the value refers to.
  static func outOfRange(
    _ parameter: ComposedParameter, _ text: String?, at location: SourceLocation, from source: String?,
    uses: [String], _ bound: Literal, isMinimum: Bool
  ) -> Diagnostic {
    let value = (text ?? "the value") + (source.map { " in \($0)" } ?? "")
    let relation = isMinimum ? "less than the minimum" : "greater than the maximum"
    let limit = isMinimum ? "minimum" : "maximum"
    let givers = source.map { [$0] } ?? uses
    // The help suggests the bound only for a value in the file that is not secret.
    let isWritten = givers.isEmpty && text != nil && !location.file.isArgument
    return Diagnostic(
      .badParameterValue, "\(value) is \(relation) of '\(parameter.name.value)' (\(bound.text))", at: location,
      related: [Diagnostic.Related("the \(limit) is set here", at: bound.location)],
      help: isWritten
        ? ["write \(bound.text), or change the \(limit)"]
        : givers.isEmpty ? [] : ["correct the value of \(listed(givers)), or the \(limit)"],
      fixes: isWritten ? [.init(replacing: location, with: bound.text)] : [])
  }
}

extension String {
  static func badValue(of parameter: ComposedParameter, found: String) -> String {
    "expected \(parameter.expectation) for '\(parameter.name.value)', found \(found)"
  }
}
