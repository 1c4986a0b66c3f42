extension CheckContext {
  /// DI307: services that must be awaited, used where the caller cannot wait.
  func checkAsync(_ reporting: inout Diagnostics) {
    guard !async.isEmpty else { return }
    for (index, version) in graph.versions.enumerated() {
      guard case .factory = version.service.kind else { continue }
      let service = version.service
      let awaited = async.awaited(index)
      if let scope = service.scope, scope.value == .weak, !awaited.isEmpty {
        // The instance may be gone before the next call.
        reporting.report(
          .asyncInSync, "\(service.key.value) is 'weak', but it is made asynchronously", at: service.key.location,
          related: [.init("the scope is \(scope.value)", at: scope.location)],
          help: ["write scope: singleton, or scope: transient for a new instance on each call"],
          remedies: ["singleton", "transient"].map { name in
            .init(title: "write scope: \(name)", fixes: writing(.scope, name, in: service))
          }, symbol: "services.\(service.key.value).scope", stages: graph.names(of: awaited))
      }
      let isOnMain = version.factory?.entry.isolation == .main
      if isOnMain {
        for (use, decorator) in zip(service.decorators, version.decorators) where decorator?.entry.isAsync == true {
          reporting.report(
            .asyncInSync, .mainCannotWait(service.key.value.text, for: "decorator '\(use.factory.value)'"),
            at: use.factory.location,
            help: ["register '\(use.factory.value)' with registerDecorator, not registerAsyncDecorator"],
            symbol: symbol(.version(index), nil), stages: graph.names(of: version.stages))
        }
      }
      let message = isOnMain ? String.mainCannotWait : nil
      for edge in graph.edges[version.edges] where edge.kind != .member {
        check(edge, whoCannotWait: message, &reporting)
      }
    }
    for edge in graph.entryPoints.lazy.filter({ !$0.isRoot }).flatMap(\.edges) {
      check(edge, whoCannotWait: { "\($0) cannot wait for \($1), which is made asynchronously" }, &reporting)
    }
  }

  /// Reports an edge to a service that must be awaited.
  ///
  /// - Parameter message: The message if the holder cannot wait while it is made; `nil` if the holder can wait.
  fileprivate func check(
    _ edge: Edge, whoCannotWait message: ((String, String) -> String)?, _ reporting: inout Diagnostics
  ) {
    let name = holderName(edge.holder)
    let target = graph.name(of: edge.to)
    let stages: StageSet
    let text: String
    var help: [String]
    if edge.isDeferred {
      guard let form = edge.argument?.slot?.form, !form.isAsync, form.kind.rawValue == edge.kind.rawValue,
        let wrapper = form.wrapper, case let missing = async.missing(edge.to), !missing.isEmpty
      else { return }
      // A service for which the main actor would have to wait is a mistake itself, and no form of a call mends it.
      let mistaken = mainActorTargets(of: edge).filter { !async.missing($0.node).isEmpty }.map(\.stages).united
      stages = missing.subtracting(mistaken)
      text = "\(name) takes \(wrapper.withArticle) of \(target), which is made asynchronously"
      help = [taking(form, edge)]
      if stages.isSubset(of: async.madeAnew(edge.to)) == false, edge.to < graph.keys.count, !graph.isPassage(edge.to) {
        help.append("or write 'eager: true' in \(target), so that it is made when its scope opens")
      }
    } else {
      guard let message else { return }
      stages = async.madeAnew(edge.to)
      text = message(name, target)
      help = [taking(.asyncProvider, edge)]
    }
    let late = stages.intersection(edge.stages)
    guard !late.isEmpty, case let found = late.subtracting(stagesWithWrongArgument(edge)), !found.isEmpty
    else { return }
    let versions = edge.to < graph.keys.count ? graph.versionsOfNode[edge.to] : []
    let awaited = versions.filter { !async.awaited($0).isEmpty }.map { graph.versions[$0] }
    let made = definition(awaited) { "\($0) is made here by '\($1)'" }
    let eager = help.count > 1 && versions.count == 1 ? versions.map { graph.versions[$0].service } : []
    reporting.report(
      .asyncInSync, text, at: edge.location, related: made, help: help,
      remedies: eager.map { .init(title: help[1], fixes: writing(.eager, "true", in: $0)) }, symbol: symbol(edge),
      stages: graph.names(of: found))
  }
}

extension AskedFor {
  /// DI307: a synchronous call in a program's Swift sources for a service that must be awaited.
  func unawaited(_ call: CallSite) -> [Diagnostic] {
    manifests.compactMap { manifest in
      let stages = manifest.stagesToAwait(call.subject)
      guard !stages.isEmpty else { return nil }
      let message: String
      let help: String
      if case .scope(let scope) = call.subject {
        let names = Set(manifest.async.madeAtOpening(scope).map { manifest.graph.name(of: $0.node) }).sorted()
        message = "openScope cannot wait for the services that scope '\(scope)' makes when it opens: \(listed(names))"
        help = "write try await startScope(\"\(scope)\"), or use withScope"
      } else {
        message = "'\(call.name)' is made asynchronously, so a synchronous call cannot make it"
        help =
          "write try await "
          + (call.call == .make ? "makeAsync, or take an AsyncMaker" : "resolveAsync, or take an AsyncProvider")
      }
      var finding = Diagnostic(
        .asyncInSync, message, at: call.location, help: [help], symbol: call.symbol,
        stages: manifest.graph.names(of: stages))
      if manifests.count > 1 { finding.manifests = [manifest.path] }
      return finding
    }
  }
}

extension ServedNames {
  /// Whether a synchronous call fails because it would have to wait.
  func cannotMake(_ call: CallSite) -> Bool {
    let stages = stagesToAwait(call.subject)
    // Code inside `#if` may be compiled only for the other stages.
    return call.isConditional ? stages == graph.allStages : !stages.isEmpty
  }

  /// The stages in which a synchronous call for this name would have to wait.
  func stagesToAwait(_ subject: CallSite.Subject) -> StageSet {
    switch subject {
    case .type, .custom:
      let nodes = nodes(of: subject)
      // A name that several types share may mean one of the others.
      guard let first = nodes.first, nodes.count == 1 else { return StageSet() }
      return async.missing(first)
    case .scope(let name): return async.madeAtOpening(name).map(\.stages).united
    case .stage, .parameter, .exposedParameter, .phase: return StageSet()
    }
  }
}

extension DependencyForm {
  /// The asynchronous counterpart of this form, or the form itself if it has none.
  var awaiting: DependencyForm {
    switch self {
    case .lazy, .mainLazy: .asyncLazy
    case .provider, .mainProvider: .asyncProvider
    case .scopedProvider: .asyncScopedProvider
    case .maker, .mainMaker: .asyncMaker
    default: self
    }
  }
}

extension String {
  fileprivate static func mainCannotWait(_ holder: String, for target: String) -> String {
    "\(holder) is made on the main actor, which cannot wait for \(target)"
  }
}
