import ConfigDI

extension Command {
  static let env = Command(
    "env",
    "List every variable and secret file that a manifest reads, with the stages and services that use it.",
    discussion: [
      "With --compare, report the variables that a deployment is missing, misspells or sets to an invalid value. A file that ends in .yaml, .yml or .json contains Kubernetes manifests: a Deployment or another object with containers, including the ConfigMaps and Secrets in the same file. Any other file is a dotenv file.",
      "Exit code 0: no errors; 1: errors; 2: could not compare. Errors in the wiring, such as cycles, are not reported. A variable that the manifest does not read is only a warning.",
    ],
    arguments: [.manifest],
    options: [
      .stages, .compare, .format(["text", "json", "markdown", "dotenv", "kubernetes"]), .output, .color,
    ] + Option.composition + Option.limits
  ) { arguments, console in
    let manifest = try AllStages(arguments, console)
    let composed = manifest.composed
    if let path = arguments[.compare] {
      let code = try compare(composed, with: path, arguments, console)
      return code == .success ? manifest.code : code
    }
    let contract = EnvironmentContract(composed)
    let text =
      switch arguments[.format([])] {
      case "json": contract.json.text
      case "markdown": contract.markdown
      case "dotenv": contract.dotenv
      case "kubernetes": contract.kubernetes(name: composed.entry.path)
      default: contract.text
      }
    try deliver(text, as: .answer, arguments, console)
    return manifest.code
  }

  private static func compare(
    _ composed: ComposedManifest, with path: String, _ arguments: Arguments, _ console: Console
  ) throws -> ExitCode {
    let format = arguments[.format([])] ?? "text"
    guard ["text", "json"].contains(format) else {
      throw UsageError(
        "The value '\(format)' is invalid for '\(Option.format([]).label)' with '\(Option.compare.label)'. Please use 'text' or 'json'."
      )
    }
    var composed = composed
    let wanted = Set(EnvironmentContract(composed).variables.map(\.name))
    let deployed = try DeployedEnvironment.read(path, wanted: wanted, Limits(arguments), console)
    // The deployment determines the stage, unless the command line names one.
    if arguments.all(.stages).isEmpty, let stage = deployed.variable("CONFIGDI_STAGE")?.value {
      let chosen = composed.stages.filter { $0.name == stage }
      if !chosen.isEmpty { composed.stages = chosen }
    }
    let comparison = EnvironmentComparison(
      composed, EnvironmentContract(composed), with: deployed, file: console.shown(path))
    try deliver(format == "json" ? comparison.json.text : comparison.text, as: .answer, arguments, console)
    console.tell(comparison.summary)
    return comparison.code
  }
}
