import ConfigDI

extension WiringDifference {
  /// One line for each change; a change that is the same in every stage is printed once.
  func text(stages: Int) -> String {
    // The form that a live container also logs.
    let lines = all.grouped { $0.item.description }
    guard !lines.isEmpty else { return "no changes in the wiring\n" }
    return lines.map { text, changes in
      let place = Self.place(of: changes, among: stages, all: "all stages")
      return visible(place.isEmpty ? text : "\(place): \(text)") + "\n"
    }.joined()
  }

  /// The stages with the same change; empty for a manifest without stages.
  static func place(of changes: [Change], among stages: Int, all: String) -> String {
    changes.count == stages && stages > 1 ? all : changes.map { $0.stage ?? "" }.joined(separator: ", ")
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
