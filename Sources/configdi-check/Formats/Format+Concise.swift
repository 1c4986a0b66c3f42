import ConfigDI

extension Format {
  static let concise = Format("concise", "for people in a hurry, and for editors: one line a finding") {
    report, style in
    let paint = Paint(style.usesColor)
    return report.diagnostics.map { $0.firstLine(paint) + "\n" }.joined()
  }
}
