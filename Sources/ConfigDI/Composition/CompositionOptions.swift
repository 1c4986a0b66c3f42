/// What a composition takes besides the manifest itself: what the command line or the program adds to it.
package struct CompositionOptions: Sendable {
  /// Files of `--overlay`, relative to the working directory, after all that the manifest has.
  package var overlays: [String] = []
  /// Pairs of `--set`, last of all.
  package var values: [(name: String, value: String)] = []
  /// Where the values are given, for messages.
  package var givenBy = "--set"
  /// The folders that `module:NAME/…` stands for.
  package var modules: [String: String] = [:]
  /// A folder that no import or overlay may leave, whatever a manifest's own `root` says.
  package var root: String?
  package var limits = Limits()
  /// The variables that a check may take as set, where it is told them (`--env-file`, `--env current`).
  package var variables: [String: String]?
  /// What a program gives before them.
  package var source: ParameterSource?
  package var stages = StageSelection.all

  package init() {}
}

/// Which stages to compose.
package enum StageSelection: Sendable {
  case all
  /// Those of these names that are declared.
  case named([String])
  /// One, as the library chooses it: the argument, else `CONFIGDI_STAGE`, else `defaultStage`.
  case chosen(argument: String?)
}

/// What to compose: a file, or a text that has a name.
package enum ManifestInput: Sendable {
  case path(String)
  /// Relative paths in it are relative to the folder of its name.
  case text(SourceFile)

  package var path: String {
    switch self {
    case .path(let path): path
    case .text(let file): file.path
    }
  }
}
