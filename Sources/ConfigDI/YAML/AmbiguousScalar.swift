extension Rule {
  package static let ambiguousScalar = Rule(
    "DI003", "ambiguous-scalar", .warning, summary: "a plain scalar that tools of YAML 1.1 read otherwise")
}

extension Diagnostic {
  /// A finding for text that other tools read differently; `scalar` is the value read here.
  static func ambiguousScalar(
    _ text: String, _ scalar: Scalar, elsewhere: String, at location: SourceLocation
  ) -> Diagnostic {
    let here: String
    var help = ["quote it: \"\(text)\""]
    var keepsMeaning = false
    switch scalar {
    case .int(let value):
      here = "the number \(value)"
      help = ["write \(value) for the number, or quote it for text: \"\(text)\""]
    case .float(let value):
      here = "the number \(value)"
    default:
      if let value = elsewhere.firstRange(of: "the boolean ").map({ elsewhere[$0.upperBound...] }) {
        help = ["write \(value) for the boolean, or quote it for text: \"\(text)\""]
      }
      here = "text"
      keepsMeaning = true
    }
    return Diagnostic(
      .ambiguousScalar, .ambiguous(text, here: here, elsewhere: elsewhere), at: location, help: help,
      fixes: [.init(quoting: text, at: location, safe: keepsMeaning)])
  }
}

extension String {
  fileprivate static func ambiguous(_ text: String, here: String, elsewhere: String) -> String {
    "'\(text)' is \(here) here, and \(elsewhere) to tools of YAML 1.1"
  }
}
