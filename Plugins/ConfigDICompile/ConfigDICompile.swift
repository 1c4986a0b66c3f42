import Foundation
import PackagePlugin

/// Compiles a target's manifests into the target, so that `app.yaml` becomes `Manifests.app`. Manifests are checked and
/// compiled when the target is built, and again whenever a manifest or catalog in the target's folder changes.
///
/// A target's manifests are those in its folder that no other manifest imports, and its catalog is in the same folder.
/// A file `ConfigDICompile.txt` in that folder may name the manifests instead, one per line. It may also have lines
/// with options for `configdi-check compile`, such as `--module ScanSDK=../ScanSDK`. Paths in the file are relative to
/// the target's folder.
@main
struct ConfigDICompile: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let folder = target.directoryURL
    let files = Self.files(below: folder)
    let options = folder.appending(path: "ConfigDICompile.txt")
    let lines = ((try? String(contentsOf: options, encoding: .utf8)) ?? "").split(whereSeparator: \.isNewline)
    let words = lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
    let named = words.filter { !$0.hasPrefix("-") }.map { folder.appending(path: $0) }
    let manifests = named.isEmpty ? Self.entries(files) : named
    guard !manifests.isEmpty else {
      Diagnostics.error("ConfigDICompile found no manifest in \(folder.path)")
      return []
    }
    var extra: [String] = []
    var inputs = files
    if FileManager.default.fileExists(atPath: options.path) { inputs.append(options) }
    for word in words where word.hasPrefix("-") {
      let parts = word.split(separator: " ", maxSplits: 1).map(String.init)
      extra.append(parts[0])
      guard parts.count == 2 else { continue }
      guard let (name, place) = Self.place(parts[1], of: parts[0], folder) else {
        extra.append(parts[1])
        continue
      }
      extra.append(name + place.path)
      // Files that the manifests import from this location are compiled in too.
      inputs += parts[0] == "--root" ? [] : place.hasDirectoryPath ? Self.files(below: place) : [place]
    }
    for (member, files) in Dictionary(grouping: manifests, by: Self.member) where files.count > 1 {
      let names = files.map(\.path).joined(separator: " and ")
      Diagnostics.error("\(names) would both become 'Manifests.\(member)': rename one of them")
      return []
    }
    let tool = try context.tool(named: "configdi-check").url
    return manifests.enumerated().map { index, manifest in
      let member = Self.member(of: manifest)
      let output = context.pluginWorkDirectoryURL.appending(path: "Manifests+\(member).swift")
      var arguments = ["compile", manifest.path, "--swift", "Manifests.\(member)", "--output", output.path] + extra
      // The first file declares the type that the others extend.
      if index > 0 { arguments.append("--extension") }
      return .buildCommand(
        displayName: "Compiling \(manifest.lastPathComponent) for \(target.name)", executable: tool,
        arguments: arguments, inputFiles: inputs, outputFiles: [output])
    }
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

  /// The manifests whose file names do not occur in any other file.
  private static func entries(_ files: [URL]) -> [URL] {
    let texts = files.filter { $0.pathExtension != "json" }.map { file in
      (file: file, text: (try? String(contentsOf: file, encoding: .utf8)) ?? "")
    }
    return texts.filter { file, text in
      let lines = text.split(whereSeparator: \.isNewline)
      return lines.contains { $0.hasPrefix("configdi:") } && !lines.contains { $0.hasPrefix("kind: overlay") }
        && !texts.contains { $0.file != file && $0.text.contains(file.lastPathComponent) }
    }.map(\.file)
  }

  /// The absolute path in an option that takes a path, and the `NAME=` that precedes it in `--module`; `nil` for other
  /// options.
  private static func place(_ text: String, of option: String, _ folder: URL) -> (name: String, place: URL)? {
    switch option {
    case "--module":
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { return nil }
      let place = URL(filePath: parts[1], directoryHint: .isDirectory, relativeTo: folder)
      return ("\(parts[0])=", place.standardizedFileURL)
    case "--catalog", "--overlay", "--root":
      return ("", URL(filePath: text, directoryHint: .notDirectory, relativeTo: folder).standardizedFileURL)
    default: return nil
    }
  }

  /// The name of the member that holds a manifest: `diProd` for `di-prod.yaml`.
  private static func member(of manifest: URL) -> String {
    let words = manifest.deletingPathExtension().lastPathComponent.split {
      !$0.isASCII || !($0.isLetter || $0.isNumber)
    }
    return words.enumerated().map { index, word in
      index == 0 ? word.prefix(1).lowercased() + word.dropFirst() : word.prefix(1).uppercased() + word.dropFirst()
    }.joined()
  }
}
