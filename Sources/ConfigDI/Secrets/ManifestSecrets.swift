/// The secrets in a manifest's files: literal values of secret parameters and settings, and possible secrets in
/// malformed entries. No other text is hidden.
///
/// They are found once, after all files are read, and stored in the files, from which all code gets the text to show.
package struct ManifestSecrets {
  /// The names of the parameters that any file declares secret. All files then treat them as secret.
  package private(set) var names: Set<String> = []
  private let settings: SecretFields
  private let keys: KeyNames
  /// The names of the parameters that some file defines. Any other name may be a misspelling of a secret's.
  private let defined: Set<String>
  /// The factories of each service, by key, since an overlay's entry need not name the factory.
  private var factories: [ServiceKey: Set<String>] = [:]

  /// Finds and hides the secrets.
  ///
  /// - Parameter unread: The names of the parameters that files which are not YAML declare secret.
  @discardableResult
  package init(_ documents: [YAMLDocument], unread: Set<String> = [], catalog: Catalog?, keys: KeyNames) {
    settings = SecretFields(catalog)
    self.keys = keys
    let sections = documents.map { [hasServices = !settings.isEmpty] in Sections($0, hasServices: hasServices) }
    names = sections.reduce(into: unread) { $0.formUnion($1.secretParameters) }
    defined = names.isEmpty ? [] : sections.reduce(into: []) { $0.formUnion($1.definedParameters) }
    if !names.isEmpty {
      let words = sections.reduce(into: names) { [names] in $0.formUnion($1.variables(of: names)) }
      for document in documents { document.file.hideDefaults(of: words) }
    }
    for (key, use) in sections.flatMap(\.services) {
      guard let key = key.map(keys.key) else { continue }
      let factory = use.kind == .scalar ? use : use[ServiceField.factory]
      if let name = factory?.text, !name.isEmpty { factories[key, default: []].insert(name) }
    }
    // Hiding must not depend on the names compared before, and leaves their budget to the suggestions.
    Spelling.$budget.withValue(Spelling.Budget()) {
      for section in sections.lazy.flatMap(\.parameters) { hide(parameters: section) }
    }
    for sections in sections {
      var seen: Set<Seen> = []
      for (key, use) in sections.services { hide(settingsIn: use, of: key.map(keys.key), &seen) }
    }
  }

  /// The names of the parameters that a file declares secret.
  static func parameters(of document: YAMLDocument) -> Set<String> {
    Sections(document, hasServices: false).secretParameters
  }

  /// Whether a mapping declares its value secret, even if the key `secret` is misspelled.
  fileprivate static func isSecret(_ node: Node) -> Bool {
    guard node.kind == .mapping else { return node.joinedFields.contains { $0.name == ParameterKey.secret.rawValue } }
    return node.everyPair.contains { name, value in
      guard value.text != "false" else { return false }
      // Without a colon or a space, `secret true` is one word.
      return ParameterKey.meansSecret(value.isNull ? name.textBeforeValue : name.text)
    }
  }

  private func hide(parameters section: Node) {
    for (name, entry) in names.isEmpty ? [] : section.everyPair
    where names.contains(name.text) || !defined.contains(name.text) && Spelling.mayMean(name.text, anyOf: names) {
      Self.hideValues(of: entry, as: name.text)
    }
    // A misplaced entry may be a parameter too.
    section.forEachNode { node in
      if node.index != section.index, Self.isSecret(node) { Self.hideValues(of: node, as: "parameter") }
    }
  }

  /// Hides a parameter's value: the shorthand value itself or, in a mapping, the value of every key that could hold it.
  private static func hideValues(of node: Node, as name: String) {
    guard node.kind == .mapping else {
      let fields = node.joinedFields
      let lines = node.location.file.linesOfScalar(node.location.range)
      guard !fields.isEmpty, fields.count == lines.count,
        fields.allSatisfy({ ParameterKey(rawValue: $0.name) != nil })
      else {
        return node.hideScalars(as: name)
      }
      for field in fields { node.location.file.hide(field.value, as: name) }
      return
    }
    for (key, value) in node.everyPair {
      // `env:NAME` contains a name, and no secret.
      let word = ParameterKey(rawValue: value.isNull ? key.textBeforeValue : key.text)
      switch word {
      case .value?, .default?, nil:
        if value.isNull { key.hideValueInKey(as: name) }
        if word == nil, case .bool? = value.scalar { continue }
        value.hideScalars(as: name)
      case .type?, .env?, .file?, .secret?, .exposed?, .restart?, .min?, .max?, .of?, .description?, .new?, .remove?:
        break
      }
    }
  }
}

