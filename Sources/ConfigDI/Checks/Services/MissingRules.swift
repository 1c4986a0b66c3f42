extension CheckContext {
  /// DI201, DI403, DI601: references to a service or collection that some stage does not have.
  func checkMissing(_ reporting: inout Diagnostics) {
    guard !graph.missing.isEmpty else { return }
    let paths = RootPaths(graph)
    let misspelt = misspeltKeys
    report(misspelt, &reporting)
    // The possible meanings of keys and collections with ambiguous names, which are reported at their definition.
    func meanings(_ keys: [ServiceKey]) -> Set<ServiceKey> {
      catalog.map { catalog in Set(keys.lazy.compactMap { catalog.types(ofAmbiguous: $0) }.joined()) } ?? []
    }
    let isAmbiguous = catalog?.ambiguous.isEmpty == false
    let keys = isAmbiguous ? meanings(graph.keys) : []
    let elements = isAmbiguous ? meanings(graph.collections.map(\.entry.element.value)) : []
    // The types of the collections whose 'of' is misspelled, which DI603 reports.
    lazy var misspeltElements = Set(
      graph.collections.indices.compactMap { misspeltElement(of: graph.keys.count + $0)?.type })
    for missing in graph.missingOnce {
      if let key = missing.key, misspelt[key] != nil { continue }
      let isExplained =
        switch missing.reason {
        case .key(let key): keys.contains(key)
        case .collectionOf(let key, _, 0):
          elements.contains(key) || catalog.map { misspeltElements.contains($0.type(of: key)) } ?? false
        case .collectionOf, .collection: false
        }
      if isExplained {
        reporting.suppressedConsequences += 1
        continue
      }
      let finding: Diagnostic? =
        switch missing.reason {
        case .key(let key):
          missing.argument.map { !$0.isWritten } == true
            ? unservedArgument(missing, key: key) : missingService(missing, key: key, paths: paths)
        case .collection(let name): unknownCollection(missing, name: name)
        case .collectionOf(let key, let candidates, let count):
          unservedCollection(missing, key: key, candidates: candidates, of: count)
        }
      if let finding { reporting.report(finding) }
    }
  }
}

extension DependencyGraph {
  /// The missing targets without duplicates, which occur when entries share text through a YAML alias.
  fileprivate var missingOnce: [MissingTarget] {
    var positions: [SourceLocation: [ServiceKey: Int]] = [:]
    var once: [MissingTarget] = []
    for target in missing {
      guard target.argument?.isWritten != false, let key = target.key else {
        once.append(target)
        continue
      }
      if let known = positions[target.location]?[key] {
        once[known].stages = once[known].stages.union(target.stages)
      } else {
        positions[target.location, default: [:]][key] = once.count
        once.append(target)
      }
    }
    return once
  }
}

extension DependencyGraph.MissingTarget {
  /// Whether the reference may lead to no service: it is optional, and so is what the factory takes.
  fileprivate var mayStayEmpty: Bool {
    kind == .optional && argument?.slot?.kind ?? .optional == .optional
  }
}

extension CheckContext {
  fileprivate func missingService(_ missing: MissingTarget, key: ServiceKey, paths: RootPaths) -> Diagnostic? {
    if catalog?.ambiguous[String(key.name)] != nil { return nil }  // DI205 reports the name.
    var severity = Rule.missingService.severity
    if missing.mayStayEmpty {
      // An optional dependency with a service in some stages is used as intended; one without a service in any stage is
      // a misspelling. A stage that was not composed may have the service.
      guard graph.nodes[key] == nil, composed.hasAllStages else { return nil }
      severity = .warning
    }
    let type = neededType(missing)
    let own = graph.service(of: missing.holder)?.key.value.text
    // The service itself is never suggested: nobody means a service to need itself. Nor is one of another type.
    let inSwift = SwiftReference(key.text)
    let meant = inSwift.map { catalog?.names.key($0.key) ?? ServiceKey($0.key) }
    let isDefined = meant.map { $0.text != own && graph.nodes[$0] != nil } ?? false
    // No single service fits a parameter that takes a collection.
    let taken = missing.argument?.slot?.kind == .all ? type : nil
    let suggestions =
      taken != nil
      ? []
      : inSwift.map { isDefined && $0.kind == .instance ? [$0.key] : [] }
        ?? keys.suggestions(
          for: key, where: { $0 != own && !needs($0, own) && mayHave(type, $0) },
          preferred: { type != nil && catalog?.type(of: ServiceKey($0)) == type })
    var finding = Diagnostic(
      .missingService, "missing service: \(need(of: key, missing))", at: missing.location, meaning: suggestions,
      severity: severity, symbol: symbol(missing).leading(to: key.text), stages: graph.names(of: missing.stages),
      absent: Absence(.service, (meant ?? key).text))
    let isCollection = graph.collectionNodes[key.text] != nil
    if isCollection {
      finding.offer(
        "write { all: \(FlowText.scalar(key.text)) }, since '\(key)' is a collection",
        rewriting(missing, "{ all: \(FlowText.scalar(key.text)) }"))
    } else if let taken {
      offerCollections(ofType: taken, missing, &finding)
    }
    if suggestions.isEmpty, taken == nil {
      offerMeaning(of: key, missing, inSwift.map { ($0, isDefined) }, isCollection: isCollection, &finding)
    }
    if let index = missing.version, let path = paths.elidedPath(to: graph.versions[index].node, then: key.text) {
      finding.notes.append("needed through \(path.joined(separator: " -> "))")
    }
    keys.declared.explain(&finding, about: key.text, in: missing.stages)
    return finding
  }

