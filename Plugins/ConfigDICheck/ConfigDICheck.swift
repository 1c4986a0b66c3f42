import Foundation
import PackagePlugin

/// Checks a target's manifests before the target is compiled. A mistake fails the build and is reported at its line.
///
/// The manifests are those in the target's own folder. If it has none, they are the manifests that `configdi-check`
/// checks in the package's folder: those under `paths` in `.configdi-check.yml`, or else all of them.
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
    // The package's folder is passed because, for a dependency's target, the working directory is the folder of the
    // package that has the dependency.
    arguments += own.hasManifest ? [target.directoryURL.path] : ["--project", package.path]
    return [
      .buildCommand(
        displayName: "Checking manifests for \(target.name)",
        executable: try context.tool(named: "configdi-check").url,
        arguments: arguments, inputFiles: inputs.files + [known], outputFiles: [stamp])
    ]
  }
}
