extension DecodingContext {
  /// The entries of a section; empty if the section is null.
  mutating func entries(_ node: Node, expected: String, _ remedy: Remedy? = nil) -> Node.Pairs? {
    guard !node.isNull else { return nil }
    guard node.kind == .mapping else { return refused(node, expected: expected, remedy ?? mappingAdvice(node)) }
    return node.pairs
  }

  /// Reads the entries of a section by name. The rest of the section is not read if an entry shows that it belongs to
  /// another section.
  ///
  /// - Parameter read: Reads an entry; `nil` if the entry is not added, which has been reported.
  mutating func entries<Entry>(
    _ node: Node, of section: ManifestKey, _ remedy: Remedy? = nil,
    _ read: (inout Self, _ name: Located<String>, _ key: Node, _ value: Node) -> Entry?
  ) -> [Entry] {
    guard let pairs = entries(node, expected: "a mapping of \(section.rawValue)", remedy) else { return [] }
    let expected = "a \(section.form.declares?.rawValue ?? "") name"
    var entries: [Entry] = []
    for (key, value) in pairs {
      guard !isJoined(key, value), !isOtherSection(key, value, in: section),
        let name = name(key: key, expected: expected)
      else { continue }
      let position = findings.findings.count
      let entry = read(&self, name, key, value)
      if lacksHeader(key, value, of: node, in: section, since: position) { break }
      if let entry { entries.append(entry) }
    }
    return entries
  }

  /// Whether an entry of a section is really another section that is indented too much, which is reported.
  mutating func isOtherSection(_ key: Node, _ value: Node, in section: ManifestKey) -> Bool {
    guard value.isSection(key, in: section) else { return false }
    let name = key.text
    findings.report(
      .wrongShape, "'\(name)' is inside '\(section.rawValue)', not beside it", at: key.location,
      help: ["indent '\(name)' like '\(section.rawValue)'"], hides: Absence.anyUse)
    unread.insert(name)
    return true
  }

  /// The elements of a section; `nil` if the section is null or no list.
  ///
  /// - Parameter strays: Further elements of a list that lacks its brackets.
  mutating func elements(_ node: Node, _ strays: [Node], expected: String) -> Node.Elements? {
    guard !node.isNull || !strays.isEmpty, isSequence(node, strays, expected: expected) else { return nil }
    return node.elements
  }

  /// Reads a list of files; in `overlays`, an element may also be an inline overlay. An unreadable element may name a
  /// file that contains anything.
  mutating func fileReferences(_ node: Node, _ strays: [Node], in section: ManifestKey) -> [FileReference] {
    guard let elements = elements(node, strays, expected: "a list of paths") else { return [] }
    var references: [FileReference] = []
    for element in elements {
      if section == .overlays, element.kind == .mapping, element.pairs.contains(where: { isInlineSection($0.key) }) {
        references.append(inlineOverlay(element))
      } else if let reference = fileReference(element) {
        references.append(reference)
      } else {
        unread.insert(section.rawValue)
      }
    }
    return references
  }

  /// Whether a key is the name of an inline overlay's section, perhaps misspelled.
  private func isInlineSection(_ key: Node) -> Bool {
    InlineOverlayKey.table.key(key) != nil
      || InlineOverlayKey.isSimilarToOne(key.text) && !FileReferenceKey.isSimilarToOne(key.text)
  }

  private mutating func inlineOverlay(_ node: Node) -> FileReference {
    var layer = Layer()
    noteDuplicates(in: node)
    var fields = Fields<InlineOverlayKey>(node)
    while let field = fields.next(&self) {
      noteShape(of: field.value, in: field.key)
      section(field.key, field.value, field.strays, inOverlay: true, into: &layer)
    }
    return FileReference(path: Located("", at: node.location), inline: layer)
  }

  /// Reads one of the sections that manifests, stages and overlays share.
  mutating func section<Key: MappingKey>(
    _ key: Key, _ value: Node, _ strays: [Node], inOverlay: Bool, into layer: inout Layer
  ) {
    let key = InlineOverlayKey(rawValue: key.rawValue)
    hiddenUses = [.services, .roots, .lifecycle].contains(key) ? Absence.anyUse : []
    let outer = self.layer
    self.layer = inOverlay ? .overlay : .manifest
    defer { (hiddenUses, self.layer) = ([], outer) }
    switch key {
    case .parameters: layer.parameters = parameters(value, inOverlay: inOverlay)
    case .services: layer.services = services(value, inOverlay: inOverlay)
    case .collections: layer.collections = collections(value)
    case .roots: layer.roots = roots(value, strays)
    case .lifecycle: layer.lifecycle = lifecycle(value, inOverlay: inOverlay)
    case nil: break
    }
  }

