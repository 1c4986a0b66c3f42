import ConfigDI

extension Format {
  static let concise = Format("concise", "for people in a hurry, and for editors: one line a finding") {
    report, style in
    let paint = Paint(style.usesColor)
    return report.diagnostics.map { firstLine($0, paint) + "\n" }.joined()
  }
}

/// A finding in the form that compilers use: `path:line:column: severity: message [code]`.
func firstLine(_ diagnostic: Diagnostic, _ paint: Paint) -> String {
  let place = diagnostic.location.map { paint.bold(visible($0.description) + ":") + " " } ?? ""
  let severity = paint.severity(diagnostic.severity, diagnostic.severity.rawValue + ":")
  return "\(place)\(severity) \(visible(diagnostic.message)) \(paint.dim("[\(diagnostic.rule.code)]"))"
}
