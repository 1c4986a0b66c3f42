import ConfigDI

/// Explains the names in a manifest, based on the last check.
extension Focus {
  /// - Parameter stage: The stage in which the users of the service, and the path to it, are shown.
  func explanation(ofKey key: ServiceKey, in stage: (DependencyGraph) -> Int) -> String? {
    var lines = ["**\(key)**"]
    if let catalog, catalog.knows(key) { lines.append("type `\(catalog.fullName(ofType: catalog.type(of: key)))`") }
    if let index = why(of: key), let node = index.graph.nodes[key] { lines += index.explanation(of: node, key, stage) }
    return lines.count > 1 ? lines.joined(separator: "\n\n") : nil
  }

  func explanation(ofParameter name: String) -> String? {
    for manifest in manifests {
      guard let composed = manifest.composed else { continue }
      var states: [(text: String, stage: String)] = []
      var first: ComposedParameter?
      for (position, stage) in composed.stages.enumerated() {
        guard let parameter = stage.parameters.first(where: { $0.name.value == name }) else { continue }
        first = first ?? parameter
        let value = parameter.isSecret ? nil : manifest.value(of: name, stage: position)
        let text = "\(parameter.stateText)\(value.map { $0 == parameter.stateText ? "" : ", now `\($0)`" } ?? "")"
        states.append((text, stage.name ?? ""))
      }
      guard let first else { continue }
      var traits = [first.type.rawValue]
      if first.isSecret { traits.append("secret") }
      if first.isExposed { traits.append("exposed") }
      var lines = ["**\(name)** parameter, \(traits.joined(separator: ", "))"]
      if let description = first.description { lines.append(description) }
      let groups = states.grouped(by: \.text)
      lines += groups.map { text, states in
        groups.count == 1 ? text : "\(states.map(\.stage).joined(separator: ", ")): \(text)"
      }
      return lines.joined(separator: "\n\n")
    }
    return nil
  }

  func explanation(ofStage name: String) -> String? {
    for composed in manifests.compactMap(\.composed) {
      guard let stage = composed.stages.first(where: { $0.name == name }) else { continue }
      let isDefault = composed.defaultStage?.value == name ? ", the default" : ""
      return
        "**\(name)** stage\(isDefault)\n\n\(counted(stage.services.count, "service")), \(counted(stage.parameters.count, "parameter"))"
    }
    return nil
  }

  func explanation(ofCollection name: String) -> String? {
    for graph in manifests.compactMap(\.graph) {
      guard let nodes = graph.collectionNodes[name] else { continue }
      let edges = graph.edges.filter { $0.kind == .member && nodes.contains($0.from) }
      let members = edges.grouped { graph.name(of: $0.to) }.map { $0.key }
      let elements = nodes.grouped { graph.collections[$0 - graph.keys.count].entry.element.value.text }.map {
        "`\($0.key)`"
      }
      return
        "**\(name)** collection of \(elements.joined(separator: " or "))\n\n\(members.isEmpty ? "no members" : "members: \(members.joined(separator: ", "))")"
    }
    return nil
  }
}

extension WhyIndex {
  fileprivate func explanation(
    of node: Int, _ key: ServiceKey, _ stage: (DependencyGraph) -> Int
  ) -> [String] {
    let versions = graph.versionsOfNode[node].map { graph.versions[$0] }
    var lines: [String] = []
    if let description = versions.lazy.compactMap(\.service.description?.value).first { lines.append(description) }
    let told = versions.grouped { version in
      let scope = if case .factory = version.service.kind { ", \(version.scopeText)" } else { "" }
      return "`\(version.service.served())`\(scope)"
    }
    for (text, versions) in told {
      let stages = versions.reduce(StageSet()) { $0.union($1.stages) }
      lines.append("\(graph.names(of: stages).map { "\($0.joined(separator: ", ")): " } ?? "")\(text)")
      for other in versions.dropFirst() {
        let (new, first) = (other.service, versions[0].service)
        var parts: [String] = []
        if new.settingsText() != first.settingsText() { parts.append("settings `\(new.settingsText())`") }
        if new.wiringText() != first.wiringText() { parts.append("dependencies `\(new.wiringText())`") }
        let stages = graph.names(of: other.stages) ?? graph.composed.stages.compactMap(\.name)
        if !parts.isEmpty { lines.append("\(stages.joined(separator: ", ")): \(parts.joined(separator: ", "))") }
      }
    }
    let stage = stage(graph)
    let shown = graph.presence[node].contains(stage) ? stage : graph.presence[node].members.first ?? 0
    guard let answer = WhyAnswer(key, in: self, stage: shown) else { return lines }
    if let documentation = answer.documentation { lines.insert(documentation, at: 0) }
    // A service that needs this one in several ways is listed once.
    let users = answer.users.map(\.name).distinct()
    func add(_ words: String, _ names: [String]) {
      if !names.isEmpty { lines.append("\(words) \(listed(names, atMost: 8))") }
    }
    add("asked for at", answer.requests.map(\.description))
    add("needed by", users)
    if users.isEmpty, answer.requests.isEmpty { lines.append("not needed by anything") }
    if let path = answer.path {
      if path.count > 1 { lines.append("reached through \(path.joined(separator: " → "))") }
    } else if !users.isEmpty, answer.requests.isEmpty, graph.entryPoints.contains(where: \.isRoot) {
      lines.append("not reachable from any root")
    }
    return lines
  }
}

extension CatalogFactory {
  /// An explanation of the factory in Markdown.
  var explanation: String {
    var lines = ["**\(name)** \(role.noun)"]
    if let documentation { lines.append(documentation) }
    if let provides { lines.append("\(role == .decorator ? "decorates" : "provides") `\(provides)`") }
    if !dependencies.isEmpty {
      let slots = dependencies.map { slot in
        let kind = slot.form.isMaker ? "maker" : slot.kind.rawValue
        let argument = slot.argument.map { ", taking a `\(ArgumentType.spelled($0))`" } ?? ""
        return
          "\(slot.label.map { "\($0): " } ?? "")`\(slot.key)`\(slot.kind == .instance ? "" : " (\(kind)\(argument))")"
      }
      lines.append("needs \(slots.joined(separator: ", "))")
    }
    if let argument { lines.append("takes an argument of type `\(ArgumentType.spelled(argument))`") }
    if let settings, !settings.fields.isEmpty {
      lines.append("settings " + settings.fields.map { "`\($0.name)` \($0.shortExplanation)" }.joined(separator: "; "))
    }
    if isAsync { lines.append("asynchronous") }
    if isolation == .main { lines.append("on the main actor") }
    if let deprecated {
      lines.append(
        "deprecated\(deprecated.since.map { " since \($0)" } ?? "")\(deprecated.use.map { ", use \($0)" } ?? "")\(deprecated.message.map { ": \($0)" } ?? "")"
      )
    }
    if let file { lines.append("registered in \(file)") }
    return lines.joined(separator: "\n\n")
  }
}

extension SettingsField {
  var shortExplanation: String {
    var parts = [type.name]
    if isRequired { parts.append("required") }
    if let defaultText { parts.append("default \(defaultText)") }
    if isSecret { parts.append("secret") }
    return parts.joined(separator: ", ")
  }

  var explanation: String {
    var text = shortExplanation
    switch type {
    case .duration, .bytes, .url, .date, .uuid, .base64, .decimal, .float32, .enumeration:
      text += ": \(type.expectation)"
    case .string, .int, .float, .bool, .object, .list, .map, .opaque: break
    }
    if let minimum { text += ", at least \(minimum)" }
    if let maximum { text += ", at most \(maximum)" }
    return text
  }
}
