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
    let meant = declaredParameter(meantBy: use, parts?.name, parameters)
    let isVariable = parts?.name.utf8.allSatisfy(\.isVariablePart) ?? false
    finding.hides += (suggestions + [use.trimmed, meant?.name ?? use.trimmed]).map { Absence(.useOfParameter, $0) }
    if let meant {
      finding.offer(meant.help, meant.fixes)
    } else if let parts, suggestions.isEmpty, isVariable || parts.name.contains(".") {
      finding.hides = [Absence(.useOfParameter)]
      finding.want(
        WantedParameter(
          isVariable ? .parameterName(for: parts.name) : parts.name,
          variable: isVariable ? parts.name : .variable(for: parts.name), preset: FlowText.scalar(parts.text)))
    } else if suggestions.isEmpty {
      // The author may have meant any parameter.
      finding.hides = [Absence(.useOfParameter)]
      let variable = ParameterName.environmentVariable(use.value) ?? use.value
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

  /// The declared parameter that a reference means in another form, what to write, and the edit.
  ///
  /// - Parameter named: The name before a ':', if any.
  private static func declaredParameter(
    meantBy use: ParameterUse, _ named: String?, _ parameters: [ComposedParameter]
  ) -> (name: String, help: String, fixes: [Diagnostic.Fix])? {
    func declared(_ name: String) -> String? { parameters.contains { $0.name.value == name } ? name : nil }
    func reader(of variable: String) -> String? { parameters.reader(of: variable, for: use.location) }
    func write(_ name: String, _ reason: String, isSafe: Bool = false) -> (String, String, [Diagnostic.Fix]) {
      (name, "write \(use.spelled(name))\(reason)", use.replacing(with: name, safe: isSafe))
    }
    let trimmed = use.trimmed
    if trimmed != use.value, let name = declared(trimmed) { return write(name, ", without spaces", isSafe: true) }
    let variable = ParameterName.environmentVariable(use.value) ?? use.value
    if let name = reader(of: variable) { return write(name, ", which reads the variable \(variable)", isSafe: true) }
    // `parameters.port` for `port`, as in tools whose values are in sections.
    let sections = ["parameters.", "params.", "config.", "settings.", "vars.", "values."]
    let section = sections.first(where: trimmed.hasPrefix)
    if let section, let name = declared(String(trimmed.dropFirst(section.count))) {
      return write(name, ": the name has no section")
    }
    // `port:8080`, as in tools where a reference contains the default.
    if let named {
      let isDeclared = parameters.contains { $0.name.value == named && !$0.contains(use.location) }
      if let name = isDeclared ? named : reader(of: named) {
        return write(name, ": only the parameter's entry can have a default")
      }
    }
    // `${{ port }}`, as in workflows of GitHub.
    guard use.value.hasPrefix("{") else { return nil }
    let inner = String(trimmed.dropFirst())
    return (declared(inner) ?? ParameterName.environmentVariable(inner).flatMap(reader)).map { name in
      (name, "write ${\(name)}, with single braces", use.replacingBraces(with: name))
    }
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
    // The parameter is declared. Its default may be a secret, so the help does not repeat it.
    if known == nil,
      parameters.contains(where: { $0.isSecret && $0.name.value == variable && !$0.contains(use.location) })
    {
      finding.offer("write \(use.spelled(variable))", use.replacing(with: variable, safe: false))
    } else if known == nil {
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

  fileprivate var trimmed: String { value.filter { $0 != " " && $0 != "\t" } }

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
