import Foundation
import PackagePlugin

/// Keeps the typed keys for a target's manifest current. `Wiring.swift` is generated before the target is compiled, and
/// again whenever a manifest or catalog in the target's folder changes.
///
/// The manifest is the first one by path in the target's folder, and the catalog is in the same folder. A file
/// `ConfigDIKeys.txt` in that folder may name a different manifest, and may have lines such as `--key Clock` for keys
/// in addition to the roots.
@main
struct ConfigDIKeys: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let folder = target.directoryURL
    let files = Self.files(below: folder)
    let options = folder.appending(path: "ConfigDIKeys.txt")
    let lines = ((try? String(contentsOf: options, encoding: .utf8)) ?? "").split(whereSeparator: \.isNewline)
    let words = lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
    let named = words.first { !$0.hasPrefix("-") }.map { folder.appending(path: $0) }
    guard let manifest = named ?? files.first(where: Self.isManifest) else {
      Diagnostics.error("ConfigDIKeys found no manifest in \(folder.path)")
      return []
    }
    let output = context.pluginWorkDirectoryURL.appending(path: "Wiring.swift")
    var arguments = ["keys", manifest.path, "--target", target.moduleName, "--output", output.path]
    for word in words where word.hasPrefix("-") { arguments += word.split(separator: " ").map(String.init) }
    return [
      .buildCommand(
        displayName: "Generating key accessors for \(target.name)",
        executable: try context.tool(named: "configdi-check").url,
        arguments: arguments,
        inputFiles: files + (FileManager.default.fileExists(atPath: options.path) ? [options] : []),
        outputFiles: [output])
    ]
  }

  /// The manifests and catalogs below a folder, sorted by path.
  private static func files(below folder: URL) -> [URL] {
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    let found = (all?.allObjects as? [URL]) ?? []
    return found.filter {
      ["yaml", "yml"].contains($0.pathExtension) || $0.lastPathComponent.hasSuffix("catalog.json")
    }
    .sorted { $0.path < $1.path }
  }

  private static func isManifest(_ file: URL) -> Bool {
    guard ["yaml", "yml"].contains(file.pathExtension), let bytes = try? Data(contentsOf: file) else { return false }
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.contains { $0.hasPrefix("configdi:") } && !lines.contains { $0.hasPrefix("kind: overlay") }
  }
}
