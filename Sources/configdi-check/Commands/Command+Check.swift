import ConfigDI

extension Command {
  static let check = Command(
    "check", "Check manifests.",
    discussion: [
      "A folder's manifests are its .yaml and .yml files with a top-level `configdi` key that no other one imports.",
      "Exit code 0: nothing at or above --fail-on; 1: findings; 2: the check could not be completed; 64: wrong usage.",
    ],
    arguments: [
      Argument(
        "path", optional: true, repeatable: true, completion: .file,
        "A manifest, a folder, or - for standard input; the current folder by default.")
    ],
    options: checkOptions
  ) { _, _ in
    throw Failure("nothing can be checked yet")
  }
}

private let checkOptions: [Option] = [
  .catalog, .catalogFrom, .requireCatalog, .stages, .module, .overlay, .set, .envFile, .env, .root,
  .format(Format.all.map(\.name)), .report, .select, .ignore, .failOn, .baseline, .writeBaseline, .stdinFilename,
  .watch, .color, .quiet, .verbose, .maxFileBytes, .maxScalarBytes, .maxNesting, .maxFiles, .maxImportDepth,
  .maxNodes,
]
