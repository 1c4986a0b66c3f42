import ConfigDI

/// What a deployment sets, compared with what a manifest reads: the output of `env --compare`.
struct EnvironmentComparison {
  struct Difference {
    enum Kind: String { case missing, type, misspelled, exposed, extra }

    let kind: Kind
    let name: String
    let parameter: String?
    let message: String
    /// The location in the compared file; `nil` for a missing name.
    let location: SourceLocation?

    var isError: Bool { kind != .extra && kind != .exposed }
  }

  private(set) var differences: [Difference] = []
  let file: String
  let deployed: DeployedEnvironment
  private let stages: [String]
  /// The variables whose values were checked, and those whose values are not in the file.
  private var checked: Set<String> = []
  private var unchecked: Set<String> = []

  init(_ composed: ComposedManifest, _ contract: EnvironmentContract, with deployed: DeployedEnvironment, file: String)
  {
    self.file = file
    self.deployed = deployed
    stages = composed.stages.compactMap(\.name)
    for entry in contract.variables { compare(entry, composed) }
    compareStage(composed.declaredStages.map(\.value))
    compareUnread(contract)
    if deployed.container != nil {
      for entry in contract.files where entry.isRequired && !deployed.hasFile(entry.name) {
        report(
          .missing, entry.name, entry.parameter, at: nil,
          "the file \(entry.name) is not mounted: parameter '\(entry.parameter)' requires it (\(entry.origin))")
      }
    }
    // A variable that several parameters read is reported once for each mistake.
    differences = differences.distinct(by: \.message).sorted { left, right in
      (left.location?.start.line ?? 0, left.name) < (right.location?.start.line ?? 0, right.name)
    }
  }

  private mutating func report(
    _ kind: Difference.Kind, _ name: String, _ parameter: String?, at location: SourceLocation?, _ message: String
  ) {
    differences.append(Difference(kind: kind, name: name, parameter: parameter, message: message, location: location))
  }

  /// Compares a variable that the manifest reads with the deployed one.
  private mutating func compare(_ entry: EnvironmentContract.Entry, _ composed: ComposedManifest) {
    guard let variable = deployed.variable(entry.name) else {
      guard entry.isRequired else { return }
      if deployed.lacks(entry.name) {
        let stages = entry.stages.map { " in \($0.joined(separator: ", "))" } ?? ""
        let users = entry.usedBy.isEmpty ? "" : "; used by \(entry.usedBy.joined(separator: ", "))"
        report(
          .missing, entry.name, entry.parameter, at: nil,
          "\(entry.name) is missing: parameter '\(entry.parameter)' requires it\(stages) (\(entry.origin))\(users)")
      } else {
        unchecked.insert(entry.name)
      }
      return
    }
    if variable.isOptional, entry.isRequired {
      report(
        .missing, entry.name, entry.parameter, at: variable.location,
        "\(entry.name) may be missing: its reference is optional, but parameter '\(entry.parameter)' requires it")
    }
    guard let value = variable.value else {
      unchecked.insert(entry.name)
      return
    }
    checked.insert(entry.name)
    if let finding = Self.mistake(in: value, of: entry, composed) {
      report(
        .type, entry.name, entry.parameter, at: variable.location,
        finding.contains(entry.name) ? finding : "\(entry.name): \(finding)")
    }
    if entry.isSecret, !variable.isFromSecret {
      report(
        .exposed, entry.name, entry.parameter, at: variable.location,
        "\(entry.name) is a secret, but its value is in plain text: read it from a Secret")
    }
  }

  private mutating func compareStage(_ declared: [String]) {
    guard let stage = deployed.variable(StageChoice.variable), let name = stage.value, !declared.contains(name) else {
      return
    }
    report(
      .type, StageChoice.variable, nil, at: stage.location,
      "\(StageChoice.variable): the manifest has no stage '\(name)'"
        + (declared.isEmpty ? "" : "; it has \(listed(declared))"))
  }

