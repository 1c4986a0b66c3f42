/// Additions to a manifest from the command line or the program.
package struct CompositionOptions: Sendable {
  /// The files given with `--overlay`, relative to the working directory. They are applied after the whole manifest.
  package var overlays: [String] = []
  /// The names and values given with `--set`, applied last.
  package var values: [(name: String, value: String)] = []
  /// The values that the program sets in levels, applied after all others. They are not text, which may show a secret.
  package var literals: [String: Literal] = [:]
  /// The flag or argument that supplied the values, for messages.
  package var givenBy = "--set"
  /// The flag or argument that names an overlay, and what to do if its file is missing, for messages.
  package var overlaysGivenBy = "--overlay"
  package var overlayRemedy = "check the path: on the command line, it is relative to the working directory"
  /// The folders that `module:NAME/…` refers to.
  package var modules: [String: String] = [:]
  /// A folder that all imports and overlays must be in, even if a manifest's own `root` is wider.
  package var root: String?
  /// How to choose a wider root, for messages.
  package var rootRemedy = "choose a wider root folder with --root DIR"
  package var limits = Limits()
  /// The variables that a check may assume to be set, if known (`--env-file`, `--env current`).
  package var variables: [String: String]?
  /// The program's source of parameter values, which takes precedence over environment variables.
  package var source: ParameterSource.Reading?
  package var stages = StageSelection.all
  /// The stages that a check is asked for, if not all that it composes.
  package var judgedStages: [String]?
  /// Whether a manifest that cannot be read may import this one, and so may define names that seem missing.
  package var mayBePart = false
  /// The display paths of the manifests that are checked together, by their absolute paths with links resolved.
  package var names: [String: String] = [:]

  package init() {}
}

package enum StageSelection: Sendable {
  case all
  /// The declared stages with these names.
  case named([String])
  /// The stage that a program would choose: the argument, else `CONFIGDI_STAGE`, else `defaultStage`.
  case chosen(argument: String?)
}

/// The manifest to compose: a file, or a string with a name.
package enum ManifestInput: Sendable {
  case path(String)
  /// A manifest's text. Relative paths in it are relative to the folder in its name.
  case text(SourceFile)

  package var path: String {
    switch self {
    case .path(let path): path
    case .text(let file): file.path
    }
  }
}
