import ConfigDI

/// What a value may be.
extension LanguageServer {
  func values(at place: Place, _ focus: Focus, _ list: inout CompletionList) {
    switch place.scalar(at: list.cursor.path) {
    case .reference(let use, let slot, _)?: references(use, slot, focus, &list)
    case .factory(let use)?: factories(for: use, focus, &list)
    case .scope(let use)?: scopes(use, focus, &list)
    case .name(let kind)?:
      for name in declared(kind, focus) {
        list.add(name, .module, detail: kind.rawValue, documentation: explanation(of: kind, name, focus), rank: 3)
      }
    case .choosingParameter?:
      for parameter in composedParameters(focus) where [.enum, .bool].contains(parameter.type) && !parameter.isSecret {
        list.add(
          parameter.name.value, .variable,
          detail: "\(parameter.type.rawValue): \(parameter.choices.joined(separator: ", "))", rank: 3)
      }
    case .parameterType?:
      for type in ParameterType.allCases { list.add(type.rawValue, .type, detail: "type of a parameter") }
    case .interpolated?: settingValues(place, focus, &list)
    case .choice(let choices)?:
      for choice in choices { list.add(choice, .enumeration, text: choice) }
    case .file(let use)?: files(use, focus, &list)
    case .caseValue?, .variable?, .text?, nil: break
    }
  }

  private func explanation(of kind: SymbolKind, _ name: String, _ focus: Focus) -> String? {
    switch kind {
    case .stage: focus.explanation(ofStage: name)
    case .collection: focus.explanation(ofCollection: name)
    default: nil
    }
  }

  private func composedParameters(_ focus: Focus) -> [ComposedParameter] {
    var seen: Set<String> = []
    return focus.manifests.flatMap { $0.composed?.stages ?? [] }.flatMap(\.parameters)
      .filter { seen.insert($0.name.value).inserted }
  }

  /// Keys, those of the wanted type first, each with what serves it.
  private func references(
    _ use: FactoryPlace?, _ slot: PathStep?, _ focus: Focus, _ list: inout CompletionList
  ) {
    var wanted: String?
    if let use, let slot, let catalog = focus.catalog,
      let dependency = dependency(slot, of: factory(of: use, focus, in: list.cursor.outline), focus)
    {
      wanted = catalog.type(ofFullName: dependency.key)
    }
    let secrets = SecretSettings(focus.catalog)
    for name in declared(.service, focus) where list.mayMean(name) {
      let key = focus.names.key(name)
      var detail = "service"
      var isDeprecated = false
      for graph in focus.manifests.compactMap(\.graph) {
        guard let node = graph.nodes[key], let first = graph.versionsOfNode[node].first else { continue }
        let service = graph.versions[first].service
        detail = service.served(secrets)
        isDeprecated = service.deprecated != nil
        break
      }
      let fits = wanted.map { wanted in focus.catalog?.type(of: key) == wanted } ?? true
      list.add(
        name, .type, detail: detail, rank: fits ? 2 : 6, isDeprecated: isDeprecated,
        symbol: ManifestName(kind: .service, name: name))
    }
    guard slot != nil, list.cursor.quote == nil, list.cursor.prefix.isEmpty, !list.cursor.hasColon else { return }
    for kind in [ReferenceKey.lazy, .provider, .optional, .all] where client.hasSnippets {
      list.add(
        "{ \(kind.rawValue): … }", .snippet, detail: kind.summary, rank: 8, text: "{ \(kind.rawValue): $1 }",
        isSnippet: true)
    }
  }

  private func dependency(_ slot: PathStep, of factory: CatalogFactory?, _ focus: Focus) -> CatalogDependency? {
    guard let factory else { return nil }
    switch slot {
    case .item(let position):
      return factory.dependencies.indices.contains(position) ? factory.dependencies[position] : nil
    case .key(let label):
      return factory.dependencies.first { $0.label == label }
        ?? factory.dependencies.first { focus.names.key($0.key) == focus.names.key(label) }
    }
  }

  /// Those that give the key's type; without a catalog, those that are named somewhere.
  private func factories(for use: FactoryPlace, _ focus: Focus, _ list: inout CompletionList) {
    guard let catalog = focus.catalog else {
      for name in Set(focus.occurrences.filter { $0.kind == .factory }.map(\.name)).sorted()
      where name != list.cursor.prefix {
        list.add(name, .function, detail: "factory")
      }
      return
    }
    let fitting: [CatalogFactory]
    if use.role == .initializer {
      fitting = catalog.catalog.factories.filter { $0.role == .initializer }
    } else {
      fitting = use.key.map { catalog.factories(giving: focus.names.key($0), role: use.role) } ?? []
    }
    for factory in fitting {
      list.add(
        factory.name, .function,
        detail: factory.file.map { "\(factory.role.rawValue), \($0)" } ?? factory.role.rawValue,
        documentation: factory.explanation, rank: factory.deprecated == nil ? 2 : 6,
        isDeprecated: factory.deprecated != nil)
    }
  }

  private func scopes(_ use: ScopeUse, _ focus: Focus, _ list: inout CompletionList) {
    let own = declared(.scope, focus)
    for name in own { list.add(name, .module, detail: "declared scope", rank: 2) }
    let known: [String]
    switch use {
    case .service: known = ScopeName.builtIn.map(\.text)
    case .parent: known = ["singleton"]
    case .root: known = []
    }
    for name in known { list.add(name, .keyword, detail: Self.scopes[name] ?? "scope", rank: 3) }
  }

  /// Cases, truth values and parameters.
  private func settingValues(_ place: Place, _ focus: Focus, _ list: inout CompletionList) {
    if case .settings(let use, let path) = place,
      let field = field(at: path, of: factory(of: use, focus, in: list.cursor.outline)?.settings)
    {
      switch field.type {
      case .enumeration(let cases):
        for value in cases { list.add(value.caseText, .enumeration, detail: field.shortExplanation, rank: 1) }
      case .bool:
        for value in ["true", "false"] {
          list.add(value, .enumeration, detail: field.shortExplanation, rank: 1, text: value)
        }
      default: break
      }
    }
    guard list.cursor.quote == nil else { return }
    for parameter in parameters(for: place, focus) {
      let text = "${\(parameter.name)}"
      list.add(
        text, .variable, detail: parameter.detail, documentation: parameter.documentation, rank: parameter.rank,
        text: "\"\(text)\"")
    }
  }

  /// Files and folders beside what is written so far.
  private func files(_ use: FileUse, _ focus: Focus, _ list: inout CompletionList) {
    let written = list.cursor.prefix
    let folder = written.lastIndex(of: "/").map { String(written[...$0]) } ?? ""
    let base = RepositoryPaths.join(RepositoryPaths.folder(of: focus.path), folder)
    for entry in disk.entries(of: base) ?? [] where !entry.name.hasPrefix(".") {
      let path = folder + entry.name
      if entry.kind == .folder {
        list.add(path + "/", .folder, rank: 6)
      } else if use == .secret || path.hasSuffix(".yaml") || path.hasSuffix(".yml") {
        guard RepositoryPaths.join(base, entry.name) != focus.path else { continue }
        list.add(path, .file, rank: 3)
      }
    }
    if use != .secret { list.add(folder + "*.yaml", .file, detail: "every file of the folder", rank: 7) }
  }
}

extension ComposedParameter {
  /// What a `select` may choose by.
  var choices: [String] {
    type == .bool ? ["true", "false"] : cases.map(\.value)
  }
}