  /// Reports the deployed variables that the manifest does not read, perhaps since they are misspelled.
  private mutating func compareUnread(_ contract: EnvironmentContract) {
    let names = Set(contract.variables.map(\.name))
    // The program may have a parameter source that reads these variables, so they are not misspelled.
    let asked = Set(contract.asked.map(\.sourceVariable))
    // A missing variable that a misspelled one must mean is the same mistake.
    var meant: Set<String> = []
    let absent = contract.variables.map(\.name).filter { deployed.variable($0) == nil }
    for variable in deployed.variables where !names.contains(variable.name) && variable.name != StageChoice.variable {
      let similar = asked.contains(variable.name) ? [] : Spelling.suggestions(for: variable.name, among: absent)
      if similar.count == 1 { meant.formUnion(similar) }
      let help = similar.isEmpty ? "" : "; did you mean \(similar.map { "'\($0)'" }.joined(separator: " or "))?"
      report(
        similar.isEmpty ? .extra : .misspelled, variable.name, nil, at: variable.location,
        "the manifest does not read \(variable.name)\(help)")
    }
    differences.removeAll { $0.kind == .missing && meant.contains($0.name) }
  }

  /// The mistake that the program would report for the value when it starts.
  private static func mistake(
    in value: String, of entry: EnvironmentContract.Entry, _ composed: ComposedManifest
  ) -> String? {
    for stage in composed.stages {
      guard let parameter = stage.parameters.first(where: { $0.name.value == entry.parameter }),
        parameter.variable == entry.name
      else { continue }
      var diagnostics = Diagnostics()
      _ = ParameterValues.resolve(
        [parameter.copy(default: .some(nil))], sources: ParameterSources(environment: [entry.name: value]),
        reporting: &diagnostics)
      if let finding = diagnostics.sorted().first(where: { $0.severity == .error }) { return finding.message }
    }
    return nil
  }

  var code: ExitCode { differences.contains(where: \.isError) ? .findings : .success }

  var text: String {
    differences.map { difference in
      let place = difference.location.map { "\($0)" } ?? file
      return visible("\(place): \(difference.isError ? "error" : "warning"): \(difference.message)") + "\n"
    }.joined()
  }

  var summary: String {
    let errors = differences.count(where: \.isError)
    let container = deployed.container.map { ", container '\($0)'" } ?? ""
    let stage = stages.count == 1 ? ", stage '\(stages[0])'" : ""
    var text =
      "\(file)\(container)\(stage): \(counted(errors, "error")), "
      + "\(counted(differences.count - errors, "warning")); \(counted(checked.count, "value")) checked"
    if !unchecked.isEmpty {
      text += "; not checked, since the values are not in the file: \(unchecked.sorted().joined(separator: ", "))"
    }
    return visible(text) + "\n"
  }

  var json: JSON {
    [
      "version": 1, "file": .string(file), "container": deployed.container.map { .string($0) } ?? .null,
      "differences": .array(
        differences.map { difference in
          [
            "kind": .string(difference.kind.rawValue),
            "severity": .string(difference.isError ? "error" : "warning"), "name": .string(difference.name),
            "parameter": difference.parameter.map { .string($0) } ?? .null,
            "message": .string(difference.message),
            "location": difference.location.map { JSON(origin: $0) } ?? .null,
          ]
        }),
      "unchecked": .strings(unchecked.sorted()),
    ]
  }
}

extension DeployedEnvironment {
  /// Whether a parameter's file is mounted. Only the end of the path is compared, since the location of the manifest's
  /// folder in the container is unknown.
  fileprivate func hasFile(_ name: String) -> Bool {
    func ends(_ path: String) -> Bool {
      let name = name.split(separator: "/").filter { $0 != "." && $0 != ".." }
      return path.split(separator: "/").suffix(name.count).elementsEqual(name)
    }
    return mounts.contains { mount in
      if mount.isFile { return ends(mount.path) }
      if let keys = mount.keys { return keys.contains { ends("\(mount.path)/\($0)") } }
      return ends("\(mount.path)/\(name.split(separator: "/").last ?? "")")
    }
  }
}