extension ManifestSecrets {
  /// A node and the factories it was visited for. A node that many entries share is visited once per set of factories.
  private struct Seen: Hashable {
    let node: Int
    let factories: Set<String>
  }

  /// Hides the secret settings of a service, a decorator or an initializer, including nested decorators.
  private func hide(settingsIn use: Node, of key: ServiceKey?, _ seen: inout Set<Seen>) {
    let own = use[ServiceField.factory].map { Set([$0.text]) }
    let factories = own ?? key.flatMap { self.factories[$0] } ?? []
    guard seen.insert(Seen(node: use.index, factories: factories)).inserted else { return }
    for element in use.elements { hide(settingsIn: element, of: nil, &seen) }
    guard use.kind == .mapping else { return }
    for (name, value) in use.everyPair {
      switch ServiceField(rawValue: name.text) {
      case .settings?:
        if seen.insert(Seen(node: value.index, factories: factories)).inserted { hide(settings: value, of: factories) }
      case .decorators?: hide(settingsIn: value, of: nil, &seen)
      // A misspelled 'settings', or a setting beside it.
      case nil:
        if value.kind == .mapping { hide(settings: value, of: factories) }
        hide(entry: (name, value), of: factories)
        if value.kind != .scalar { hide(settingsIn: value, of: nil, &seen) }
      default: break
      }
    }
  }

  private func hide(settings node: Node, of factories: Set<String>) {
    for fields in settings.fields(of: factories, in: node) {
      var node = node
      node.markSecrets(fields) { $0.hideScalars(as: $1) }
      node.hideJoinedValues(fields)
    }
    for entry in node.everyPair where entry.value.isNull { hide(entry: entry, of: factories) }
  }

  private func hide(entry: (key: Node, value: Node), of factories: Set<String>) {
    let name = entry.value.isNull ? entry.key.textBeforeValue : entry.key.text
    guard let field = settings.field(named: name, of: factories) else { return }
    if entry.value.isNull { entry.key.hideValueInKey(as: field.name) }
    entry.value.hideScalars(as: field.name)
  }
}

extension ParameterKey {
  /// Whether a key is `secret`, perhaps misspelled or as another tool writes it.
  static func meansSecret(_ word: String) -> Bool {
    let secret = ParameterKey.secret.rawValue
    if word == secret || habits[Habit.normalized(word)]?.first?.meant == secret { return true }
    // Only a word of such a length can be similar.
    return ParameterKey(rawValue: word) == nil && (5...9).contains(word.unicodeScalars.count)
      && !Spelling.suggestions(for: word, among: [secret]).isEmpty
  }
}

private struct SecretFields {
  /// The fields of each factory; none if the factory has no secret field. The first factory with a name wins.
  private var ofFactory: [String: [SettingsField]] = [:]
  /// Fields that are secret in some factory, by name. They apply to unknown factories.
  private var anywhere: [String: SettingsField] = [:]

  init(_ catalog: Catalog?) {
    let factories = catalog?.factories ?? []
    func secret(_ index: Int) -> [SettingsField] { factories[index].settings?.fields.filter(\.hasSecret) ?? [] }
    guard factories.indices.contains(where: { !secret($0).isEmpty }) else { return }
    ofFactory.reserveCapacity(factories.count)
    for index in factories.indices where ofFactory[factories[index].name] == nil {
      let secret = secret(index)
      ofFactory[factories[index].name] = secret.isEmpty ? [] : factories[index].settings?.fields
      for field in secret { anywhere[field.name] = anywhere[field.name] ?? field }
    }
  }

