import ConfigDI

extension EnvironmentContract {
  var json: JSON {
    .object([
      ("version", 1), ("variables", .array(variables.map { JSON($0) })), ("files", .array(files.map { JSON($0) })),
    ])
  }

  func text(_ paint: Paint) -> String {
    guard !variables.isEmpty || !files.isEmpty else { return "no variables and no files are read\n" }
    return section("variables", variables, paint) + (variables.isEmpty || files.isEmpty ? "" : "\n")
      + section("files", files, paint)
  }

  private func section(_ title: String, _ entries: [Entry], _ paint: Paint) -> String {
    guard !entries.isEmpty else { return "" }
    let width = entries.map { DisplayWidth.of(visible($0.name)) }.max() ?? 0
    return paint.bold(title) + "\n" + entries.map { line($0, width: width, paint) + "\n" }.joined()
  }

  private func line(_ entry: Entry, width: Int, _ paint: Paint) -> String {
    var traits = [entry.type]
    if entry.isSecret { traits.append("secret") }
    if entry.isRequired {
      traits.append("required")
    } else {
      traits.append(entry.defaultText.map { "default \(visible($0))" } ?? "has a default")
    }
    if let stages = entry.stages { traits.append("only in \(stages.joined(separator: ", "))") }
    let users = entry.usedBy.isEmpty ? "used by nothing" : "used by \(entry.usedBy.joined(separator: ", "))"
    let name = padded(visible(entry.name), to: width)
    return "  \(name)  \(traits.joined(separator: ", "))\n  \(String(repeating: " ", count: width))  "
      + "\(visible(entry.parameter)), \(visible(users))  \(paint.dim(entry.origin.description))"
  }
}

extension JSON {
  fileprivate init(_ entry: EnvironmentContract.Entry) {
    self = .object([
      ("name", .string(entry.name)), ("parameter", .string(entry.parameter)), ("type", .string(entry.type)),
      ("required", .bool(entry.isRequired)), ("default", entry.defaultText.map { .string($0) } ?? .null),
      ("secret", .bool(entry.isSecret)), ("stages", entry.stages.map { .strings($0) } ?? .null),
      ("usedBy", .strings(entry.usedBy)), ("origin", JSON(origin: entry.origin)),
    ])
  }
}
