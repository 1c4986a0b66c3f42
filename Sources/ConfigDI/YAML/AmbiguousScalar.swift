extension Rule {
  package static let ambiguousScalar = Rule(
    "DI003", "ambiguous-scalar", .warning,
    summary: "a plain scalar that tools of YAML 1.1 read otherwise",
    explanation: """
      Manifests are read by YAML 1.2, where `no`, `on`, `22:30` and `1_000` are text and `010` is ten. Many tools \
      still read YAML 1.1, in which these are a boolean, a boolean, the number 1350, the number 1000 and eight: an \
      editor, a template engine or a linter then sees another manifest than the program does.

      Quote what is meant as text. Where a number is meant, write it without a leading zero and without `_`.
      """,
    bad: """
      configdi: 1
      services:
        Shop: { factory: shop, settings: { country: no } }
      """,
    good: """
      configdi: 1
      services:
        Shop: { factory: shop, settings: { country: "no" } }
      """)
}

extension Diagnostic {
  /// `scalar` is how it is read here.
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
      .ambiguousScalar, "'\(text)' is \(here) here, and \(elsewhere) to tools of YAML 1.1", at: location, help: help,
      fixes: [.init(replacing: location, with: "\"\(text)\"", safe: keepsMeaning)])
  }
}
