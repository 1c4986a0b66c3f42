import Foundation
import PackagePlugin

/// `swift package configdi-catalog` builds the program, asks it for its catalog, and then replaces the catalog file. If
/// the build fails, the old catalog stays unchanged.
///
/// - `--product NAME`: the program; required if the package has several.
/// - `--output FILE`: the catalog file, relative to the working directory; by default the package's
///   `config/configdi.catalog.json`, or `configdi.catalog.json` if the package has no folder `config`.
@main
struct ConfigDICatalog: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "product")
    let outputs = extractor.extractOption(named: "output")
    if let other = extractor.remainingArguments.first {
      throw Problem("unknown argument '\(other)'; expected --product NAME or --output FILE")
    }
    let programs = context.package.products(ofType: ExecutableProduct.self).map(\.name)
    guard let program = names.last ?? (programs.count == 1 ? programs.first : nil) else {
      throw Problem("choose a program with --product; available: \(programs.joined(separator: ", "))")
    }
    let built = try packageManager.build(.product(program), parameters: .init(echoLogs: true))
    let artifact = built.builtArtifacts.first { $0.kind == .executable && $0.url.lastPathComponent == program }
    guard built.succeeded, let artifact else { throw Problem("could not build '\(program)'; the catalog is unchanged") }

    let catalog = try output(of: artifact.url, in: context.package.directoryURL)
    let file = file(named: outputs.last, in: context.package.directoryURL)
    if (try? Data(contentsOf: file)) == catalog {
      print("\(file.path) is up to date")
    } else {
      try catalog.write(to: file, options: .atomic)
      print("wrote \(file.path)")
    }
  }

  private func file(named name: String?, in folder: URL) -> URL {
    // SwiftPM runs command plugins in the caller's working directory.
    if let name { return URL(filePath: name).absoluteURL }
    let config = folder.appending(path: "config")
    let hasConfig = (try? config.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true
    return (hasConfig ? config : folder).appending(path: "configdi.catalog.json")
  }

  /// Runs the program so that it prints its catalog, and returns the output.
  private func output(of program: URL, in folder: URL) throws -> Data {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = program
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(["CONFIGDI_PRINT_CATALOG": "1"]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw Problem("the program exited with an error; the catalog is unchanged")
    }
    let object = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any]
    guard object?["configdiCatalog"] != nil else {
      throw Problem(
        "the program printed no catalog, so the file is unchanged: call printCatalogIfAsked() before anything else")
    }
    return data
  }
}

struct Problem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
