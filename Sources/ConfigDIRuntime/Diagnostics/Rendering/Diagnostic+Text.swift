extension Diagnostic: CustomStringConvertible {
  /// The finding as text: a line in compiler style, source excerpts with carets, notes and help.
  package func text(_ paint: Paint = Paint(false), width: Int = 80) -> String {
    var lines = [firstLine(paint)]
    lines += excerpts(paint, width: width)
    lines += allNotes.map { "  = \(paint.bold("note:")) \(visible($0))" }
    lines += help.map { "  = \(paint.bold("help:")) \(visible($0))" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The line `path:line:column: severity: message [code]`.
  package func firstLine(_ paint: Paint = Paint(false)) -> String {
    let place = location.map { paint.bold(visible($0.description) + ":") + " " } ?? ""
    let severity = paint.severity(severity, severity.rawValue + ":")
    return "\(place)\(severity) \(visible(message)) \(paint.dim("[\(rule.code)]"))"
  }

  /// The finding's notes, followed by the stages and manifests in which it occurs.
  package var allNotes: [String] {
    var result = notes
    if let stages, !stages.isEmpty {
      result.append("only in stage\(stages.count == 1 ? "" : "s") \(stages.joined(separator: ", "))")
    }
    if let manifests, !manifests.isEmpty {
      result.append("in \(counted(manifests.count, "manifest")): \(listed(manifests, atMost: 5))")
    }
    return result
  }

  /// The finding's locations with their labels, the primary location first.
  package var places: [(location: SourceLocation, label: String?)] {
    let others = related.map { ($0.location, String?.some($0.message)) }
    // The first step of a path has the primary location, so it is not shown twice.
    guard let location, related.first?.location != location else { return others }
    return [(location, label)] + others
  }

  /// The finding's location in a file; `nil` if the finding is about an argument or has no location.
  package var place: SourceLocation? {
    location.flatMap { $0.file.isArgument ? nil : $0 }
  }

  /// One line: `path:line:column: severity: message [code]`.
  public var description: String { firstLine() }
}

/// "1 service", "2 services".
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}
