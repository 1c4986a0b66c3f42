/// What to write in place of a key without a service.
extension CheckContext {
  func offerCollections(ofType type: String, _ missing: MissingTarget, _ finding: inout Diagnostic) {
    let collections = keys.collections(ofType: type).prefix(3).map(FlowText.scalar)
    for collection in collections.isEmpty ? ["…"] : collections {
      finding.offer(
        "write { all: \(collection) }, since the factory takes a collection",
        rewriting(missing, "{ all: \(collection) }"))
    }
  }

  /// Suggests what a key means that resembles no other: a variant, a factory, Swift's spelling of a key, or a service
  /// that is yet to be defined.
  ///
  /// - Parameter inSwift: The key as Swift spells it, and whether a service has it.
  func offerMeaning(
    of key: ServiceKey, _ missing: MissingTarget, _ inSwift: (reference: SwiftReference, isDefined: Bool)?,
    isCollection: Bool, _ finding: inout Diagnostic
  ) {
    if !isCollection, let variant = variant(meantBy: missing) {
      return finding.offer("did you mean '\(variant)'?", [.init(naming: variant.text, at: missing.location)])
    }
    let isFactory = !isCollection && offerFactory(named: key.text, missing, &finding)
    if let (reference, isDefined) = inSwift {
      let written = reference.written(as: missing.argument?.slot?.kind)
      finding.offer(
        "write \(written)" + (isDefined ? "" : ", and define \(reference.key) under 'services'"),
        isDefined ? rewriting(missing, written) : [])
    } else if !isCollection, !isFactory {
      offerDefinition(of: key, missing, &finding)
    }
  }

  /// Suggests to define a missing key, to make the reference optional, or to refer to a service that fits.
  private func offerDefinition(of key: ServiceKey, _ missing: MissingTarget, _ finding: inout Diagnostic) {
    let isOptional = mayBeAbsent(missing)
    let other =
      isOptional ? "{ optional: \(FlowText.scalar(key.text)) }" : fitting(missing).map { FlowText.scalar($0) }
    let condition = isOptional ? " if it may be absent" : ""
    define(key, missing, &finding, or: other.map { ", or write \($0) here\(condition)" } ?? "")
    if let other { finding.addRemedy("write \(other) here", rewriting(missing, other)) }
  }

  /// Explains that a missing key is the name of a factory, and suggests what to write instead. Returns false if it has
  /// no suggestion.
  private func offerFactory(named name: String, _ missing: MissingTarget, _ finding: inout Diagnostic) -> Bool {
    guard let factory = catalog?.factory(named: name) else { return false }
    if case .alias? = graph.service(of: missing.holder)?.kind {
      finding.offer(
        "'\(name)' is a factory: write factory: \(name)",
        .renaming(ServiceField.alias.rawValue, to: ServiceField.factory.rawValue, before: missing.location))
      return true
    }
    let type = neededType(missing)
    let served = Set(
      graph.versions.lazy.filter { $0.factory?.entry.name == factory.name }.map(\.service.key.value.text)
    ).filter { mayHave(type, $0) }
    guard !served.isEmpty else { return offerService(of: factory, missing, &finding) }
    guard served.count <= 3 else { return false }
    for key in served.sorted() {
      finding.offer("'\(name)' is a factory: write \(key), which it makes", rewriting(missing, FlowText.scalar(key)))
    }
    return true
  }

  /// Suggests a new service for a factory that is named in place of a key. Returns false if the factory does not
  /// provide the type that is needed.
  private func offerService(of factory: CatalogFactory, _ missing: MissingTarget, _ finding: inout Diagnostic) -> Bool {
    guard factory.role == .service, let type = catalog?.provided(by: factory), type == neededType(missing) else {
      return false
    }
    let isTaken = graph.nodes[ServiceKey(type)] != nil
    let key = isTaken ? ServiceKey("\(type)/\(factory.name)") : ServiceKey(type)
    guard graph.nodes[key] == nil,
      let entry = definitions(of: key).first(where: { $0.factory.name == factory.name })?.text
    else { return false }
    finding.offer("'\(factory.name)' is a factory: add '\(key): \(entry)' under 'services', and write \(key) here")
    return true
  }