  private mutating func fileReference(_ node: Node) -> FileReference? {
    let expected = "a path or a mapping with 'path'"
    guard node.kind == .mapping else {
      if isJoinedFields(node, of: FileReferenceKey.self, mayHaveSpaces: true) { return nil }
      return name(node, expected: expected).map { FileReference(path: $0) }
    }
    var path: Located<String>?
    var isOptional = false
    var fields = Fields<FileReferenceKey>(node)
    while let field = fields.next(&self) {
      switch field.key {
      case .path: path = name(field.value, expected: "a path")
      case .optional: isOptional = flag(field.value, unreadable: true)?.value ?? false
      }
    }
    fields.require(.path, expected: expected, &self)
    return path.map { FileReference(path: $0, optional: isOptional) }
  }

  mutating func stages(_ node: Node) -> [StageEntry] {
    var known: [String: SourceLocation] = [:]
    return entries(node, of: .stages, mappingAdvice(node, of: "{}")) { context, name, key, value in
      guard !context.reportDuplicate(of: name.value, key, value, &known) else { return nil }
      var stage = StageEntry(name: name)
      let unreadBefore = context.unread
      context.unread = []
      if !context.isJoinedFields(value, of: StageKey.self),
        let node = context.sectionMapping(
          value, expected: "a mapping with the stage's changes",
          Remedy(title: "list overlay files under 'overlays': { overlays: [path] }"))
      {
        context.stage(node, into: &stage)
      }
      stage.layer.unread = context.unread
      context.unread = unreadBefore
      return stage
    }
  }

  /// Reports a key whose text is already a key in the same mapping, though as another scalar, such as `1` and `"1"`.
  mutating func reportDuplicate(
    of name: String, _ key: Node, _ value: Node, _ known: inout [String: SourceLocation]
  ) -> Bool {
    guard let first = known[name] else {
      known[name] = key.location
      return false
    }
    var finding = Diagnostic.duplicateKey(
      name, at: key.location, first: first, firstIsEmpty: false, removing: (key.location, value.location))
    finding.hides.append(Absence(.useOfService))
    findings.report(finding)
    return true
  }

  private mutating func stage(_ node: Node, into stage: inout StageEntry) {
    noteDuplicates(in: node)
    var fields = Fields<StageKey>(node)
    while let field = fields.next(&self) {
      let value = field.value
      noteShape(of: value, in: field.key)
      switch field.key {
      case .extends: stage.extends = name(value, expected: "a stage name")
      case .overlays: stage.overlays = fileReferences(value, field.strays, in: .overlays)
      case .parameters, .services, .collections, .roots, .lifecycle:
        section(field.key, value, field.strays, inOverlay: true, into: &stage.layer)
      }
    }
  }

  mutating func scopes(_ node: Node) -> [ScopeEntry] {
    entries(node, of: .scopes, mappingAdvice(node, of: "{}")) { context, name, _, value in
      if ScopeName(name.value).isBuiltIn {
        context.findings.report(
          .wrongShape, "expected a new scope name, found '\(name.value)', which is built in", at: name.location,
          help: ["choose another name"])
        return nil
      }
      var scope = ScopeEntry(name: name, location: value.location)
      if context.isJoinedFields(value, of: ScopeKey.self) {
        scope.parent = .unreadable(at: value)
      } else if value.kind == .scalar, !value.isNull {
        let isName = if case .string(let name)? = value.scalar { !name.isEmpty } else { false }
        let parent = isName ? value.source : ScopeName.singleton.text
        let whole = FlowText.mapping([(key: ScopeKey.parent.rawValue, value: parent)])
        context.wrongShape(
          value, expected: "a mapping with 'parent'",
          Remedy(title: "write \(name.value): \(whole)", fix: .init(replacing: value.location, with: whole)))
        scope.parent = .unreadable(at: value)
      } else if let node = context.sectionMapping(value, expected: "a mapping with 'parent'") {
        var fields = Fields<ScopeKey>(node)
        while let field = fields.next(&context) {
          scope.parent = context.scopeName(field.value) ?? .unreadable(at: field.value)
        }
        if scope.parent == nil, !fields.lacks(.parent, &context) { scope.parent = .unreadable(at: node) }
      }
      return scope
    }
  }

  mutating func collections(_ node: Node) -> [CollectionEntry] {
    entries(node, of: .collections, mappingAdvice(node, of: "{ of: … }")) { context, name, _, value in
      let expected = "a mapping with 'of'"
      var element: Located<ServiceKey>?
      if context.isJoinedFields(value, of: CollectionKey.self) {
        element = nil
      } else if case .string(let type)? = value.scalar, !type.isEmpty {
        // Only the type is given, which is clear enough to continue.
        element = context.serviceKey(value)
        let whole = FlowText.mapping([(key: CollectionKey.of.rawValue, value: FlowText.scalar(type))])
        if element != nil {
          context.wrongShape(
            value, expected: expected,
            Remedy(title: "write \(whole)", fix: .init(replacing: value.location, with: whole, safe: true)))
        }
      } else if case .string(let key)? = value.elements.first(where: { _ in true })?.scalar {
        // The members are listed. As none of them names the collection, it would seem empty if its type were known.
        let type = key.prefix { $0 != "/" }
        context.wrongShape(
          value, expected: expected,
          Remedy(title: "write { of: \(type) }, and add 'collect: \(name.value)' to each of these services"))
      } else if context.isMapping(value, expected: expected) {
        var fields = Fields<CollectionKey>(value)
        while let field = fields.next(&context) { element = context.serviceKey(field.value) }
        fields.require(.of, expected: expected, &context)
      }
      // A collection without an element type is still added, so that its users are not reported.
      return CollectionEntry(
        name: name, element: element ?? Located(ServiceKey(""), at: value.location), location: value.location)
    }
  }

