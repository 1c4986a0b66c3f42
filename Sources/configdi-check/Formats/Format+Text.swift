import ConfigDI

extension Format {
  static let text = Format("text", "for people: each finding with its source, notes and help") { report, style in
    let paint = Paint(style.usesColor)
    return report.diagnostics.map { diagnostic in
      var lines = [firstLine(diagnostic, paint)]
      lines += Excerpts(diagnostic, paint: paint, width: style.width).lines
      lines += diagnostic.allNotes.map { "  = \(paint.bold("note:")) \(visible($0))" }
      lines += diagnostic.help.map { "  = \(paint.bold("help:")) \(visible($0))" }
      return lines.joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }
}

extension Diagnostic {
  /// Its notes, and in which stages and manifests it holds.
  var allNotes: [String] {
    var result = notes
    if let stages, !stages.isEmpty {
      result.append("only in stage\(stages.count == 1 ? "" : "s") \(stages.joined(separator: ", "))")
    }
    if let manifests, !manifests.isEmpty {
      let shown = manifests.prefix(5).joined(separator: ", ")
      let rest = manifests.count > 5 ? " and \(manifests.count - 5) more" : ""
      result.append("in \(counted(manifests.count, "manifest")): \(shown)\(rest)")
    }
    return result
  }

  /// Whether its places are the steps of a cycle or a path.
  var isPath: Bool {
    related.count > 1 && related.first?.location == location || label != nil && !related.isEmpty
  }

  /// Its places, the primary first, and what stands at each.
  var places: [(location: SourceLocation, label: String?)] {
    let others = related.map { ($0.location, String?.some($0.message)) }
    // The first step of a path stands at the primary place, and speaks for it.
    guard let location, related.first?.location != location else { return others }
    return [(location, label)] + others
  }
}
