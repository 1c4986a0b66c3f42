/// Chooses the stage in which a program runs: the argument, otherwise `CONFIGDI_STAGE`, otherwise the manifest's
/// `defaultStage`.
package enum StageChoice {
  package static let variable = "CONFIGDI_STAGE"

  /// Returns the stage's name, or `nil` if the manifest declares no stages and none is requested.
  package static func choose(
    argument: String?, environment: [String: String], defaultStage: String?, declared: [String]
  ) throws(Problem) -> String? {
    let fromEnvironment = environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    guard let asked = argument ?? fromEnvironment else {
      guard !declared.isEmpty else { return nil }
      guard let defaultStage else {
        let finding = Diagnostic(
          .unknownStage, "no stage is chosen", at: nil, notes: [stageNames(declared)],
          help: ["choose one with an argument, the variable \(variable), or 'defaultStage' in the manifest"])
        throw Problem(finding: finding, isNamed: false)
      }
      guard declared.contains(defaultStage) else { throw Problem(finding: nil) }
      return defaultStage
    }
    if declared.contains(asked) { return asked }
    let isVariable = argument == nil
    guard declared.isEmpty else {
      throw Problem(finding: .unknownStage(asked, isVariable: isVariable, declared: declared))
    }
    let finding = Diagnostic(
      .unknownStage, "\(String.noStage(asked))\(origin(isVariable)): the manifest declares none", at: nil,
      help: ["declare it under 'stages', or do not choose a stage"])
    throw Problem(finding: finding)
  }

  /// Declared stages that a misspelled or shortened name may mean: `prod` means `production`.
  package static func suggestions(for name: String, among declared: [String]) -> [String] {
    let close = Spelling.suggestions(for: name, among: declared)
    guard close.isEmpty else { return close }
    let short = name.lowercased()
    let full = ["stg": "staging", "prd": "production", "live": "production", "local": "development"][short] ?? short
    return declared.filter { stage in
      let stage = stage.lowercased()
      return min(full.count, stage.count) >= 2 && (stage.hasPrefix(full) || full.hasPrefix(stage))
    }.prefix(3).map { $0 }
  }

  package struct Problem: Error, Sendable {
    /// The finding to report; `nil` if the default stage is not declared, which is reported at `defaultStage`.
    package let finding: Diagnostic?
    /// Whether anything names a stage.
    package var isNamed = true
  }
}

private func origin(_ isVariable: Bool) -> String {
  isVariable ? ", set by the variable \(StageChoice.variable)" : ""
}

extension Diagnostic {
  package static func unknownStage(
    _ name: String, isVariable: Bool = false, declared: [String], in manifests: String = "the manifest"
  ) -> Diagnostic {
    Diagnostic(
      .unknownStage, .noStage(name) + origin(isVariable), at: nil,
      notes: [
        declared.isEmpty
          ? "\(manifests) declare\(manifests.hasSuffix("s") ? "" : "s") no stages" : stageNames(declared, of: manifests)
      ],
      help: Spelling.help(for: StageChoice.suggestions(for: name, among: declared)))
  }
}

private func stageNames(_ declared: [String], of manifests: String = "the manifest") -> String {
  "stages of \(manifests): \(listed(declared))"
}

extension String {
  package static func noStage(_ name: String) -> String { "there is no stage '\(name)'" }
}
