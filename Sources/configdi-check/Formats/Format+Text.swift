import ConfigDI

extension Format {
  static let text = Format("text", "for people: each finding with its source, notes and help") { report, style in
    let paint = Paint(style.usesColor)
    return report.diagnostics.map { $0.text(paint, width: style.width) }.joined(separator: "\n")
  }

  static let concise = Format("concise", "for editors and quick reading: one line per finding") { report, style in
    let paint = Paint(style.usesColor)
    return report.diagnostics.map { $0.firstLine(paint) + "\n" }.joined()
  }
}
