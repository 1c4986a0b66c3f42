struct ParameterEvaluation {
  private let parameters: [ComposedParameter]
  /// The parameters that need a value; `nil` if all of them do.
  private let read: Set<String>?
  private let sources: ParameterSources
  private let isComplete: Bool
  private var interpolation: Interpolation
  private(set) var findings = Diagnostics()
  /// The type of each parameter whose type could be read.
  private let types: [String: ParameterType]

  init(_ parameters: [ComposedParameter], readBy read: Set<String>?, sources: ParameterSources, isComplete: Bool) {
    self.parameters = parameters
    self.read = read.map { parameters.read(by: $0) }
    self.sources = sources
    self.isComplete = isComplete
    interpolation = Interpolation(ParameterValues(), limits: sources.limits)
    let readable = parameters.lazy.filter { !$0.isMalformed }.map { ($0.name.value, $0.type) }
    types = Dictionary(readable, uniquingKeysWith: { first, _ in first })
  }

  mutating func run() -> ParameterValues {
    let order = ParameterOrder(parameters)
    for cycle in order.cycles { findings.report(.parameterCycle(cycle.map { parameters[$0] })) }
    let names = Set(parameters.map(\.name.value))
    for position in order.order {
      let parameter = parameters[position]
      reportUnknown(in: parameter, among: names)
      let value =
        order.isInCycle[position]
        ? unknown(parameter, at: parameter.name.location)
        : evaluate(parameter)
      interpolation.values.values[parameter.name.value] = value
    }
    checkVariables()
    findings.report(contentsOf: interpolation.findings.findings)
    return interpolation.values
  }

  private mutating func reportUnknown(in parameter: ComposedParameter, among names: Set<String>) {
    for use in parameter.parameterUses where !names.contains(use.value) {
      if isComplete {
        let others = names.subtracting([parameter.name.value])
        findings.report(
          .unknownParameter(
            use, in: "parameters.\(parameter.name.value)", Spelling.suggestions(for: use.value, among: others),
            parameters))
      } else {
        findings.suppressedConsequences += 1
      }
    }
  }

  private mutating func evaluate(_ parameter: ComposedParameter) -> ParameterValues.Value {
    var preset = parameter.default.map { read($0, of: parameter) }
    preset?.isPreset = true
    if case .value(let literal)? = parameter.source {
      var value = read(literal, of: parameter)
      // A value that the program sets by name is meant to override its source.
      if let program = sources.program, !literal.location.file.isArgument {
        value.ignoredGiver = try? program(.init(parameter, isFixed: true))?.giver
      }
      return value
    }
    // An unused parameter may lack a value, but a wrong value is still a mistake.
    let earlier = read?.contains(parameter.name.value) ?? true ? nil : findings
    defer {
      if let earlier {
        let found = findings.findings.dropFirst(earlier.findings.count)
        findings = earlier
        findings.report(contentsOf: found.filter { $0.rule == .badParameterValue })
      }
    }
    var value = evaluate(parameter, preset)
    if value.known == nil { value.setting.secret = value.setting.secret ?? preset?.setting.secret }
    let cases = parameter.type == .enum && !parameter.isMalformed ? parameter.cases.map(\.value) : []
    if preset != nil || !cases.isEmpty {
      value.setting.outlook = Setting.Outlook(
        parameter: parameter.name.value, cases: cases, preset: preset.flatMap { $0.known ?? $0.setting.outlook?.preset }
      )
      value.presetText = preset.flatMap { $0.text ?? $0.presetText }
    }
    return value
  }

  /// Evaluates a parameter whose value comes from outside the manifest.
  private mutating func evaluate(
    _ parameter: ComposedParameter, _ preset: ParameterValues.Value?
  ) -> ParameterValues.Value {
    if let program = sources.program, let given = read(program, of: parameter) { return given }
    switch parameter.source {
    case .env(let name)?:
      guard let environment = sources.environment else { return unknown(parameter, at: name.location) }
      if let text = environment[name.value] {
        return read(text, of: parameter, from: name, isSecret: parameter.isSecret)
      }
      if let preset { return preset }
      findings.report(
        .parameterWithoutSource,
        "parameter '\(parameter.name.value)' is required, but the variable \(name.value) is not set",
        at: parameter.name.location, related: [Diagnostic.Related("the variable is named here", at: name.location)],
        help: [parameter.remedy("set \(name.value)")])
      return unknown(parameter, at: name.location)
    case .file(let path)?:
      guard let files = sources.files else { return unknown(parameter, at: path.location) }
      return read(path, files, of: parameter, preset)
    case .value?, nil:
      if let preset { return preset }
      if !parameter.isMalformed {
        if isComplete {
          findings.report(.noSource(parameter))
        } else {
          findings.suppressedConsequences += 1
        }
      }
      return unknown(parameter, at: parameter.name.location)
    }
  }

  /// Asks the program's source for a value; `nil` if the source has none.
  private mutating func read(
    _ program: ParameterSource.Reading, of parameter: ComposedParameter
  ) -> ParameterValues.Value? {
    let name = parameter.name
    do {
      guard let given = try program(.init(parameter, isFixed: false)) else { return nil }
      let source = Located(given.giver, at: name.location)
      let isSecret = parameter.isSecret || given.isSecret
      return read(
        given.text, elements: given.elements, of: parameter, from: source, isSecret: isSecret, giver: source.value)
    } catch {
      let cause = parameter.isSecret ? "" : ": \(error)"
      findings.report(
        .parameterWithoutSource, "the program's source has no value for '\(name.value)'\(cause)", at: name.location,
        help: ["fix the ParameterSource, or have it return nil to use the manifest's own source"])
      return unknown(parameter, at: name.location)
    }
  }

  private func unknown(_ parameter: ComposedParameter, at location: SourceLocation) -> ParameterValues.Value {
    ParameterValues.Value(setting: Setting(parameter.unknownContent, at: location, secret: parameter.secretName))
  }

  private mutating func read(
    _ path: Located<String>, _ files: any FileAccess, of parameter: ComposedParameter,
    _ preset: ParameterValues.Value?
  ) -> ParameterValues.Value {
    let folder = path.location.file.isArgument ? "" : FilePath.folder(of: path.location.file.path)
    let place = FilePath.join(folder, path.value)
    do throws(FileProblem) {
      let bytes = try files.read(place, limit: sources.limits.scalarBytes)
      // Editors and `echo` end a file with a line end that is not part of a secret.
      var text = bytes[...]
      if text.last == 0x0A { text.removeLast() }
      if text.last == 0x0D { text.removeLast() }
      return read(String(decoding: text, as: UTF8.self), of: parameter, from: path, isSecret: parameter.isSecret)
    } catch .missing {
      if let preset { return preset }
      findings.report(
        .parameterWithoutSource, "parameter '\(parameter.name.value)' is required, but there is no file '\(place)'",
        at: parameter.name.location, help: [parameter.remedy("provide the file")])
    } catch {
      findings.report(.unreadable(error, place, at: path.location, sources.limits, limit: .scalarBytes))
    }
    return unknown(parameter, at: path.location)
  }

  /// Parses a string, or converts a list, from outside the manifest. The value's location is where the manifest declares
  /// the source.
  private mutating func read(
    _ text: String, elements: [String]? = nil, of parameter: ComposedParameter, from source: Located<String>,
    isSecret: Bool, giver: String? = nil
  ) -> ParameterValues.Value {
    let content: Setting.Content?
    if let elements {
      let list = elements.map { parameter.element(Setting(.string($0), at: source.location)) }
      content = parameter.type == .list ? .list(list) : nil
    } else {
      content = parameter.read(text, at: source.location)
    }
    guard let content else {
      let found = elements != nil ? "a list" : isSecret ? "something else" : "the text '\(text)'"
      findings.report(.badValue(parameter, found: found, from: source))
      return unknown(parameter, at: source.location)
    }
    checkRange(content, isSecret ? nil : text, of: parameter, at: source.location, from: source.value)
    let secret = isSecret ? parameter.name.value : nil
    return ParameterValues.Value(
      setting: Setting(content, at: source.location, secret: secret), text: text, giver: giver)
  }

  /// Evaluates a value or default in the manifest, after all parameters that it refers to.
  private mutating func read(_ literal: Literal, of parameter: ComposedParameter) -> ParameterValues.Value {
    var expanded = interpolation.expand(literal)
    if parameter.isSecret { expanded.setting.secret = parameter.name.value }
    if !parameter.isMalformed, let type = literal.soleParameter.flatMap({ types[$0] }), parameter.neverReads(type) {
      // The type is the mistake, so neither a known value nor a default is a second one.
      findings.report(
        .badParameterValue, .badValue(of: parameter, found: "a parameter of type \(type.rawValue)"),
        at: literal.location,
        help: ["refer to a parameter of type \(parameter.type.rawValue), or change one of the types"])
      expanded.setting.content = .unknown(parameter.type)
      expanded.setting.outlook = nil
      return ParameterValues.Value(setting: expanded.setting)
    }
    guard !parameter.isMalformed, let text = expanded.text else {
      expanded.setting.content = parameter.unknownContent
      return withOutlook(expanded, text: nil, literal, of: parameter)
    }
    let content: Setting.Content?
    if case .list(let elements) = expanded.setting.content {
      let isArgument = literal.location.file.isArgument
      content = parameter.type == .list ? .list(isArgument ? elements.map(parameter.element) : elements) : nil
    } else if case .written(let scalar, let written) = literal.content {
      content = parameter.read(scalar, text: written)
    } else {
      content = parameter.read(text, at: literal.location)
    }
    guard let content else {
      findings.report(.badValue(parameter, at: literal, secret: expanded.setting.secret, text))
      expanded.setting.content = .unknown(parameter.type)
      return ParameterValues.Value(setting: expanded.setting)
    }
    checkRange(
      content, expanded.setting.secret == nil ? text : nil, of: parameter, at: literal.location,
      uses: literal.uses.map(\.value))
    expanded.setting.content = content
    // A case such as `010` is the text as written, not the number 10.
    if case .string(let read) = content, !literal.isTemplate {
      return ParameterValues.Value(setting: expanded.setting, text: read)
    }
    return withOutlook(expanded, text: text, literal, of: parameter)
  }

  /// Adds the value that results if the variables and files that the text depends on are missing.
  private mutating func withOutlook(
    _ expanded: ParameterValues.Value, text: String?, _ literal: Literal, of parameter: ComposedParameter
  ) -> ParameterValues.Value {
    var value = ParameterValues.Value(setting: expanded.setting, text: text)
    value.setting.outlook = nil
    guard !parameter.isMalformed, let text = expanded.presetText else { return value }
    guard let content = parameter.read(text, at: literal.location) else {
      findings.report(.badValue(parameter, at: literal, secret: value.setting.secret, text))
      return value
    }
    let preset = Setting(content, at: literal.location, secret: value.setting.secret)
    value.presetText = text
    value.setting.outlook = Setting.Outlook(parameter: parameter.name.value, cases: [], preset: preset)
    return value
  }

  private mutating func checkRange(
    _ content: Setting.Content, _ text: String?, of parameter: ComposedParameter, at location: SourceLocation,
    from source: String? = nil, uses: @autoclosure () -> [String] = []
  ) {
    guard let (bound, isMinimum) = parameter.boundViolated(by: content) else { return }
    findings.report(
      .outOfRange(parameter, text, at: location, from: source, uses: uses(), bound, isMinimum: isMinimum))
  }

  private mutating func checkVariables() {
    var readers: [String: ComposedParameter] = [:]
    for parameter in parameters {
      guard case .env(let name)? = parameter.source, !parameter.isMalformed else { continue }
      guard let first = readers[name.value] else {
        readers[name.value] = parameter
        continue
      }
      guard first.type != parameter.type else { continue }
      findings.report(
        .envConflict,
        "the variable \(name.value) is read as \(parameter.type.rawValue) here and as \(first.type.rawValue) by "
          + "'\(first.name.value)'", at: parameter.name.location,
        related: [Diagnostic.Related("'\(first.name.value)' also reads it", at: first.name.location)],
        help: ["give both the same type, or refer to one from the other: ${\(first.name.value)}"])
    }
  }
}

extension ComposedParameter {
  /// The content of an unknown value. A malformed parameter does not even have a known type.
  fileprivate var unknownContent: Setting.Content { .unknown(isMalformed ? nil : type) }

  /// How to supply a missing value. A secret has no default, since it would be in the manifest.
  fileprivate func remedy(_ source: String) -> String {
    isSecret ? source : "\(source), or give the parameter a default"
  }
}

extension ParameterValues.Value {
  fileprivate var known: Setting? { setting.isKnown ? setting : nil }
}

extension ParameterSource.Request {
  fileprivate init(_ parameter: ComposedParameter, isFixed: Bool) {
    self.init(name: parameter.name.value, type: parameter.type, isSecret: parameter.isSecret, isFixed: isFixed)
  }
}

extension ParameterSource.Value {
  fileprivate var giver: String { origin ?? "the program's source" }
}
