/// Remedies that add an entry to a section or declare a parameter. They are completed after all files are read, when
/// the location for the entry is known.
extension Diagnostics {
  package mutating func offerEntries(in composed: ComposedManifest, _ graph: DependencyGraph?) {
    // Each search goes through a file once.
    var left = 500
    update { finding in
      guard let location = finding.location, left > 0 else { return }
      if !finding.wantedEntries.isEmpty || finding.wantedParameter != nil { left -= 1 }
      for entry in finding.wantedEntries {
        finding.addRemedy(
          entry.title, composed.adding(entry.key, entry.value, to: entry.section, near: location.file))
      }
      guard let parameter = finding.wantedParameter else { return }
      guard location.hiddenName == nil else {
        // The variable's name may be a part of the secret.
        finding.removeRemedies()
        finding.offer(
          "to read a secret from an environment variable, write env: with the variable's name in a parameter, and "
            + "refer to the parameter as \"${name}\"")
        return
      }
      let place = ParameterPlace(location, composed, graph)
      finding.help.removeAll { $0 == parameter.help }
      // The author meant a parameter: the manifest reads this variable elsewhere.
      if finding.misleadingValue != nil, place.reader(of: parameter.variable) != nil { finding.severity = .error }
      let (help, fixes) = place.remedy(parameter)
      finding.offer(help, fixes)
    }
  }

  /// Completes the findings about an unclosed `${`, since all parameters are known now.
  package mutating func offerReferences(in composed: ComposedManifest) {
    // Each finding is compared with every parameter.
    var left = 500
    update { finding in
      guard left > 0, finding.rule == .malformedInterpolation, finding.hides.contains(Absence(.value)),
        let location = finding.location
      else { return }
      left -= 1
      composed.offerReference(&finding, location)
    }
  }
}

extension ComposedManifest {
  /// Offers to close an unterminated `${name`, or to write a literal `${`.
  fileprivate func offerReference(_ finding: inout Diagnostic, _ location: SourceLocation) {
    let bytes = location.file.bytes
    let start = location.range.lowerBound
    guard !location.file.isArgument, bytes[min(start, bytes.count)...].starts(with: "${".utf8) else { return }
    let rest = bytes[(start + 2)...]
    guard rest.first != UInt8(ascii: "}") else {
      return finding.addRemedy("write ${name}", [.init(inserting: "…", at: start + 2, in: location.file)])
    }
    // Choose the longest name, since text may follow it. Skip the parameter whose own value contains this text.
    let names =
      stages.first?.parameters.filter { parameter in
        rest.starts(with: parameter.name.value.utf8) && !parameter.contains(location)
      }.map(\.name.value) ?? []
    guard let name = names.max(by: { $0.utf8.count < $1.utf8.count }) else {
      return finding.addRemedy("$${ for a literal '${'", [.init(inserting: "$", at: start, in: location.file)])
    }
    let end = start + 2 + name.utf8.count
    finding.hides = [Absence(.useOfParameter, name), Absence(.value)]
    finding.help = []
    finding.offer("write ${\(name)}, or $${ for a literal '${'", [.init(inserting: "}", at: end, in: location.file)])
  }

  /// The mapping whose only value is at a location, such as `{ lazy: Clock }`.
  func onlyPair(withValueAt location: SourceLocation) -> Node? {
    files.first { $0.file === location.file }?.onlyPair(withValueAt: location.range.lowerBound)
  }

  /// The nodes on the path from a document's root to the node at a location.
  func nodes(to location: SourceLocation) -> [Node]? {
    guard var node = files.first(where: { $0.file === location.file })?.root else { return nil }
    let offset = location.range.lowerBound
    var path = [node]
    while true {
      let children = node.pairs.map(\.value) + node.elements
      guard
        let next = children.first(where: { $0.location.file === location.file && $0.location.range.contains(offset) }),
        path.count < 200
      else { return path }
      node = next
      path.append(node)
    }
  }
}

