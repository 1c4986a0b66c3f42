/// The levels that a ``ContainerStack`` saved, each as a YAML document in the form of an overlay.
struct SavedLevels {
  private(set) var levels: [LevelDefinition] = []
  private(set) var leftOut: [StackOmission] = []
  /// The hash of the saved levels that these secrets belong to; empty in the saved levels themselves.
  private(set) var mark = ""

  static let renewedKey = "x-renewed"
  static let leftOutKey = "x-left-out"
  static let markKey = "x-secrets-of"

  /// The hash that identifies the text of saved levels.
  static func mark(of text: String) -> String { "fnv1a-" + String(text.utf8.fnv1a(), radix: 16) }

  /// The maximum number of saved levels, more than any program nests.
  static let mostLevels = 1_000

  /// - Throws: ``ManifestError`` that lists the parts of the text that are not levels.
  init(_ text: String, limits: Limits) throws {
    guard text.utf8.count <= limits.fileBytes else {
      throw ManifestError([.tooMuchSaved("\(text.utf8.count) bytes", limit: limits.fileBytes)])
    }
    let bytes = Array(text.utf8)
    let documents = SavedLevels.documents(of: bytes)
    guard documents.count <= SavedLevels.mostLevels else {
      throw ManifestError([.tooMuchSaved("too many levels", limit: SavedLevels.mostLevels)])
    }
    var budget = limits.nodes
    var findings = Diagnostics()
    for (index, range) in documents.enumerated() {
      let source = SourceFile(
        path: documents.count == 1 ? "<saved stack>" : "<saved stack, level \(index + 1)>",
        bytes: Array(bytes[range]))
      let document = YAMLReader.read(source, limits: limits, nodeBudget: &budget, reporting: &findings)
      guard let root = document?.root else {
        if !findings.hasErrors {
          findings.report(
            .wrongShape, "invalid saved stack: expected levels, found nothing", at: nil, help: [.restoring])
        }
        break
      }
      read(root, number: index + 1, &findings)
    }
    let errors = findings.findings.filter { $0.severity == .error }
    guard errors.isEmpty else { throw ManifestError(errors) }
  }

  /// The ranges of the YAML documents, without their `---` lines. Stops soon after the maximum number of levels.
  private static func documents(of bytes: [UInt8]) -> [Range<Int>] {
    var documents: [Range<Int>] = []
    var begin = 0
    var line = 0
    while line < bytes.count, documents.count <= mostLevels {
      let end = bytes[line...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      if bytes[line..<end].elementsEqual("---".utf8) || bytes[line..<end].elementsEqual("---\r".utf8) {
        documents.append(begin..<line)
        begin = min(end + 1, bytes.count)
      }
      line = end + 1
    }
    documents.append(begin..<bytes.count)
    return documents
  }

  private mutating func read(_ root: Node, number: Int, _ findings: inout Diagnostics) {
    var level = LevelDefinition()
    defer { levels.append(level) }
    guard root.kind == .mapping else {
      findings.report(.notSaved("a level, found \(root.shape)", at: root.location))
      return
    }
    for required in ["configdi", "kind"] where root[required] == nil {
      findings.report(.notSaved("'\(required)' in each level", at: root.location))
    }
    for (key, value) in root.pairs {
      switch key.text {
      case "configdi" where value.text == "1", "kind" where value.text == "overlay": break
      case "configdi":
        findings.report(
          .unsupportedVersion, "expected format version 1, found \(value.shape)", at: value.location,
          help: ["restore it with the version of the program that saved it, or remove this entry from the store"])
      case "parameters" where value.kind == .mapping:
        for (name, value) in value.pairs {
          switch YAMLValue(value) {
          case nil, .map?: findings.report(.notSaved("a value for parameter '\(name.text)'", at: value.location))
          case let read?: level.values[name.text] = read
          }
        }
      case "services" where value.kind == .mapping:
        for (key, value) in value.pairs {
          if let source = SavedLevels.source(value) {
            level.use(source, for: ServiceKey(key.text))
          } else {
            findings.report(.notSaved("a factory for '\(key.text)'", at: value.location))
          }
        }
      case SavedLevels.renewedKey:
        for key in value.elements { level.renew(ServiceKey(key.text)) }
      case SavedLevels.leftOutKey:
        for part in value.elements {
          let words = part.text.split(separator: " ", maxSplits: 1)
          if words.count == 2, let kind = OmittedPart(rawValue: String(words[0])) {
            leftOut.append((number, kind, String(words[1])))
          }
        }
      case SavedLevels.markKey: mark = value.text
      default: findings.report(.notSaved("only parameters and services in a level", at: key.location))
      }
    }
  }

  /// The factory and its settings; the entry's other fields come from the current manifest.
  private static func source(_ node: Node) -> LevelDefinition.Source? {
    guard let factory = node["factory"], factory.kind == .scalar else { return nil }
    guard let settings = node["settings"] else { return .factory(factory.text, settings: .map([])) }
    guard case .map(let entries)? = YAMLValue(settings) else { return nil }
    return .factory(factory.text, settings: .map(entries))
  }
}

extension Diagnostic {
  fileprivate static func notSaved(_ expected: String, at location: SourceLocation) -> Diagnostic {
    Diagnostic(.wrongShape, "invalid saved stack: expected \(expected)", at: location, help: [.restoring])
  }

  fileprivate static func tooMuchSaved(_ found: String, limit: Int) -> Diagnostic {
    Diagnostic(
      .resourceLimit, "the saved stack has \(found); the limit is \(limit)", at: nil, help: [.restoring])
  }
}

extension String {
  fileprivate static let restoring =
    "restore text written by ContainerStack.save(to:), or remove this entry from the store"
}
