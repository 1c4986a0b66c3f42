import ConfigDI

extension WiringDifference {
  /// One line for each change; a change that is the same in every stage is printed once.
  func text(stages: Int) -> String {
    var lines: [(text: String, stages: [String])] = []
    var positions: [String: Int] = [:]
    for change in all {
      // The form that a live container also logs.
      let sentence = change.item.description
      if let position = positions[sentence] {
        lines[position].stages.append(change.stage ?? "")
      } else {
        positions[sentence] = lines.count
        lines.append((sentence, [change.stage ?? ""]))
      }
    }
    guard !lines.isEmpty else { return "no changes in the wiring\n" }
    return lines.map { line in
      let place =
        line.stages == [""]
        ? "" : line.stages.count == stages && stages > 1 ? "all stages: " : line.stages.joined(separator: ", ") + ": "
      return place + line.text + "\n"
    }.joined()
  }

  var json: JSON {
    .object([
      ("version", 1),
      (
        "changes",
        .array(
          all.map { change in
            .object([
              ("stage", change.stage.map { .string($0) } ?? .null),
              ("key", .string(change.key)),
              ("kind", .string(change.kind.rawValue)),
              ("from", change.from.map { .string($0) } ?? .null),
              ("to", change.to.map { .string($0) } ?? .null),
              ("origin", JSON(origin: change.origin)),
            ])
          })
      ),
    ])
  }
}