  var isEmpty: Bool { anywhere.isEmpty }

  /// The fields of each known factory. If no factory is known, the fields named like a secret field of any factory.
  func fields(of factories: Set<String>, in settings: Node) -> [[SettingsField]] {
    let known = factories.compactMap { ofFactory[$0] }
    return known.isEmpty ? [settings.everyPair.compactMap { anywhere[$0.key.text] }] : known
  }

  /// The secret field of these factories that a name may mean.
  func field(named name: String, of factories: Set<String>) -> SettingsField? {
    let known = factories.compactMap { ofFactory[$0] }
    return known.isEmpty ? anywhere[name] : known.lazy.compactMap { $0.secret(named: name) }.first
  }
}

/// The parts of a file that contain parameters or settings, in every layer. Misspelled sections are included.
private struct Sections {
  private(set) var parameters: [Node] = []
  /// The services, each with its key; initializers have no key.
  private(set) var services: [(key: String?, node: Node)] = []
  /// Whether each node was visited, since aliases can lead to one node several times.
  private var isVisited: [Bool]
  private let hasServices: Bool
  /// The section that defines parameters; `nil` in an overlay.
  private let ownParameters: Node?

  /// - Parameter hasServices: Whether the file has services, whose settings may be secret too.
  init(_ document: YAMLDocument, hasServices: Bool) {
    self.hasServices = hasServices
    isVisited = Array(repeating: false, count: document.records.count)
    let isOverlay = document.root?[ManifestKey.kind]?.text == Manifest.Kind.overlay.rawValue
    ownParameters = isOverlay ? nil : document.root?[ManifestKey.parameters]
    if let root = document.root { visit(root, depth: 0) }
  }

  /// The names of the parameters that are declared secret.
  var secretParameters: Set<String> { parameters { _, entry in ManifestSecrets.isSecret(entry) } }

  /// The names of the parameters that a manifest's own section defines, or that are new in an overlay.
  var definedParameters: Set<String> {
    parameters { section, entry in section.index == ownParameters?.index || entry[ParameterKey.new] != nil }
  }

  /// The variables that parameters with these names read.
  func variables(of names: Set<String>) -> [String] {
    parameters.flatMap { section in
      section.everyPair.compactMap { names.contains($0.key.text) ? $0.value[ParameterKey.env]?.text : nil }
    }
  }

  private func parameters(where isIncluded: (_ section: Node, _ entry: Node) -> Bool) -> Set<String> {
    Set(parameters.flatMap { section in section.everyPair.filter { isIncluded(section, $0.value) }.map(\.key.text) })
  }

  private mutating func visit(_ holder: Node, depth: Int) {
    guard holder.kind == .mapping, depth < 4, !isVisited[holder.index] else { return }
    isVisited[holder.index] = true
    for (name, section) in holder.everyPair {
      switch ManifestKey(rawValue: name.text) {
      case .parameters?: parameters.append(section)
      case .services?: addServices(section)
      case .lifecycle? where hasServices: services += section.children.map { (nil, $0) }
      case .stages?, .overlays?: for layer in section.children { visit(layer, depth: depth + 1) }
      case nil:
        parameters.append(section)
        addServices(section)
        for layer in section.children { visit(layer, depth: depth + 1) }
      case .configdi?, .kind?, .root?, .imports?, .defaultStage?, .scopes?, .collections?, .roots?, .lifecycle?: break
      }
    }
  }

  private mutating func addServices(_ section: Node) {
    guard hasServices else { return }
    for (key, entry) in section.everyPair { services.append((key.text, entry)) }
    services += section.elements.map { (nil, $0) }
  }
}
