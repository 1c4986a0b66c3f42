import ConfigDI

/// The commands for editors.
extension Command {
  static let languageServer = Command(
    "lsp", "Run a language server for editors on standard input and output.",
    discussion: [
      "Editors start the server themselves; see the Editors guide. It checks the open folders as `check` does, using unsaved text instead of the files on disk.",
      "Exit code 0: the editor shut down the server; 1: the connection closed without a shutdown.",
    ],
    options: [.log]
  ) { arguments, console in
    let log = try ServerLog(arguments[.log], within: console.writingBound(arguments), console)
    return ServerProcess(console: console, log: { log.write($0) }).run()
  }

  static let schema = Command(
    "schema", "Print a JSON Schema of manifests for editors.",
    discussion: [
      "On its own, the schema describes the format. With a catalog, it includes the program's keys, factories and settings. With a manifest, it also offers the names that the manifest declares.",
      "To use the schema, add this as the first line of a manifest:",
      "`# yaml-language-server: $schema=configdi.schema.json`",
    ],
    arguments: [
      Operand(
        name: "path", isOptional: true, completion: .file,
        help: "Manifest whose keys, parameters, stages, scopes and collections the schema offers.")
    ],
    options: Option.composition + Option.limits
  ) { arguments, console in
    console.write(try manifestSchema(arguments, console).json.text)
    return .success
  }

  private static func manifestSchema(_ arguments: Arguments, _ console: Console) throws -> ManifestSchema {
    guard arguments.positionals.isEmpty else {
      let project = try Project(arguments, console)
      let source = try project.onlyManifest()
      // The mistakes in the input are ignored, since `check` reports them. The schema offers everything that could be
      // read.
      return ManifestSchema(catalog: source.catalog, names: SchemaNames(source.composed(project.world)))
    }
    guard arguments.has(.catalog) || arguments.has(.catalogFrom) else { return ManifestSchema() }
    var loader = CatalogLoader(arguments, console)
    return ManifestSchema(catalog: try loader.catalog(forManifestAt: "", ConfigurationFile()))
  }
}
