import ConfigDI

/// Every variable and secret file that a manifest reads, in any stage: what `env` prints.
struct EnvironmentContract: Sendable {
  struct Entry: Sendable {
    /// The variable's name, or the file's path.
    let name: String
    let parameter: String
    let type: String
    let isRequired: Bool
    /// `nil` where there is none, or it is secret.
    let defaultText: String?
    let isSecret: Bool
    /// `nil` for all.
    var stages: [String]?
    /// Services and initializers whose settings or choice it reaches, sorted.
    var usedBy: [String]
    let origin: SourceLocation
  }

  private(set) var variables: [Entry] = []
  private(set) var files: [Entry] = []

  init(_ composed: ComposedManifest) {
    var found: [(entry: Entry, isFile: Bool, stages: Set<String>)] = []
    for stage in composed.stages {
      let users = Self.users(of: stage)
      for parameter in stage.parameters {
        guard let (entry, isFile) = Self.entry(parameter, usedBy: users[parameter.name.value] ?? []) else { continue }
        let name = stage.name ?? ""
        let same = found.firstIndex { $0.isFile == isFile && $0.entry.isAlike(entry) }
        if let same {
          found[same].stages.insert(name)
          found[same].entry.usedBy = Set(found[same].entry.usedBy + entry.usedBy).sorted()
        } else {
          found.append((entry, isFile, [name]))
        }
      }
    }
    for (entry, isFile, stages) in found {
      var entry = entry
      let names = composed.stages.compactMap(\.name)
      entry.stages = stages.count == composed.stages.count ? nil : names.filter { stages.contains($0) }
      if isFile { files.append(entry) } else { variables.append(entry) }
    }
    variables.sort { ($0.name, $0.parameter) < ($1.name, $1.parameter) }
    files.sort { ($0.name, $0.parameter) < ($1.name, $1.parameter) }
  }

  private static func entry(_ parameter: ComposedParameter, usedBy: Set<String>) -> (Entry, isFile: Bool)? {
    let name: Located<String>
    let isFile: Bool
    switch parameter.source {
    case .env(let variable)?: (name, isFile) = (variable, false)
    case .file(let path)?: (name, isFile) = (path, true)
    case .value?, nil: return nil
    }
    let entry = Entry(
      name: name.value, parameter: parameter.name.value, type: parameter.type.rawValue,
      isRequired: parameter.default == nil,
      defaultText: parameter.isSecret ? nil : parameter.default?.words, isSecret: parameter.isSecret, stages: nil,
      usedBy: usedBy.sorted(), origin: name.location)
    return (entry, isFile)
  }

  /// By parameter, through the parameters that name it.
  private static func users(of stage: ComposedStage) -> [String: Set<String>] {
    var users: [String: Set<String>] = [:]
    func use(_ settings: ComposedSettings?, _ decorators: [FactoryUse], by user: String) {
      for use in ParameterUse.collect(from: settings, decorators) { users[use.name, default: []].insert(user) }
    }
    for service in stage.services {
      use(service.settings, service.decorators, by: service.key.value.text)
      if case .select(let parameter, _) = service.kind {
        users[parameter.value, default: []].insert(service.key.value.text)
      }
    }
    for phase in stage.lifecycle {
      for initializer in phase.initializers {
        use(initializer.settings.map { .node($0) }, [], by: "\(phase.name.value): \(initializer.factory.value)")
      }
    }
    for parameter in stage.parameters where parameter.isExposed {
      users[parameter.name.value, default: []].insert("the program itself")
    }
    spread(&users, along: stage.parameters)
    return users
  }

  /// What uses a parameter uses those that its value names.
  private static func spread(_ users: inout [String: Set<String>], along parameters: [ComposedParameter]) {
    var changed = true
    while changed {
      changed = false
      for parameter in parameters {
        guard let own = users[parameter.name.value] else { continue }
        var nodes = parameter.default.map { [$0] } ?? []
        if case .value(let node)? = parameter.source { nodes.append(node) }
        for use in nodes.flatMap(ParameterUse.collect(from:)) where !own.isSubset(of: users[use.name] ?? []) {
          users[use.name, default: []].formUnion(own)
          changed = true
        }
      }
    }
  }
}

extension EnvironmentContract.Entry {
  /// Whether another stage says the same of it.
  fileprivate func isAlike(_ other: Self) -> Bool {
    name == other.name && parameter == other.parameter && type == other.type && isRequired == other.isRequired
      && defaultText == other.defaultText && isSecret == other.isSecret
  }
}
