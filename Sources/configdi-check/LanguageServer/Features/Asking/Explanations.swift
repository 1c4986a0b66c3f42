import ConfigDI

/// What is known of names, from what was checked last.
extension Focus {
  func explanation(ofKey key: ServiceKey) -> String? {
    var lines = ["**\(key)**"]
    if let catalog {
      let type = catalog.type(of: key)
      if catalog.knows(key) { lines.append("type `\(catalog.fullName(ofType: type))`") }
    }
    for manifest in manifests {
      guard let graph = manifest.graph, let node = graph.nodes[key] else { continue }
      lines += graph.explanation(of: node, key, SecretSettings(catalog))
      break
    }
    guard lines.count > 1 else { return nil }
    return lines.joined(separator: "\n\n")
  }

  func explanation(ofParameter name: String) -> String? {
    for manifest in manifests {
      guard let composed = manifest.composed else { continue }
      var states: [(text: String, stages: [String])] = []
      var first: ComposedParameter?
      for (position, stage) in composed.stages.enumerated() {
        guard let parameter = stage.parameters.first(where: { $0.name.value == name }) else { continue }
        first = first ?? parameter
        let value = parameter.isSecret ? nil : manifest.value(of: name, stage: position)
        let text = "\(parameter.stateText)\(value.map { $0 == parameter.stateText ? "" : ", now `\($0)`" } ?? "")"
        if let index = states.firstIndex(where: { $0.text == text }) {
          states[index].stages.append(stage.name ?? "")
        } else {
          states.append((text, [stage.name ?? ""]))
        }
      }
      guard let first else { continue }
      var traits = [first.type.rawValue]
      if first.isSecret { traits.append("secret") }
      if first.isExposed { traits.append("exposed") }
      var lines = ["**\(name)** parameter, \(traits.joined(separator: ", "))"]
      if let description = first.description { lines.append(description) }
      lines += states.map { state in
        states.count == 1 ? state.text : "\(state.stages.joined(separator: ", ")): \(state.text)"
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
      guard let node = graph.collectionNodes[name] else { continue }
      let members = graph.edges.filter { $0.from == node && $0.kind == .member }.map { graph.name(of: $0.to) }
      let element = graph.collections[node - graph.keys.count].entry.element.value
      return
        "**\(name)** collection of `\(element)`\n\n\(members.isEmpty ? "It has no members." : members.joined(separator: ", "))"
    }
    return nil
  }
}

extension DependencyGraph {
  fileprivate func explanation(of node: Int, _ key: ServiceKey, _ secrets: SecretSettings) -> [String] {
    var lines: [String] = []
    let versions = versionsOfNode[node].map { self.versions[$0] }
    if let description = versions.lazy.compactMap(\.service.description?.value).first { lines.append(description) }
    for version in versions {
      let stages = names(of: version.stages).map { "\($0.joined(separator: ", ")): " } ?? ""
      let scope = if case .factory = version.service.kind { ", \(version.service.scopeText)" } else { "" }
      lines.append("\(stages)`\(version.service.served(secrets))`\(scope)")
    }
    let stage = composed.stages.firstIndex { $0.name == composed.defaultStage?.value } ?? 0
    let answer = WhyAnswer(
      key, in: self, stage: presence[node].contains(stage) ? stage : presence[node].members.first ?? 0)
    if let answer {
      let users = answer.users.map(\.name)
      lines.append(
        users.isEmpty
          ? "nothing needs it"
          : "needed by \(users.prefix(8).joined(separator: ", "))\(users.count > 8 ? " and \(users.count - 8) more" : "")"
      )
      if let path = answer.path, path.count > 1 { lines.append("reached through \(path.joined(separator: " → "))") }
    }
    return lines
  }
}

extension CatalogFactory {
  /// In Markdown.
  var explanation: String {
    var lines = ["**\(name)** \(role == .service ? "factory" : role.rawValue)"]
    if let provides { lines.append("\(role == .decorator ? "decorates" : "gives") `\(provides)`") }
    if !dependencies.isEmpty {
      let slots = dependencies.map { slot in
        "\(slot.label.map { "\($0): " } ?? "")`\(slot.key)`\(slot.kind == .instance ? "" : " (\(slot.kind.rawValue))")"
      }
      lines.append("needs \(slots.joined(separator: ", "))")
    }
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
  var isRequired: Bool { !isOptional && defaultText == nil }

  var shortExplanation: String {
    var parts = [type.name]
    if isRequired { parts.append("required") }
    if let defaultText { parts.append("default \(defaultText)") }
    if isSecret { parts.append("secret") }
    return parts.joined(separator: ", ")
  }

  var explanation: String {
    var text = "\(shortExplanation): \(type.expectation)"
    if let minimum { text += ", at least \(minimum)" }
    if let maximum { text += ", at most \(maximum)" }
    return text
  }
}
