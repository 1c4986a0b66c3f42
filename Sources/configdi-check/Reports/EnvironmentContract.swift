import ConfigDI

/// The variables and files that a manifest needs from its environment, over all stages: the output of `env`.
struct EnvironmentContract {
  let variables: [Entry]
  let files: [Entry]

  struct Entry {
    /// The name of the variable, or the path of the file from the working directory.
    let name: String
    let parameter: String
    let type: ParameterType
    let isRequired: Bool
    /// The default to show; `nil` if there is none or it is secret.
    let fallback: String?
    /// The default in the form of a variable; `nil` if there is none, or if a variable cannot hold it.
    let preset: String?
    let isSecret: Bool
    /// The stages; `nil` for all.
    var stages: [String]?
    /// The users in any of its stages, in the order of the manifest.
    var usedBy: [String]
    let origin: SourceLocation
  }

  init(_ composed: ComposedManifest) {
    struct Identity: Hashable {
      let isFile: Bool
      let name: String
      let parameter: String
      let isRequired: Bool
      let fallback: String?
    }
    var entries: [(identity: Identity, entry: Entry, stages: StageSet, users: Set<String>)] = []
    var positions: [Identity: Int] = [:]
    let read = composed.stages.map { $0.parameters.read(by: $0.parametersRead) }
    let readSomewhere = read.reduce(into: Set<String>()) { $0.formUnion($1) }
    for (position, same) in composed.stages.alike {
      let stage = composed.stages[position]
      let usersOfParameter = Self.users(in: stage)
      for parameter in stage.parameters {
        let isRead = read[position].contains(parameter.name.value)
        // If another stage reads the parameter, a stage that does not read it needs no value for it.
        guard isRead || !readSomewhere.contains(parameter.name.value) else { continue }
        let isRequired = isRead && parameter.default == nil
        let name: String
        let isFile: Bool
        switch parameter.source {
        case .env(let variable)?: (name, isFile) = (variable.value, false)
        case .file(let path)?: (name, isFile) = (Self.place(of: path), true)
        case .value?, nil: continue
        }
        let fallback = parameter.isSecret ? nil : parameter.default?.words
        let identity = Identity(
          isFile: isFile, name: name, parameter: parameter.name.value, isRequired: isRequired,
          fallback: fallback)
        let users = usersOfParameter[parameter.name.value] ?? []
        if let known = positions[identity] {
          entries[known].stages.formUnion(same)
          for user in users where entries[known].users.insert(user).inserted {
            entries[known].entry.usedBy.append(user)
          }
          continue
        }
        positions[identity] = entries.count
        let entry = Entry(
          name: name, parameter: parameter.name.value, type: parameter.type, isRequired: isRequired,
          fallback: fallback, preset: parameter.isSecret ? nil : parameter.default.flatMap(Self.asVariable),
          isSecret: parameter.isSecret, stages: nil,
          usedBy: users, origin: parameter.sourceLocation)
        entries.append((identity, entry, same, Set(users)))
      }
    }
    let all = StageSet(all: composed.stages.count)
    let finished = entries.map { identity, entry, stages, _ in
      var entry = entry
      if stages != all { entry.stages = stages.members.compactMap { composed.stages[$0].name } }
      return (identity.isFile, entry)
    }.sorted { ($0.1.name, $0.1.parameter) < ($1.1.name, $1.1.parameter) }
    variables = finished.filter { !$0.0 }.map(\.1)
    files = finished.filter(\.0).map(\.1)
  }

  /// The path of a file that a parameter is read from. In a manifest it is relative to the manifest's folder.
  private static func place(of path: Located<String>) -> String {
    guard !path.location.file.isArgument else { return path.value }
    let joined = FilePath.join(FilePath.folder(of: path.location.file.path), path.value)
    return (joined.hasPrefix("/") ? "/" : "") + joined.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }

  /// The default as a variable's text. A list is split at commas, so its elements must not contain any.
  private static func asVariable(_ preset: Literal) -> String? {
    guard case .list(let elements) = preset.content else { return preset.words }
    var texts: [String] = []
    for element in elements {
      guard case .scalar(_, let text) = element.content, !text.contains(",") else { return nil }
      texts.append(text)
    }
    return texts.joined(separator: ",")
  }

  /// The users of each parameter, each once: services, phases, other parameters, and the program itself.
  private static func users(in stage: ComposedStage) -> [String: [String]] {
    var users: [String: [String]] = [:]
    func note(_ user: String, _ names: [String]) {
      for name in names where users[name]?.last != user { users[name, default: []].append(user) }
    }
    for service in stage.services {
      note(service.key.value.text, service.parameterUses.map(\.name))
      if case .select(let name, _) = service.kind { note(service.key.value.text, [name.value]) }
    }
    for phase in stage.lifecycle {
      note("lifecycle \(phase.name.value)", ParameterUse.collect(from: nil, phase.initializers).map(\.name))
    }
    for parameter in stage.parameters {
      note("parameter \(parameter.name.value)", parameter.parameterUses.map(\.name))
      if parameter.isExposed { note("the program", [parameter.name.value]) }
    }
    return users
  }
}

extension EnvironmentContract {
  var text: String {
    guard !variables.isEmpty || !files.isEmpty else { return "the manifest reads no variables or files\n" }
    return text("variables", variables) + text("files", files)
  }

  private func text(_ title: String, _ entries: [Entry]) -> String {
    guard !entries.isEmpty else { return "" }
    let width = entries.map(\.name.count).max() ?? 0
    return "\(title)\n"
      + entries.map { entry in
        var words = [entry.type.rawValue]
        words.append(entry.isRequired ? "required" : entry.fallback.map { "default \($0.shown)" } ?? "has a default")
        if entry.isSecret { words.append("secret") }
        if let stages = entry.stages { words.append("in \(stages.joined(separator: ", "))") }
        let used = entry.usedBy.isEmpty ? "" : "; used by \(entry.usedBy.joined(separator: ", "))"
        let name = entry.name + String(repeating: " ", count: width - entry.name.count)
        return "  \(name)  \(words.joined(separator: ", ")); parameter \(entry.parameter) (\(entry.origin))\(used)\n"
      }.joined()
  }

  var json: JSON {
    .object([
      ("version", 1), ("variables", .array(variables.map(\.json))), ("files", .array(files.map(\.json))),
    ])
  }
}

extension EnvironmentContract.Entry {
  fileprivate var json: JSON {
    .object([
      ("name", .string(name)), ("parameter", .string(parameter)), ("type", .string(type.rawValue)),
      ("required", .bool(isRequired)), ("default", fallback.map { .string($0) } ?? .null), ("secret", .bool(isSecret)),
      ("stages", stages.map { .strings($0) } ?? .null), ("usedBy", .strings(usedBy)),
    ])
  }
}
