import Foundation
import PackagePlugin

/// Checks the manifests of a target before it is compiled: if one has a mistake, the target's build fails at its line.
///
/// These are the manifests in the target's own folder. If it has none, they are those that `configdi-check` checks in
/// the package's folder: the `paths` of its `.configdi-check.yml`, else all of it.
@main
struct ConfigDICheck: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard target is SwiftSourceModuleTarget else {
      Diagnostics.error(
        "'\(target.name)' is not a Swift target; attach ConfigDICheck to a Swift target.")
      return []
    }
    let package = context.package.directoryURL
    let own = CheckInputs(below: target.directoryURL, upTo: package)
    let inputs = own.hasManifest ? own : CheckInputs(below: package, upTo: package)

    let known = context.pluginWorkDirectoryURL.appending(path: "Inputs.txt")
    try inputs.write(to: known)
    let stamp = context.pluginWorkDirectoryURL.appending(path: "ConfigDIChecked.swift")
    var arguments = ["check", "--quiet", "--format", "text", "--color", "never"]
    arguments += ["--stamp", stamp.path, "--inputs", known.path]
    // Not the working directory: for a dependency's target it is the folder of the package that depends on it.
    arguments += own.hasManifest ? [target.directoryURL.path] : ["--project", package.path]
    return [
      .buildCommand(
        displayName: "Checking manifests for \(target.name)",
        executable: try context.tool(named: "configdi-check").url,
        arguments: arguments, inputFiles: inputs.files + [known], outputFiles: [stamp])
    ]
  }
}
