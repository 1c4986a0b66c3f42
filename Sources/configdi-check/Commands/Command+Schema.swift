import ConfigDI

extension Command {
  static let schema = Command(
    "schema", "Print a JSON Schema of manifests, for editors.",
    discussion: [
      "Alone it describes the format. With a catalog it includes this program's keys, factories and settings; with a manifest it also offers the manifest's own names.",
      "Name it in a manifest's first line: # yaml-language-server: $schema=configdi.schema.json",
    ],
    arguments: [
      Operand(
        "path", optional: true, completion: .file,
        "A manifest whose keys, parameters, stages, scopes and collections to offer.")
    ],
    options: Option.composition + Option.limits
  ) { arguments, console in
    console.write(try manifestSchema(arguments, console).json.text)
    return .success
  }

  private static func manifestSchema(_ arguments: Arguments, _ console: Console) throws -> ManifestSchema {
    guard arguments.positionals.isEmpty else {
      let project = try Project(arguments, console)
      guard let source = project.sources.first, project.sources.count == 1 else {
        throw Failure("name one manifest; \(counted(project.sources.count, "manifest")) found")
      }
      // `check` reports the mistakes. Here, everything that can be read is offered.
      var ignored = Diagnostics()
      let composed = Composer.compose(
        source.input, world: project.world, options: source.options, catalog: source.catalog,
        reporting: &ignored)
      return ManifestSchema(catalog: source.catalog, names: composed.map { SchemaNames($0) } ?? SchemaNames())
    }
    guard arguments.has(.catalog) || arguments.has(.catalogFrom) else { return ManifestSchema() }
    var loader = CatalogLoader(arguments, console)
    return ManifestSchema(catalog: try loader.catalog(forManifestAt: "", ConfigurationFile()))
  }
}
