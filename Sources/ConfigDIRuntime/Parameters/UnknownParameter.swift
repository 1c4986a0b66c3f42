extension Diagnostic {
  /// DI501: `${…}` refers to a parameter that does not exist.
  ///
  /// - Parameter entry: The path of the entry that contains the use.
  package static func unknownParameter(
    _ use: ParameterUse, in entry: String, _ suggestions: [String], _ parameters: [ComposedParameter]
  ) -> Diagnostic {
    let parts = ParameterName.parts(use.value)
    if let parts, let sign = parts.sign {
      return .shellForm(use, parts.name, preset: "-=".contains(sign) ? parts.text : nil, parameters)
    }
    let isMalformed = !ParameterName.isValid(use.value)
    var finding = Diagnostic(
      .unknownParameter, "there is no parameter '\(use.value)'", at: use.location,
      // Text after a name may be secret.
      symbol: entry.leading(to: isMalformed ? ParameterName.beginning(of: use.value) : use.value))
    if isMalformed, parts == nil { finding.readings = [use.value] }
    finding.absent = Absence(.parameter, use.value)
    let trimmed = use.value.filter { $0 != " " && $0 != "\t" }
    let variable = ParameterName.environmentVariable(use.value) ?? use.value
    let reader = parameters.reader(of: variable, for: use.location)
    // `parameters.port` for `port`, as in tools whose values are in sections.
    let sections = ["parameters.", "params.", "config.", "settings.", "vars.", "values."]
    let inSection = sections.first(where: trimmed.hasPrefix).map { String(trimmed.dropFirst($0.count)) }
      .flatMap { name in parameters.contains { $0.name.value == name } ? name : nil }
    // `port:8080`, as in tools where a reference contains the default.
    let named = parts.flatMap { parts in
      parameters.contains { $0.name.value == parts.name && !$0.contains(use.location) }
        ? parts.name : parameters.reader(of: parts.name, for: use.location)
    }
    // `${{ port }}`, as in workflows of GitHub.
    let inner = use.value.hasPrefix("{") ? String(trimmed.dropFirst()) : ""
    let innerReader =
      parameters.first { $0.name.value == inner }?.name.value
      ?? ParameterName.environmentVariable(inner).flatMap { parameters.reader(of: $0, for: use.location) }
    let isVariable = parts?.name.utf8.allSatisfy(\.isVariablePart) ?? false
    finding.hides += (suggestions + [trimmed, reader ?? inSection ?? named ?? innerReader ?? trimmed]).map {
      Absence(.useOfParameter, $0)
    }
    if trimmed != use.value, parameters.contains(where: { $0.name.value == trimmed }) {
      finding.offer("write \(use.spelled(trimmed)), without spaces", use.replacing(with: trimmed))
    } else if let reader {
      finding.offer("write \(use.spelled(reader)), which reads the variable \(variable)", use.replacing(with: reader))
    } else if let inSection {
      let fixes = use.replacing(with: inSection, safe: false)
      finding.offer("write \(use.spelled(inSection)): the name has no section", fixes)
    } else if let named {
      let fixes = use.replacing(with: named, safe: false)
      finding.offer("write \(use.spelled(named)): only the parameter's entry can have a default", fixes)
    } else if let innerReader {
      finding.offer("write ${\(innerReader)}, with single braces", use.replacingBraces(with: innerReader))
    } else if let parts, suggestions.isEmpty, isVariable || parts.name.contains(".") {
      finding.hides = [Absence(.useOfParameter)]
      finding.want(
        WantedParameter(
          isVariable ? .parameterName(for: parts.name) : parts.name,
          variable: isVariable ? parts.name : .variable(for: parts.name), preset: FlowText.scalar(parts.text)))
    } else if suggestions.isEmpty {
      // The author may have meant any parameter.
      finding.hides = [Absence(.useOfParameter)]
      let name = String.parameterName(for: variable)
      if variable != use.value || use.value.utf8.count > 1 && use.value.utf8.allSatisfy(\.isVariablePart),
        ParameterName.isValid(name)
      {
        finding.want(WantedParameter(name, variable: variable, isReferredTo: name == use.value))
      } else if ParameterName.isValid(use.value) {
        finding.want(WantedParameter(use.value, variable: .variable(for: use.value), isReferredTo: true))
      } else {
        let name = "write a parameter name of letters, digits, '_', '.' and '-'"
        finding.help = [use.isBare ? name : "\(name), or $${ for a literal ${"]
      }
    } else {
      // The list may be cut, so the author may have meant any parameter.
      if suggestions.count == Spelling.mostSuggestions { finding.hides.append(Absence(.useOfParameter)) }
      finding.suggest(
        suggestions, as: use.spelled, fixes: { use.replacing(with: $0, safe: suggestions.count == 1) })
    }
    return finding
  }

  /// - Parameter preset: The default; `nil` if the form has none, as in `${NAME:?message}`.
  private static func shellForm(
    _ use: ParameterUse, _ variable: String, preset: String?, _ parameters: [ComposedParameter]
  ) -> Diagnostic {
    let known = parameters.reader(of: variable, for: use.location)
    let name = known ?? .parameterName(for: variable)
    let form = preset == nil ? "shell syntax" : "a shell default"
    var finding = Diagnostic(
      .suspiciousText, "'\(use.spelled(use.value))' is \(form), which manifests do not support", at: use.location,
      severity: .error)
    finding.hides.append(Absence(.useOfParameter, known))
    if known == nil {
      finding.want(WantedParameter(name, variable: variable, preset: preset.map(FlowText.scalar)))
    } else {
      let rest = preset == nil ? "" : ", and give that parameter the default"
      finding.offer(
        "write \(use.spelled(name)), which reads \(variable)\(rest)", use.replacing(with: name, safe: false))
    }
    return finding
  }
}

extension ParameterUse {
  /// Whether the text is only a parameter's name, as in `select`.
  fileprivate var isBare: Bool { location.bytes.filter { !$0.isQuote }.elementsEqual(value.utf8) }

  /// A name as the text has to refer to it.
  fileprivate func spelled(_ name: String) -> String { isBare ? name : "${\(name)}" }

  /// An edit that writes `${name}` for `${{ other }}`.
  fileprivate func replacingBraces(with name: String) -> [Diagnostic.Fix] {
    let (range, file) = (location.range, location.file)
    guard location.bytes.starts(with: "${{".utf8), file.bytes.dropFirst(range.upperBound).first == UInt8(ascii: "}")
    else {
      return []
    }
    return [.init(replacing: file.location(range.lowerBound..<range.upperBound + 1), with: "${\(name)}")]
  }

  /// An edit that changes the name, either alone or inside `${…}`; none if the file contains neither form at this
  /// location.
  fileprivate func replacing(with other: String, safe: Bool = true) -> [Diagnostic.Fix] {
    let written = location.bytes
    if isBare { return [.init(naming: other, at: location, safe: safe)] }
    // The text may have more closing braces for those in the name.
    guard !value.contains("{"), written.elementsEqual("${\(value)}".utf8) else { return [] }
    return [.init(replacing: location, with: "${\(other)}", safe: safe && !Spelling.areSiblings(value, other))]
  }
}
