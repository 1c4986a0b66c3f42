import Foundation
import PackagePlugin

/// `swift package configdi-register --target Parts` writes the registrations for a target's types, based on the
/// target's symbol graph.
///
/// `--target` may be repeated. All other arguments are those of `configdi-check register`.
@main
struct ConfigDIRegister: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let rest = extractor.remainingArguments
    let asksForHelp = rest.contains { $0 == "--help" || $0 == "-h" }
    let tool = try context.tool(named: "configdi-check").url
    guard !asksForHelp else {
      return try run(tool, ["register", "--help"], in: context.package.directoryURL)
    }
    let targets = try context.package.targets(named: names).compactMap { $0 as? any SourceModuleTarget }
    guard !targets.isEmpty else {
      let known = context.package.targets.compactMap { ($0 as? any SourceModuleTarget)?.name }
      throw Problem("choose a target with --target; available: \(known.joined(separator: ", "))")
    }
    for target in targets {
      var arguments = ["register", "--target", target.moduleName]
      let isNamed = rest.contains { $0 == "--output" || $0.hasPrefix("--output=") }
      let output = target.directoryURL.appending(path: "\(target.moduleName)Factories.swift")
      if !isNamed { arguments += ["--output", output.path] }
      let stale = StaleRegistrations(at: output)
      defer { stale.putBack() }
      for folder in try graphs(of: target, in: context.package, settingAside: stale) {
        arguments += ["--symbol-graph", folder.path]
      }
      stale.putBack()
      try run(tool, arguments + rest, in: context.package.directoryURL)
    }
  }

  /// The folders with the symbol graphs of a target and of its dependencies in the same package.
  private func graphs(
    of target: any SourceModuleTarget, in package: Package, settingAside stale: StaleRegistrations
  ) throws -> [URL] {
    let own = Set(package.targets.map(\.id))
    let others = target.recursiveTargetDependencies.filter { own.contains($0.id) && $0 is SwiftSourceModuleTarget }
    return try (others + [target]).map { target in
      do {
        return try graph(of: target)
      } catch {
        // The target may fail to compile because the generated file names a type that no longer exists.
        guard stale.setAside() else { throw error }
        return try graph(of: target)
      }
    }
  }

  private func graph(of target: any Target) throws -> URL {
    try packageManager.getSymbolGraph(
      for: target,
      options: .init(
        minimumAccessLevel: .private, includeSynthesized: false, includeSPI: true, emitExtensionBlocks: false)
    ).directoryURL
  }

  private func run(_ tool: URL, _ arguments: [String], in folder: URL) throws {
    let process = Process()
    process.currentDirectoryURL = folder
    process.executableURL = tool
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    if process.terminationReason != .exit || process.terminationStatus != 0 {
      exit(process.terminationReason == .exit ? process.terminationStatus : 2)
    }
  }
}

struct Problem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
