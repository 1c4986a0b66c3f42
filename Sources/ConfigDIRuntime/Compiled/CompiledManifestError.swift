/// A compiled manifest that this program cannot use, and the command that renews it.
public struct CompiledManifestError: Error, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) {
    self.description = description
  }

  static func unreadable(_ name: String, _ problem: FileProblem) -> CompiledManifestError {
    CompiledManifestError(.unreadable(name, problem))
  }

  static func notCompiled(_ name: String) -> CompiledManifestError {
    CompiledManifestError(
      "'\(name)' is no compiled manifest\n  help: write one with: configdi-check compile MANIFEST --output FILE")
  }

  static func otherFormat(_ format: Int, _ name: String) -> CompiledManifestError {
    CompiledManifestError(
      "'\(name)' is a compiled manifest of format \(format), and this program reads format \(CompiledFormat.number)\n"
        + "  help: compile it again with the configdi-check of the ConfigDI that this program is built with: "
        + "configdi-check compile MANIFEST --output FILE")
  }

  static func damaged(_ name: String) -> CompiledManifestError {
    CompiledManifestError(
      "'\(name)' is a damaged compiled manifest\n"
        + "  help: compile it again: configdi-check compile MANIFEST --output FILE")
  }

  static func withoutStage(_ stage: String, _ name: String, _ entry: String) -> CompiledManifestError {
    CompiledManifestError(
      "'\(name)' was compiled without the stage '\(stage)'\n"
        + "  help: compile it with that stage, or with all: \(command(entry, name))")
  }

  static func stale(_ differences: [String], _ name: String, _ entry: String) -> CompiledManifestError {
    let lines = differences.map { "\n  \($0)" }.joined()
    return CompiledManifestError(
      "'\(name)' was compiled for other factories than the program has:\(lines)\n"
        + "  help: write the catalog anew, and compile the manifest again: \(command(entry, name))")
  }

  static func needsText(_ what: String) -> CompiledManifestError {
    CompiledManifestError(
      "\(what) needs the manifest's text, which a compiled manifest does not have\n"
        + "  help: import ConfigDI, and give it the manifest itself")
  }

  private static func command(_ entry: String, _ name: String) -> String {
    "configdi-check compile \(entry) --output \(name)"
  }
}
