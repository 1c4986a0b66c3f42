/// Levels that a ``ContainerStack`` saved: a YAML document each, in the form of an overlay.
struct SavedLevels {
  private(set) var levels: [LevelDefinition] = []

  /// - Throws: ``ManifestError`` with what is no level in it.
  init(_ text: String, limits: Limits) throws {
    var budget = limits.nodes
    var findings = Diagnostics()
    for source in SavedLevels.documents(text) {
      let document = YAMLReader.read(source, limits: limits, nodeBudget: &budget, reporting: &findings)
      guard let root = document?.root else { continue }
      levels.append(SavedLevels.level(root, &findings))
    }
    let errors = findings.findings.filter { $0.severity == .error }
    guard errors.isEmpty, !levels.isEmpty else { throw ManifestError(errors.isEmpty ? [.nothingSaved] : errors) }
  }

  /// The documents of a stream, each at its own lines. A line `---` is never part of one.
  private static func documents(_ text: String) -> [SourceFile] {
    var documents: [String] = []
    var current = ""
    var lines = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "---" {
        documents.append(current)
        current = String(repeating: "\n", count: lines)
      } else {
        current += line
      }
      current += "\n"
      lines += 1
    }
    documents.append(current)
    return documents.map { SourceFile(path: "<saved stack>", bytes: Array($0.utf8)) }
  }

  private static func level(_ root: Node, _ findings: inout Diagnostics) -> LevelDefinition {
    var level = LevelDefinition()
    for (key, value) in root.pairs {
      switch key.text {
      case "configdi" where value.text == "1", "kind" where value.text == "overlay": break
      case "configdi": findings.report(.unknownVersion(value))
      case "parameters" where value.kind == .mapping:
        for (name, value) in value.pairs {
          if let value = YAMLValue(value), value.isScalarOrList {
            level.values[name.text] = value
          } else {
            findings.report(.notSaved("a value for parameter '\(name.text)'", at: value.location))
          }
        }
      case "services" where value.kind == .mapping:
        for (key, value) in value.pairs {
          if let source = source(value) {
            level.use(source, for: ServiceKey(key.text))
          } else {
            findings.report(.notSaved("a factory for '\(key.text)'", at: value.location))
          }
        }
      default: findings.report(.notSaved("a level's parameters and services", at: key.location))
      }
    }
    return level
  }

  /// The factory and its settings; the rest of the entry is the manifest's, and taken from that as it is by now.
  private static func source(_ node: Node) -> LevelDefinition.Source? {
    guard let factory = node["factory"], factory.kind == .scalar else { return nil }
    guard let settings = node["settings"] else { return .factory(factory.text, settings: .map([])) }
    guard case .map(let entries)? = YAMLValue(settings) else { return nil }
    return .factory(factory.text, settings: .map(entries))
  }
}

extension YAMLValue {
  fileprivate var isScalarOrList: Bool {
    if case .map = self { false } else { true }
  }
}

extension Diagnostic {
  fileprivate static func notSaved(_ expected: String, at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .wrongShape, "expected \(expected) as a stack saves it", at: location,
      help: ["restore what ContainerStack.save(to:) wrote, or remove it from the store"])
  }

  fileprivate static func unknownVersion(_ version: Node) -> Diagnostic {
    Diagnostic(
      .unsupportedVersion, "expected version 1 of the format, found \(version.shape)", at: version.location,
      help: ["restore it with the version of the program that saved it, or remove it from the store"])
  }

  fileprivate static let nothingSaved = Diagnostic(
    .wrongShape, "expected the levels of a stack, found nothing", at: nil,
    help: ["restore what ContainerStack.save(to:) wrote, or remove it from the store"])
}
