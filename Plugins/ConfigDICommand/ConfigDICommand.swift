import Foundation
import PackagePlugin

/// `swift package configdi-check …` runs the checker that comes with ConfigDI, with the checker's own arguments.
///
/// Only `--product 'NAME [ARGUMENT…]'` is the plugin's own option. It builds and runs that executable product, whose
/// output is the catalog, so that the check knows the current registrations.
@main
struct ConfigDICommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let products = extractor.extractOption(named: "product")
    var arguments = extractor.remainingArguments
    if let program = products.last {
      arguments += ["--catalog-from", try catalogCommand(program)]
    }
    let checker = Process()
    checker.executableURL = try context.tool(named: "configdi-check").url
    checker.arguments = arguments
    try checker.run()
    checker.waitUntilExit()
    if checker.terminationReason != .exit || checker.terminationStatus != 0 {
      exit(checker.terminationReason == .exit ? checker.terminationStatus : 2)
    }
  }

  /// Builds the program, and returns the shell command that makes it print its catalog.
  private func catalogCommand(_ program: String) throws -> String {
    let words = program.split(separator: " ").map(String.init)
    guard let name = words.first else { throw Problem("--product requires the name of an executable product.") }
    var parameters = PackageManager.BuildParameters()
    parameters.echoLogs = false
    let result = try packageManager.build(.product(name), parameters: parameters)
    guard result.succeeded else { throw Problem("'\(name)' could not be built:\n\(result.logText)") }
    let built = result.builtArtifacts.first { $0.kind == .executable && $0.url.lastPathComponent == name }
    guard let built else { throw Problem("'\(name)' is not an executable product of this package.") }
    return ([quoted(built.url.path)] + words.dropFirst()).joined(separator: " ")
  }

  private func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}

struct Problem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
