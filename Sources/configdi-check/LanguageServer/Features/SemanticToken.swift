enum SemanticToken {
  static let types = ["class", "function", "variable", "namespace", "enumMember", "property", "keyword", "parameter"]
  static let modifiers = ["declaration", "deprecated", "readonly"]
}
