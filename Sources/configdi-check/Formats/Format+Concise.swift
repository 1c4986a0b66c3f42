import ConfigDI

extension Format {
  static let concise = Format("concise", "for editors and quick reading: one line per finding") {
    report, style in
    let paint = Paint(style.usesColor)
    return report.diagnostics.map { $0.firstLine(paint) + "\n" }.joined()
  }
}
