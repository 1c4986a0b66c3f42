import ConfigDI

/// The variables and files that a manifest needs from its environment in any stage: the output of `env`.
struct EnvironmentContract {
  let variables: [Entry]
  let files: [Entry]
  /// The parameters to look up in the program's ``ParameterSource``, if the program has one.
  let asked: [Entry]

  private enum Kind: String { case variable, file, asked }

  struct Entry {
    /// The variable's name, the file's path relative to the working directory, or the key in a parameter source.
    let name: String
    fileprivate let declaration: ComposedParameter
    let isRequired: Bool
    /// The stages that need the variable or file; `nil` if all stages need it.
    var stages: [String]?
    /// What uses the parameter in any of `stages`: services, phases, other parameters, or the program itself.
    var usedBy: [String]

    var parameter: String { declaration.name.value }
    var type: ParameterType { declaration.type }
    var isSecret: Bool { declaration.isSecret }
    var origin: SourceLocation { declaration.sourceLocation }
    /// The default to show; `nil` if there is no default or it is secret.
    var fallback: String? { isSecret ? nil : declaration.default?.words }
    /// The default in the form that a variable would contain; `nil` if there is no default, it is secret, or a variable
    /// cannot hold it.
    var preset: String? { isSecret ? nil : declaration.default.flatMap(EnvironmentContract.asVariable) }
  }

  init(_ composed: ComposedManifest) {
    var entries: [(kind: Kind, entry: Entry, stages: StageSet)] = []
    let read = composed.stages.map { $0.parameters.read(by: $0.parametersRead) }
    let readSomewhere = read.reduce(into: Set<String>()) { $0.formUnion($1) }
    for (position, same) in composed.stages.alike {
      let stage = composed.stages[position]
      let usersOfParameter = Self.users(in: stage)
      for parameter in stage.parameters {
        let isRead = read[position].contains(parameter.name.value)
        // If another stage reads the parameter, a stage that does not read it needs no value for it.
        guard isRead || !readSomewhere.contains(parameter.name.value) else { continue }
        let name = parameter.name.value
        let isRequired = isRead && parameter.default == nil
        var names: [(Kind, String)] = [(.asked, name)]
        switch parameter.source {
        case .env(let variable)?: names.append((.variable, variable.value))
        case .file(let path)?: names.append((.file, Self.place(of: path)))
        case .value?: continue
        case nil: break
        }
        for (kind, place) in names {
          let entry = Entry(
            name: place, declaration: parameter, isRequired: isRequired, usedBy: usersOfParameter[name] ?? [])
          entries.append((kind, entry, same))
        }
      }
    }
    let all = StageSet(all: composed.stages.count)
    let finished = entries.grouped { kind, entry, _ -> [String?] in
      [kind.rawValue, entry.name, entry.parameter, "\(entry.isRequired)", entry.fallback]
    }.map { _, found in
      var entry = found[0].entry
      entry.usedBy = found.flatMap(\.entry.usedBy).distinct()
      let stages = found.reduce(StageSet()) { $0.union($1.stages) }
      if stages != all { entry.stages = stages.members.compactMap { composed.stages[$0].name } }
      return (kind: found[0].kind, entry: entry)
    }.sorted { ($0.entry.name, $0.entry.parameter) < ($1.entry.name, $1.entry.parameter) }
    func of(_ kind: Kind) -> [Entry] { finished.filter { $0.kind == kind }.map(\.entry) }
    (variables, files, asked) = (of(.variable), of(.file), of(.asked))
  }

  /// The path, relative to the working directory, of the file that a parameter is read from. The path in the manifest
  /// is relative to the manifest's folder.
  private static func place(of path: Located<String>) -> String {
    guard !path.location.file.isArgument else { return path.value }
    let joined = FilePath.join(FilePath.folder(of: path.location.file.path), path.value)
    return (joined.hasPrefix("/") ? "/" : "") + joined.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }

  /// The default in the form that a variable would contain; `nil` if a variable cannot hold it. A variable's value may
  /// not use parameters, has its whole numbers in decimal, and is split at commas into a list.
  private static func asVariable(_ preset: Literal) -> String? {
    switch preset.content {
    case .written(.float(let number), _) where !number.isFinite: return nil
    case .written(let scalar, let text): return scalar.text(writtenAs: text)
    case .list(let elements):
      var texts: [String] = []
      for element in elements {
        guard let text = asVariable(element), !text.contains(",") else { return nil }
        texts.append(text)
      }
      return texts == [""] ? nil : texts.joined(separator: ",")
    default: return nil
    }
  }

  /// The users of each parameter, without duplicates: services, phases, other parameters, and the program itself.
  private static func users(in stage: ComposedStage) -> [String: [String]] {
    var users: [String: [String]] = [:]
    func note(_ user: String, _ names: [String]) {
      for name in names where users[name]?.last != user { users[name, default: []].append(user) }
    }
    for service in stage.services {
      note(service.key.value.text, service.parameterUses.map(\.value))
      if case .select(let name, _) = service.kind { note(service.key.value.text, [name.value]) }
    }
    for phase in stage.lifecycle { note("lifecycle \(phase.name.value)", phase.parameterUses.map(\.value)) }
    for parameter in stage.parameters {
      note("parameter \(parameter.name.value)", parameter.parameterUses.map(\.value))
      if parameter.isExposed { note("the program", [parameter.name.value]) }
    }
    return users
  }

  var text: String {
    let nothing = variables.isEmpty && files.isEmpty ? "the manifest reads no variables or files\n" : ""
    return nothing + text("variables", variables) + text("files", files)
      + text("keys that a parameter source is asked for first", asked) { "variable \($0.sourceVariable)" }
  }

  private func text(
    _ title: String, _ entries: [Entry], _ subject: (Entry) -> String = { "parameter \($0.parameter)" }
  ) -> String {
    guard !entries.isEmpty else { return "" }
    let width = entries.map(\.name.count).max() ?? 0
    return "\(title)\n"
      + entries.map { entry in
        let used = entry.usedBy.isEmpty ? "" : "; used by \(entry.usedBy.joined(separator: ", "))"
        let name = entry.name + String(repeating: " ", count: width - entry.name.count)
        return visible("  \(name)  \(entry.facts.joined(separator: ", ")); \(subject(entry)) (\(entry.origin))\(used)")
          + "\n"
      }.joined()
  }

  var json: JSON {
    [
      "version": 1, "variables": .array(variables.map { $0.json("parameter", $0.parameter) }),
      "files": .array(files.map { $0.json("parameter", $0.parameter) }),
      "asked": .array(asked.map { $0.json("variable", $0.sourceVariable) }),
    ]
  }
}

extension EnvironmentContract.Entry {
  /// The type, whether the program needs the value, whether it is secret, and in which stages.
  var facts: [String] {
    let preset = fallback.map { "default \($0.shown)" } ?? (declaration.default == nil ? "not used" : "has a default")
    let need = isRequired ? "required" : preset
    return [type.rawValue, need] + (isSecret ? ["secret"] : [])
      + (stages.map { ["in \($0.joined(separator: ", "))"] } ?? [])
  }

  fileprivate func json(_ subject: String, _ text: String) -> JSON {
    [
      "name": .string(name), subject: .string(text), "type": .string(type.rawValue),
      "required": .bool(isRequired), "default": fallback.map { .string($0) } ?? .null, "secret": .bool(isSecret),
      "stages": stages.map { .strings($0) } ?? .null, "usedBy": .strings(usedBy),
    ]
  }

  /// The variable that swift-configuration's `EnvironmentVariablesProvider` reads for the parameter: `DB_POOL_SIZE` for
  /// `db.poolSize`. An uppercase letter after a lowercase letter begins a word.
  var sourceVariable: String { .variable(for: parameter.split(separator: ".").joined(separator: ".")) }
}