  mutating func roots(_ node: Node, _ strays: [Node]) -> [RootEntry]? {
    elements(node, strays, expected: "a list of keys")?.compactMap { root($0) }
  }

  private mutating func root(_ node: Node) -> RootEntry? {
    let expected = "a key or a mapping with 'key'"
    guard node.kind == .mapping else {
      if isJoinedFields(node, of: RootKey.self) { return nil }
      return serviceKey(node, expected: expected).map { RootEntry(key: $0) }
    }
    if let (name, scope) = node.scopeOfKey {
      let whole = "{ key: \(name.source), scope: \(scope.source) }"
      wrongShape(
        node, expected: expected,
        Remedy(title: "write \(whole)", fixes: .replacing(value: node.location, with: whole)))
      return serviceKey(name).map { RootEntry(key: $0, scope: scopeName(scope)) }
    }
    var key: Located<ServiceKey>?
    var scope: Located<ScopeName>?
    var fields = Fields<RootKey>(node)
    while let field = fields.next(&self) {
      switch field.key {
      case .key: key = serviceKey(field.value)
      case .scope: scope = scopeName(field.value) ?? .unreadable(at: field.value)
      }
    }
    if scope == nil, !fields.lacks(.scope, &self) { scope = .unreadable(at: node) }
    fields.require(.key, expected: expected, &self)
    return key.map { RootEntry(key: $0, scope: scope) }
  }

  mutating func lifecycle(_ node: Node, inOverlay: Bool) -> [PhaseEntry] {
    let lackPhase = node.elements.map { $0.kind == .scalar || $0[InitializerKey.factory] != nil }
    let fixes = lackPhase.contains(false) ? [] : [Diagnostic.Fix].bracing(node.location, after: "{ launch: ")
    let remedy = lackPhase.contains(true) ? Remedy(title: "name the phase: { launch: […] }", fixes: fixes) : nil
    guard let pairs = entries(node, expected: "a mapping of phases", remedy) else { return [] }
    var phases: [PhaseEntry] = []
    for (key, value) in pairs {
      guard let name = name(key: key, expected: "a phase name") else { continue }
      let position = findings.findings.count
      if value.isNull, !inOverlay {
        phases.append(PhaseEntry(name: name, initializers: []))
      } else if isSequence(value, expected: "a list of initializers") {
        phases.append(PhaseEntry(name: name, initializers: initializers(value)))
      }
      if lacksHeader(key, value, of: node, in: .lifecycle, since: position) { break }
    }
    return phases
  }

  mutating func scopeName(_ node: Node) -> Located<ScopeName>? {
    name(node, expected: "a scope name").map { Located(ScopeName($0.value), at: $0.location) }
  }

  /// Reads a mapping that may be empty.
  private mutating func sectionMapping(_ node: Node, expected: String, _ remedy: Remedy? = nil) -> Node? {
    guard !node.isNull else { return nil }
    return node.kind == .mapping ? node : refused(node, expected: expected, remedy)
  }
}

extension Node {
  /// The key and the scope of a root that is written as `{ Cart: session }`.
  fileprivate var scopeOfKey: (key: Node, scope: Node)? {
    guard pairCount == 1, let (name, value) = pairs.first(where: { _ in true }), name.kind == .scalar,
      name.text.first?.isUppercase == true, case .string? = value.scalar, !RootKey.isSimilarToOne(name.text)
    else { return nil }
    return (name, value)
  }
}

extension Located<ScopeName> {
  /// A scope that is neither declared nor built in, from which no further finding follows.
  static func unreadable(at node: Node) -> Self { Located(ScopeName(""), at: node.location) }
}

extension Node {
  /// Whether the value of a section's entry is the value of another section, which has the entry's name.
  fileprivate func isSection(_ name: Node, in section: ManifestKey) -> Bool {
    // Asked of every service, so it compares bytes.
    guard kind != .scalar, let (key, _) = ManifestKey.table.key(name), key != section, kind == key.form.shape else {
      return false
    }
    return switch section {
    case .services: !pairs.contains { ServiceField.table.key($0.key) != nil }
    case .parameters: kind == .mapping && !pairs.contains { ParameterKey.table.key($0.key) != nil }
    default: false
    }
  }
}
