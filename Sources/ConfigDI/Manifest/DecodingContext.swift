/// The state shared while one file is decoded: the spellings of keys, and the findings.
struct DecodingContext {
  let keys: KeyNames
  /// Whether the keys of a manifest or of an overlay are read. A stage is read as an overlay.
  var layer = Manifest.Kind.manifest
  var findings = Diagnostics()
  /// The names of unreadable sections, whose entries are unknown.
  var unread: Set<String> = []
  /// The uses of services and parameters that the value being read may contain, so that it hides them if it cannot be
  /// read.
  var hiddenUses: [Absence] = []
  /// The mappings of entries that belong to different sections, by index.
  var mixedSections: Set<Int> = []

  /// Whether the node is a mapping. Any other kind is reported.
  mutating func isMapping(_ node: Node, expected: String) -> Bool {
    if node.kind == .mapping { return true }
    wrongShape(node, expected: expected)
    return false
  }

  mutating func isSequence(_ node: Node, _ strays: [Node] = [], expected: String) -> Bool {
    if node.kind == .sequence { return true }
    wrongShape(node, expected: expected, strays.isEmpty ? listAdvice(node) : listRemedy(node, strays))
    return false
  }

  /// Reads a value as a name, which must be text, must not be empty and cannot use parameters.
  mutating func name(_ node: Node, expected: String, _ remedy: Remedy? = nil) -> Located<String>? {
    guard case .string(let text)? = node.scalar, !text.isEmpty else {
      return refused(node, expected: expected, remedy ?? soleElement(node))
    }
    guard !isInterpolated(node) else { return nil }
    return Located(text, at: node.location)
  }

  /// Reads a mapping's key as a name. Numbers, booleans and the like count as text.
  mutating func name(key node: Node, expected: String) -> Located<String>? {
    guard node.kind == .scalar else { return nil }
    let text = node.text
    guard !text.isEmpty else { return refused(node, expected: expected) }
    guard !isInterpolated(node) else { return nil }
    return Located(text, at: node.location)
  }

  /// Reads any scalar except null as text.
  mutating func text(_ node: Node, expected: String) -> Located<String>? {
    guard node.kind == .scalar, !node.isNull else { return refused(node, expected: expected) }
    return Located(node.text, at: node.location)
  }

  /// Reads a boolean. The unreadable value is the one from which no further finding follows, unless the value's meaning
  /// is clear in spite of its form.
  mutating func flag(_ node: Node, unreadable: Bool? = nil) -> Located<Bool>? {
    guard case .bool(let value)? = node.scalar else {
      let remedy = quotedBoolean(node)
      wrongShape(node, expected: "true or false", remedy)
      let meant = remedy?.fixes.first.map { $0.text == "true" } ?? unreadable
      return meant.map { Located($0, at: node.location) }
    }
    return Located(value, at: node.location)
  }

  mutating func serviceKey(_ node: Node, expected: String = "a key") -> Located<ServiceKey>? {
    let isEntry = node.kind == .mapping && node.pairs.contains { ServiceField.isKind($0.key) }
    let remedy =
      isEntry
      ? Remedy(title: "define the service under 'services', and write its key here") : ReferenceKey.withoutForm(node)
    return name(node, expected: expected, remedy).flatMap { serviceKey($0, node) }
  }

  mutating func serviceKey(key node: Node) -> Located<ServiceKey>? {
    name(key: node, expected: "a key").flatMap { serviceKey($0, node) }
  }

  private mutating func serviceKey(_ name: Located<String>, _ node: Node) -> Located<ServiceKey>? {
    let bytes = name.value.utf8
    guard bytes.first != 0x2F, bytes.last != 0x2F else {
      return refused(node, expected: "a key, optionally followed by '/' and a variant")
    }
    return Located(keys.key(name.value), at: name.location)
  }

  /// Whether text that cannot use parameters contains `${`, which is reported.
  mutating func isInterpolated(_ node: Node) -> Bool {
    guard node.isInterpolated else { return false }
    var finding = OpenText.misplaced(in: node)
    finding.hides += hiddenUses
    findings.report(finding)
    return true
  }
}
