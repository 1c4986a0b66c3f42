import ConfigDI

extension WiringDifference {
  /// One line for each change; a change that is the same in every stage is printed once.
  func text(stages: Int) -> String {
    // The form that a live container also logs.
    let lines = all.grouped { $0.item.description }
    guard !lines.isEmpty else { return "no changes in the wiring\n" }
    return lines.map { text, changes in
      let own = changes.map { $0.stage ?? "" }
      let place =
        own == [""] ? "" : own.count == stages && stages > 1 ? "all stages: " : own.joined(separator: ", ") + ": "
      return visible(place + text) + "\n"
    }.joined()
  }

  var json: JSON {
    [
      "version": 1,
      "changes": .array(
        all.map { change in
          [
            "stage": change.stage.map { .string($0) } ?? .null,
            "key": .string(change.key),
            "kind": .string(change.kind.rawValue),
            "from": change.from.map { .string($0) } ?? .null,
            "to": change.to.map { .string($0) } ?? .null,
            "origin": JSON(origin: change.origin),
          ]
        }),
    ]
  }
}
