/// The parameters that `select` entries may name.
package struct SelectParameters: Sendable {
  /// One declaration of a parameter with its possible values, and the stages that have it.
  typealias Selectable = (parameter: ComposedParameter, values: [String], stages: StageSet)

  private var declared: [String: [Selectable]] = [:]

  init(_ stages: [ComposedStage] = []) {
    for group in stages.alike {
      for parameter in stages[group.first].parameters where !parameter.isMalformed && parameter.isSelectable {
        let (name, values) = (parameter.name, parameter.choices)
        let same = declared[name.value]?.firstIndex {
          $0.parameter.name.location == name.location && $0.values == values
        }
        if let same {
          declared[name.value]?[same].stages.formUnion(group.stages)
        } else {
          declared[name.value, default: []].append((parameter, values, group.stages))
        }
      }
    }
  }

  /// The parameters that a name has in some stages: several if stages declare it differently, none where its values are
  /// unknown.
  func named(_ name: String, in stages: StageSet) -> [Selectable] {
    (declared[name] ?? []).compactMap { selectable in
      var selectable = selectable
      selectable.stages = selectable.stages.intersection(stages)
      return selectable.stages.isEmpty ? nil : selectable
    }
  }
}