/// A string that a parameter could replace, and the type expected in its place.
private struct ParameterPlace {
  private let location: SourceLocation
  private let target: Node?
  private let composed: ComposedManifest
  /// Whether nothing else is in the string.
  private let isWhole: Bool
  /// Whether the string is the short form of an entry in `parameters`.
  private let isEntry: Bool
  private var field: SettingsField?
  private var cases: [String]?

  init(_ location: SourceLocation, _ composed: ComposedManifest, _ graph: DependencyGraph?) {
    self.location = location
    self.composed = composed
    let path = composed.nodes(to: location) ?? []
    let target = path.first { $0.location == location } ?? (path.last?.kind == .scalar ? path.last : nil)
    self.target = target
    isWhole = target.map { location.range.count + 2 >= $0.location.range.count } ?? false
    isEntry = zip(path, path.dropFirst().dropLast()).contains { owner, section in
      owner[ManifestKey.parameters]?.location == section.location
        && section.pairs.contains { $0.value.location == target?.location }
    }
    guard let target else { return }
    let ways = Array(zip(path, path.dropFirst()))
    for (index, (owner, settings)) in ways.enumerated() where owner.kind == .mapping {
      if owner[ServiceField.select]?.location == target.location {
        cases = owner[ServiceField.cases]?.pairs.map(\.key.text) ?? []
      }
      guard isWhole, owner[ServiceField.settings]?.location == settings.location,
        let factory = Self.factory(of: owner, in: path, graph)
      else { continue }
      let inside = ways[(index + 1)...].prefix { $0.0.location != target.location }
      field = factory.settings?.field(
        at: inside.map { holder, value in holder.pairs.first { $0.value.location == value.location }?.key.text })
    }
  }

  private static func factory(of owner: Node, in path: [Node], _ graph: DependencyGraph?) -> CatalogFactory? {
    guard let graph, let catalog = graph.catalog else { return nil }
    if let name = owner[ServiceField.factory]?.text { return catalog.factory(named: name) }
    // A patch does not name its factory; the entry with the same key does.
    guard
      let key = path.lazy.flatMap({ $0.pairs.map { $0 } }).first(where: { $0.value.location == owner.location })?.key
    else { return nil }
    let versions = graph.nodes[catalog.names.key(key.text)].map { graph.versionsOfNode[$0] } ?? []
    return versions.lazy.compactMap { graph.versions[$0].factory?.entry }.first
  }

  /// The remedy for a string that names a variable: the parameter that reads the variable, or a new one.
  func remedy(_ parameter: WantedParameter) -> (help: String, fixes: [Diagnostic.Fix]) {
    let parameters = composed.stages.lazy.flatMap(\.parameters)
    if isWhole, let target,
      let own = parameters.first(where: { $0.variable == parameter.variable && $0.contains(location) })
    {
      return presetting(own, parameter, at: target)
    }
    let namesake = parameters.first { $0.name.value == parameter.name }
    let isInNamesake = namesake?.contains(location) == true
    let reader = parameter.preset == nil ? reader(of: parameter.variable) : nil
    if let known = reader ?? (isInNamesake ? nil : namesake?.name.value) {
      let reason = reader == nil ? "" : ", which reads \(parameter.variable)"
      return ("write \(reference(to: known))\(reason)", naming(known))
    }
    if cases?.isEmpty == true {
      return (
        "declare '\(parameter.name)' under 'parameters' as a bool or an enum, and write a case for each value", []
      )
    }
    let (name, entry) = (Self.written(parameter.name), entry(of: parameter))
    if isInNamesake, isWhole {
      return (
        "write \(name): \(entry)", target.map { isEntry ? .replacing(value: $0.location, with: entry) : [] } ?? []
      )
    }
    let declaration =
      isInNamesake
      ? [] : composed.adding(name, entry, to: ManifestKey.parameters.rawValue, near: location.file)
    let help = "declare parameters: { \(name): \(entry) }"
    let isNamed = cases == nil ? text(location.range) == "${\(parameter.name)}" : target?.text == parameter.name
    if isNamed { return (help, declaration) }
    return (
      "\(help), and write \(reference(to: parameter.name))",
      declaration.isEmpty ? [] : declaration + naming(parameter.name)
    )
  }