  private func need(of key: ServiceKey, _ missing: MissingTarget) -> String {
    let holder = holderName(missing.holder)
    if holder == "root \(key)" { return "\(holder) is not defined" }
    return missing.mayStayEmpty
      ? "\(holder) optionally takes \(key), which no stage defines" : "\(holder) needs \(key), which is not defined"
  }

  fileprivate func unservedArgument(_ missing: MissingTarget, key: ServiceKey) -> Diagnostic {
    let variants = keys.named(key.name).lazy.filter { $0 != key }
    let sameType = (catalog.map { keys.ofType($0.type(of: key)) } ?? []).lazy.filter { $0.name != key.name }
    let candidates = serving(Array(variants.prefix(16)) + sameType.prefix(16), missing).prefix(3).map(\.text)
    let entry = graph.entry(of: missing.holder)
    var finding = Diagnostic(
      .missingArgument,
      "factory '\(factoryName(missing))' asks for \(key)\(missing.argument?.slot?.label.map { " as '\($0)'" } ?? ""), which is not defined",
      at: entry,
      related: missing.location == entry ? [] : [.init("\(key) is requested by this factory", at: missing.location)],
      symbol: symbol(missing).leading(to: key.text), stages: graph.names(of: missing.stages),
      absent: Absence(.service, key.text))
    if missing.argument?.slot?.key == "ConfigDIRuntime.Container" {
      finding.offer(
        "change '\(factoryName(missing))' to take each service that it needs: a factory cannot take the container")
    } else {
      // A factory may ask for its dependency to be lazy.
      func reference(to key: String) -> String {
        let name = FlowText.scalar(key)
        return missing.argument?.kind.reference(to: name) ?? name
      }
      let others = candidates.count > 1 ? " (or \(candidates.dropFirst().joined(separator: ", ")))" : ""
      let isLiteral = String.literalTypes.contains(key.text)
      if !isLiteral || !candidates.isEmpty || !definitions(of: key).isEmpty {
        define(
          key, missing, &finding,
          or: candidates.first.map {
            ", or choose another key: \(dependencies(reference(to: $0), for: missing))\(others)"
          } ?? "")
      }
      if !candidates.isEmpty { finding.help += labels(for: missing) }
      for candidate in candidates {
        finding.addRemedy(
          "choose \(candidate)",
          missing.argument.map { adding(reference(to: candidate), for: $0, of: missing.holder) } ?? [])
      }
      if isLiteral {
        finding.offer(
          "register '\(factoryName(missing))' with a closure that passes the \(key), or make it a setting: \(key) is a value, not a service"
        )
      }
    }
    keys.declared.explain(&finding, about: key.text, in: missing.stages)
    return finding
  }

