/// A tag that a manifest may use.
enum CoreTag: String {
  case unspecific = "!"
  case string = "str"
  case int, float, bool, null
  case sequence = "seq"
  case mapping = "map"

  private static let prefix = "tag:yaml.org,2002:"

  /// Reads a resolved tag; `nil` for a foreign tag.
  init?(_ tag: UnsafePointer<UInt8>) {
    let text = String(cString: tag)
    // A lone `!` means "not plain": a string, or the collection that follows.
    guard text == "!" || text.hasPrefix(Self.prefix) else { return nil }
    self.init(rawValue: text == "!" ? text : String(text.dropFirst(Self.prefix.count)))
  }

  /// The scalar type of the tag; `nil` if the tag is for collections.
  var record: NodeRecord.Tag? {
    switch self {
    case .unspecific, .string: .string
    case .int: .int
    case .float: .float
    case .bool: .bool
    case .null: .null
    case .sequence, .mapping: nil
    }
  }

  func fits(_ scalar: Scalar) -> Bool {
    switch (self, scalar) {
    case (.unspecific, _), (.string, _), (.int, .int), (.float, .int), (.float, .float), (.bool, .bool), (.null, .null):
      true
    default: false
    }
  }

  func fits(_ kind: NodeRecord.Kind) -> Bool {
    self == .unspecific || self == (kind == .sequence ? .sequence : .mapping)
  }
}

extension Diagnostic {
  static func foreignTag(_ tag: String, at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .wrongShape, "tag '\(tag)' is not allowed in a manifest", at: location,
      help: [
        "remove the tag; allowed tags are !!str, !!int, !!float, !!bool, !!null, !!seq and !!map",
        tag == "!env" || tag == "!ENV" ? "declare a parameter with 'env' to read the environment" : nil,
      ].compactMap { $0 },
      fixes: removing(tagAt: location))
  }

  static func unfitTag(_ tag: String, found: String, at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .wrongShape, "tag '\(tag)' does not match its value, \(found)", at: location,
      help: ["remove the tag, or write a value that matches it"], fixes: removing(tagAt: location))
  }

  private static func removing(tagAt location: SourceLocation) -> [Fix] {
    let end = location.file.bytes[location.range.upperBound...].firstIndex { $0 != 0x20 } ?? location.range.upperBound
    return [Fix(replacing: location.file.location(location.range.lowerBound..<end), with: "")]
  }

  static func mergeKey(at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .wrongShape, "merge keys ('<<') are not supported", at: location,
      notes: ["YAML 1.2 has no merge keys, and merged values have no location of their own"],
      help: [
        "patch the entry in an overlay or a stage, or repeat the value with an alias",
        "if the key is really named <<, quote it: \"<<\"",
      ], hides: Absence.anyUse)
  }

  static func secondDocument(at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .wrongShape, "expected one document, found a second one", at: location,
      help: ["move its keys into the first document, or move the second document to another file"])
  }
}