  /// The remedy for the default of a parameter that reads the variable itself.
  private func presetting(
    _ own: ComposedParameter, _ parameter: WantedParameter, at target: Node
  ) -> (help: String, fixes: [Diagnostic.Fix]) {
    let key = ParameterKey.default.rawValue
    guard let preset = parameter.preset.map({ Self.preset($0, as: own.type.rawValue) }) else {
      return (
        "remove '\(key)': \(own.name.value) reads \(parameter.variable) itself",
        .removing(key, ofValueAt: target.location)
      )
    }
    return ("write \(key): \(preset)", .replacing(value: target.location, with: preset))
  }

  /// The entry that declares a parameter for this place: its type, if it is not a string, and its source.
  private func entry(of parameter: WantedParameter) -> String {
    var parts: [(key: String, value: String)] = []
    if let cases, Set(cases) != ["true", "false"] {
      parts += [("type", "enum"), ("of", FlowText.list(cases.map(FlowText.scalar)))]
    } else if cases != nil {
      parts.append(("type", "bool"))
    } else if case .enumeration(let values)? = field?.type {
      parts += [("type", "enum"), ("of", FlowText.list(values.map { FlowText.scalar($0.plainText) }))]
    } else if let name = field?.type.name, name != "string", let type = ParameterType(rawValue: name) {
      parts.append(("type", type.rawValue))
    }
    parts.append(("env", Self.written(parameter.variable)))
    if let preset = parameter.preset {
      parts.append(("default", Self.preset(preset, as: parts.first { $0.key == "type" }?.value)))
    }
    if field?.isSecret == true { parts.append(("secret", "true")) }
    return FlowText.mapping(parts)
  }

  /// A name as YAML. A single letter is text in every current tool.
  private static func written(_ name: String) -> String { name.utf8.count == 1 ? name : FlowText.scalar(name) }

  /// A default in the form of its type: one that is not text has no quotes.
  private static func preset(_ written: String, as type: String?) -> String {
    guard let type, ["int", "float", "bool", "duration", "bytes"].contains(type) else { return written }
    let bare = written.filter { $0 != "\"" }
    let isPlain = bare.utf8.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) } && !bare.isEmpty
    return isPlain ? bare : written
  }

  func reader(of variable: String) -> String? {
    composed.stages.first?.parameters.reader(of: variable, for: location)
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: location.file.bytes[range.clamped(to: 0..<location.file.bytes.count)], as: UTF8.self)
  }

  /// A reference to a parameter. A `select` names it without braces.
  private func reference(to name: String) -> String { cases == nil ? "\"${\(name)}\"" : name }

  /// The edit that replaces the string with a reference to a parameter, quoted because of its braces.
  private func naming(_ name: String) -> [Diagnostic.Fix] {
    if cases != nil { return [.init(naming: name, at: location)] }
    guard let target else { return [] }
    let whole = target.location.range
    let place = location.range
    guard whole.lowerBound <= place.lowerBound, place.upperBound <= whole.upperBound else { return [] }
    if place == whole { return .replacing(value: location, with: "\"${\(name)}\"") }
    guard target.isPlain else { return [.init(replacing: location, with: "${\(name)}")] }
    let before = text(whole.lowerBound..<place.lowerBound)
    let after = text(place.upperBound..<whole.upperBound)
    return [.init(quoting: "\(before)${\(name)}\(after)", at: target.location)]
  }
}

extension SettingsSchema {
  /// The setting at a path of names, with `nil` for an element of a list.
  package func field(at path: [String?]) -> SettingsField? {
    var fields = fields
    var found: SettingsField?
    for name in path {
      switch (name, found?.type) {
      case (_?, .map(let element, _)?), (nil, .list(let element)?): found = element
      case (let name?, _): found = fields.first { $0.name == name }
      default: return nil
      }
      guard let next = found else { return nil }
      if case .object(let inner, _) = next.type { fields = inner } else { fields = [] }
    }
    return found
  }
}