  fileprivate func unservedCollection(
    _ missing: MissingTarget, key: ServiceKey, candidates: [String], of count: Int
  ) -> Diagnostic {
    // The reference applies to all stages of its holder, and must not be wrong in any of them.
    let stages = graph.stages(of: missing.holder)
    let nodes = graph.collections(named: nil, of: missing.argument?.slotType)
    let choices = candidates.filter { name in
      let named = nodes.filter { graph.name(of: $0) == name }
      return stages.isSubset(of: named.map(graph.presence(of:)).united)
    }
    let sound = choices.filter { name in graph.collectionNodes[name]?.allSatisfy { mayName($0, missing) } == true }
    func choice(_ name: String) -> String { dependencies("{ all: \(FlowText.scalar(name)) }", for: missing) }
    let help: String =
      (sound.first ?? choices.first).map { "choose one: \(choice($0))" }
      ?? candidates.first.map { "choose one in the stage's entry: \(choice($0))" }
      ?? "declare a collection: collections: { name: { of: \(FlowText.scalar(key.text)) } }"
    let existing = candidates.isEmpty ? "is none" : "are \(count): \(listed(candidates, of: count))"
    return Diagnostic(
      .missingArgument,
      "factory '\(factoryName(missing))' takes a collection of \(key), but there \(existing)",
      at: graph.entry(of: missing.holder), help: [help] + (candidates.isEmpty ? [] : labels(for: missing)),
      remedies: missing.argument.map { argument in
        sound.prefix(3).map { choice in
          let reference = "{ all: \(FlowText.scalar(choice)) }"
          return Remedy(
            title: choice == sound.first ? help : "choose \(choice)",
            fixes: adding(reference, for: argument, of: missing.holder))
        }
      } ?? [], symbol: symbol(missing), stages: graph.names(of: missing.stages))
  }

  fileprivate func unknownCollection(_ missing: MissingTarget, name: String) -> Diagnostic {
    let suggestions = keys.suggestions(forCollection: name)
    let isCollected = missing.argument == nil
    let holders = graph.collectionNodes[name].flatMap { graph.names(of: $0.map(graph.presence(of:)).united) }
    var finding = Diagnostic(
      .unknownCollection, "unknown collection '\(name)'", at: missing.location,
      notes: holders.map { [.definedOnly(in: $0, "'\(name)'")] } ?? [], meaning: suggestions,
      symbol: "\(symbol(missing)).\(name)", stages: graph.names(of: missing.stages),
      absent: Absence(.collection, name),
      // A misspelled reference to a collection would not have filled it.
      hides: isCollected ? suggestions.prefix(1).map { Absence(.member, $0) } : [])
    if suggestions.isEmpty {
      // The service that lists the collection may have the type of its elements.
      let collected = isCollected ? graph.service(of: missing.holder)?.key.value.nameText : nil
      let element = collected ?? missing.argument?.slot?.key
      let value = "{ of: \(element.map(FlowText.scalar) ?? "…") }"
      let entry = FlowText.scalar(name)
      let members = isCollected ? "" : ", and add 'collect: \(entry)' to its members"
      // In a stage without the member, the collection would be empty.
      let isEverywhere = missing.stages == graph.allStages
      let place = isEverywhere || !isCollected ? "" : " in the stages that have this member"
      let help =
        holders == nil
        ? "declare the collection\(place)\(members): collections: { \(entry): \(value) }"
        : "declare it in the other stages too, or move the declaration to the top-level 'collections'"
      finding.offer(help)
      // Without members, the collection would be empty.
      if holders == nil, isCollected, isEverywhere {
        finding.wantedEntries = [(help, ManifestKey.collections.rawValue, entry, value)]
      }
    }
    return finding
  }

  /// The `dependencies` with a reference for a dependency that only the catalog mentions: a list if a mapping cannot
  /// refer to the dependency, since the factory asks for its key more than once.
  private func dependencies(_ reference: String, for missing: MissingTarget) -> String {
    if let name = missing.argument?.uniqueName { return "dependencies: { \(FlowText.scalar(name)): \(reference) }" }
    let slots = missing.argument?.factory?.entry.dependencies ?? []
    let references = slots.map { $0.key == missing.argument?.slot?.key ? reference : "…" }
    return "dependencies: [\(references.joined(separator: ", "))]"
  }

  /// Suggests labels if a mapping cannot refer to the dependency.
  private func labels(for missing: MissingTarget) -> [String] {
    guard let argument = missing.argument, argument.uniqueName == nil, let factory = argument.factory else { return [] }
    return String.labels("…", factory.entry)
  }

  /// The name of the factory that asks for what only the catalog mentions.
  private func factoryName(_ missing: MissingTarget) -> String { missing.argument?.factory?.entry.name ?? "" }
}

extension String {
  /// The types that are usually values rather than services.
  fileprivate static let literalTypes: Set<String> = [
    "Int", "String", "Bool", "Double", "Float", "URL", "Date", "Duration", "TimeInterval", "Data", "UUID",
  ]
}