  /// The type that a missing key must have; `nil` if it is unknown or may be any type.
  func neededType(_ missing: MissingTarget) -> String? {
    if let argument = missing.argument { return argument.slotType }
    guard let catalog, let key = graph.service(of: missing.holder)?.key.value, catalog.knows(key) else { return nil }
    return catalog.type(of: key)
  }

  /// The variant that a bare name probably means: `Cart/v1` for `v1` in a case of `Cart`, or for a parameter that takes
  /// a `Cart`.
  func variant(meantBy missing: MissingTarget) -> ServiceKey? {
    guard let key = missing.key, key.variant == nil else { return nil }
    let own = graph.service(of: missing.holder)?.key.value
    let names = missing.argument?.slotType.map { keys.ofType($0).map(\.name) } ?? own.map { [$0.name] } ?? []
    let meant = Set(names).map { ServiceKey("\($0)/\(key.text)") }.filter { candidate in
      graph.nodes[candidate] != nil && candidate != own && !needs(candidate.text, own?.text)
    }
    return meant.count == 1 ? meant[0] : nil
  }

  /// The service that fits a parameter, if no factory takes or makes the type that its key names: for example,
  /// `Clock` for `SystemClock`.
  private func fitting(_ missing: MissingTarget) -> String? {
    guard let key = missing.key, catalog?.knows(key) == false, let argument = missing.argument, argument.isWritten,
      argument.kind == .instance, argument.slot?.kind == .instance, let type = argument.slotType
    else { return nil }
    let candidates = serving(keys.ofType(type), missing)
    return (candidates.first { $0.variant == nil } ?? candidates.first)?.text
  }

  /// Whether a suggested service may be of the type that is needed.
  func mayHave(_ type: String?, _ key: String) -> Bool {
    guard let type, let node = graph.nodes[ServiceKey(key)] else { return true }
    return graph.types[node] == type || graph.isPassage(node)
  }

  /// Whether a suggested service depends on the service that contains the missing reference. Such a service is not
  /// suggested.
  func needs(_ key: String, _ other: String?) -> Bool {
    guard let node = graph.nodes[ServiceKey(key)], let target = other.flatMap({ graph.nodes[ServiceKey($0)] }) else {
      return false
    }
    return graph.graph.neighbors(of: node).contains { Int($0.target) == target }
  }

  /// Suggests definitions for a missing key, one per factory that provides it, complete definitions first.
  func define(_ key: ServiceKey, _ missing: MissingTarget, _ finding: inout Diagnostic, or other: String) {
    let entries = definitions(of: key)
    let first = entries.first?.text ?? "…"
    let others = entries.dropFirst().map(\.factory.name)
    // A factory that asks for the key is in the catalog, so every factory that provides the key is, too.
    let lacksFactory = missing.argument?.isWritten == false && catalog?.factories(giving: key).isEmpty == true
    let help =
      entries.isEmpty
      ? "\(lacksFactory ? "register a factory that provides \(key), and " : "")define \(key) under 'services'"
      : "add '\(key): \(first)'\(others.isEmpty ? "" : " (or \(others.joined(separator: ", ")))") under 'services'"
    let elsewhere = keys.declared.remedy(
      for: key.text, entry: first.hasPrefix("{ ") ? String(first.dropFirst(2).dropLast(2)) : "factory: \(first)",
      in: missing.stages)
    finding.offer((elsewhere ?? help) + other)
    guard elsewhere == nil else { return }
    finding.wantedEntries = entries.filter(\.isSound).map { entry in
      ("write \(key): \(entry.text)", ManifestKey.services.rawValue, FlowText.scalar(key.text), entry.text)
    }
  }

  /// The edit that replaces a missing key with another reference.
  func rewriting(_ missing: MissingTarget, _ reference: String) -> [Diagnostic.Fix] {
    missing.argument?.isWritten == true ? writing(reference, at: missing.location) : []
  }

  /// Whether the reference could be optional: the factory allows it or is unknown, and some stage has the service.
  private func mayBeAbsent(_ missing: MissingTarget) -> Bool {
    guard let argument = missing.argument, argument.kind != .optional, let key = argument.target,
      graph.nodes[key] != nil
    else { return false }
    return argument.slot.map { $0.kind == .optional } ?? true
  }
}
