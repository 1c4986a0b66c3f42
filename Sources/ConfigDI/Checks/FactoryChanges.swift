extension String {
  /// The name of a Swift type after an indefinite article.
  var withArticle: String { (hasPrefix("A") ? "an " : "a ") + self }
}

/// Remedies that change the form in which a factory takes a dependency.
extension CheckContext {
  /// The complete remedy: the change in Swift and the reference to write in the manifest, each only if needed.
  ///
  /// `change 'sqlOrders' to take Lazy<any Database>, export the catalog, then write db: { lazy: Database }`
  func taking(_ wanted: DependencyForm, _ edge: Edge) -> String {
    // A call that waits makes no main-actor service.
    let waits = !async.missing(edge.to).isEmpty && mainActorTargets(of: edge).isEmpty
    let form = waits ? wanted.awaiting : wanted
    return taking(form, edge, after: swiftChange(edge, to: form))
  }

  /// The remedy after a change in Swift, if one is needed.
  func taking(_ form: DependencyForm, _ edge: Edge, after change: String?) -> String {
    let reference = form.kind.reference(to: FlowText.scalar(graph.name(of: edge.to)))
    let entry = edge.argument?.entry(reference) ?? reference
    guard let change else { return entry }
    return edge.kind.rawValue == form.kind.rawValue
      ? "\(change), and export the catalog" : "\(change), export the catalog, then write \(entry)"
  }

  /// The change in Swift, such as `change 'sqlOrders' to take Lazy<any Database>`; `nil` if the factory is unknown or
  /// already takes this form.
  func swiftChange(_ edge: Edge, to form: DependencyForm) -> String? {
    guard let argument = edge.argument, let factory = argument.factory, let slot = argument.slot, slot.form != form,
      slot.kind != .all, let wrapper = form.wrapper, let catalog, let type = argument.slotType
    else { return nil }
    // A maker may only be replaced by another kind of maker, which passes the same argument.
    let handed = form.isMaker ? (slot.argument.map { ArgumentType.spelled($0) } ?? "…") + ", " : ""
    return "change '\(factory.entry.name)' to take \(wrapper)<\(handed)\(catalog.spelled(type))>"
  }

  /// The form of a `lazy` or `provider` reference that can reach an edge's target, on the target's actor and in its
  /// scope.
  func deferredForm(_ kind: ReferenceKind, _ edge: Edge) -> DependencyForm {
    if edge.argument?.form.isMaker == true { return mainActorTargets(of: edge).isEmpty ? .maker : .mainMaker }
    if !mainActorTargets(of: edge).isEmpty { return kind == .lazy ? .mainLazy : .mainProvider }
    guard kind == .provider, edge.to < graph.keys.count, graph.keys.indices.contains(edge.from) else {
      return DependencyForm(kind)
    }
    let own = Set(graph.versionsOfNode[edge.from].compactMap { graph.versions[$0].service.scope?.value })
    let livesInAnotherScope = graph.versionsOfNode[edge.to].contains { version in
      guard let scope = graph.versions[version].service.scope?.value, case .declared = scope else { return false }
      return !own.contains(scope)
    }
    return livesInAnotherScope ? .scopedProvider : DependencyForm(kind)
  }
}
