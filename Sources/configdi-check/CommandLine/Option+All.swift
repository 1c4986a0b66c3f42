/// Every option that some command takes.
extension Option {
  static let help = Option("help", short: "h", help: "Show help information.")
  static let version = Option("version", help: "Show the version.")
  static let completionScript = Option(
    "generate-completion-script", .choice("shell", ["bash", "zsh", "fish"]),
    help: "Print a completion script for a shell.")
  static let manual = Option(
    "generate-manual", .choice("format", ["man", "markdown"]), hidden: true,
    help: "Print the manual page, or the reference page in Markdown.")

  static let catalog = Option(
    "catalog", short: "c", .text("file"), completion: .file,
    help:
      "What the program's factories are; else `catalog` of the configuration file, else configdi.catalog.json beside the manifest."
  )
  static let catalogFrom = Option(
    "catalog-from", .text("command"), help: "Run a command, and read the catalog that it prints.")
  static let catalogTimeout = Option(
    "catalog-timeout", .count("seconds"),
    help: "How many seconds the command of --catalog-from may take; 300 by default.")
  static let requireCatalog = Option(
    "require-catalog", help: "Fail where there is no catalog, rather than skip the rules that need one.")

  static let stages = Option(
    "stage", short: "s", .text("stage"), repeatable: true, completion: .stage,
    help: "Look at this stage only; may be repeated. All stages by default.")
  static let stage = Option(
    "stage", short: "s", .text("stage"), completion: .stage,
    help: "Show this stage; else $CONFIGDI_STAGE, else the manifest's default.")
  static let module = Option(
    "module", .pair("name=dir"), repeatable: true, completion: .folder,
    help: "Bind a module's name in imports to a folder; may be repeated.")
  static let overlay = Option(
    "overlay", .text("file"), repeatable: true, completion: .file,
    help: "Lay a file over every stage, after its own overlays; may be repeated.")
  static let set = Option(
    "set", .pair("name=value"), repeatable: true, help: "Set a parameter in every stage; may be repeated.")
  static let envFile = Option(
    "env-file", .text("file"), repeatable: true, completion: .file,
    help: "Take the environment from a file of NAME=VALUE lines; may be repeated.")
  static let env = Option("env", .choice("environment", ["current"]), help: "Take the environment from this process.")
  static let root = Option(
    "root", .text("dir"), completion: .folder,
    help: "The folder that nothing is read outside of; else the repository, else the manifest's folder.")

  static let sources = Option(
    "sources", .text("dir"), repeatable: true, completion: .folder,
    help:
      "Read the calls in this folder's Swift files; may be repeated. By default those of the package's targets."
  )
  static let noSources = Option("no-sources", help: "Read no Swift files.")

  static let report = Option(
    "report", .pair("format=file"), repeatable: true, completion: .format,
    help: "Also write the findings to a file, in a format of its own; may be repeated.")
  static let select = Option(
    "select", .text("codes"), repeatable: true, completion: .rule,
    help: "Report these rules only: codes, slugs or beginnings such as DI2, separated by commas; may be repeated.")
  static let ignore = Option(
    "ignore", .text("codes"), repeatable: true, completion: .rule,
    help: "Leave these rules out: codes, slugs or beginnings such as DI2, separated by commas; may be repeated.")
  static let failOn = Option(
    "fail-on", .choice("severity", ["error", "warning", "note", "never"], default: "error"),
    help: "The least severity for which to end with exit code 1.")
  static let baseline = Option(
    "baseline", .text("file"), completion: .file, help: "Leave out the findings that this file lists.")
  static let writeBaseline = Option(
    "write-baseline", .text("file"), completion: .file,
    help: "Write a file that lists today's findings, to fail on new ones only.")
  static let stdinFilename = Option(
    "stdin-filename", .text("name"), completion: .file,
    help: "The path that standard input stands for, in messages and for its imports.")
  static let project = Option(
    "project", .text("dir"), hidden: true,
    help: "Where no path is given, check what this folder's configuration file names, else the folder.")
  static let stamp = Option(
    "stamp", .text("file"), hidden: true,
    help: "Write this Swift file, which says nothing, where nothing fails the check.")
  static let inputs = Option(
    "inputs", .text("file"), hidden: true,
    help: "The files and folders that a build watches, one a line; touched where the check depends on others.")
  static let watch = Option("watch", short: "w", help: "Check again whenever a file changes.")
  static let color = Option(
    "color", .choice("when", ["auto", "always", "never"], default: "auto"), help: "Whether to colour text.")
  static let quiet = Option("quiet", short: "q", help: "Print findings only: no summary and no progress.")
  static let verbose = Option(
    "verbose", short: "v", help: "Also tell which files were read, and which rules were skipped.")

  static let maxFileBytes = Option(
    "max-file-bytes", .count("n"), help: "The most bytes of one file; 2147483647 at most.")
  static let maxScalarBytes = Option("max-scalar-bytes", .count("n"), help: "The most bytes of one scalar.")
  static let maxNesting = Option(
    "max-nesting", .count("n"), help: "The most collections inside each other; 1000 at most.")
  static let maxFiles = Option("max-files", .count("n"), help: "The most files of one manifest.")
  static let maxImportDepth = Option("max-import-depth", .count("n"), help: "The most imports inside each other.")
  static let maxNodes = Option(
    "max-nodes", .count("n"), help: "The most nodes of one manifest, after aliases are expanded.")
  static let maxStages = Option("max-stages", .count("n"), help: "The most stages of one manifest.")
  static let maxSteps = Option("max-steps", .count("n"), help: "The most steps of searching one manifest's graph.")
  static let maxWork = Option(
    "max-work", .count("n"), help: "The most work that stages, aliases and globs may make by repetition.")

  static let focus = Option("focus", .text("key"), completion: .key, help: "Show only what is near this key.")
  static let depth = Option("depth", .count("n"), help: "How many edges from the focus to go.")
  static let cyclesOnly = Option("cycles-only", help: "Show only services that are part of a cycle.")
  static let base = Option("base", .text("revision"), help: "Compare with this git revision of the manifest.")
  static let exitCode = Option("exit-code", help: "End with exit code 1 where something changes.")
  static let log = Option(
    "log", .text("file"), completion: .file, help: "Write what the server does to this file, not to standard error.")
  static let output = Option(
    "output", short: "o", .text("file"), completion: .file,
    help: "Write the result to this file instead of standard output.")
  static let statistics = Option("statistics", help: "Also count the findings of each rule, most first.")
  static let fix = Option("fix", help: "Apply the safe fixes first, then check what is left.")
  static let dryRun = Option("dry-run", short: "n", help: "Print the changes as a diff, and write nothing.")

  static let symbolGraph = Option(
    "symbol-graph", .text("dir"), repeatable: true, completion: .folder,
    help: "A folder with the symbol graphs of the package's modules; may be repeated.")
  static let target = Option("target", .text("module"), help: "The module; needed where there are several.")
  static let protocols = Option(
    "protocols", .text("names"), repeatable: true,
    help: "Protocols of other packages that count as the package's own, or concrete types to register; may be repeated."
  )
  static let assemblyFile = Option(
    "output", short: "o", .text("file"), completion: .file,
    help: "Write the registrations to this file, not to one in the module's folder in Sources; - is standard output.")
  static let documentedCatalog = Option(
    "catalog", .text("file"), completion: .file,
    help: "Also write the documentation of the registered types into this catalog.")
  static let key = Option(
    "key", .text("key"), repeatable: true, help: "A key besides the roots; may be repeated.")
  static let checkCurrent = Option("check", help: "Write nothing; fail where the written file is not current.")
  static let swift = Option(
    "swift", .text("name"),
    help:
      "Write a Swift file in which the manifest has this name, as Manifests.app; app alone is a member of Manifests.")
  static let inExtension = Option(
    "extension", help: "With --swift, extend the type, which another file declares.")
  static let manifest = Option(
    "manifest", .text("file"), completion: .file,
    help: "Also write a first manifest; where the file is there already, print what it lacks.")

  static func format(_ formats: [String], default standard: String = "text") -> Option {
    Option("format", short: "f", .choice("format", formats, default: standard), help: "How to print the result.")
  }

  static let limits = [
    maxFileBytes, maxScalarBytes, maxNesting, maxFiles, maxImportDepth, maxNodes, maxStages, maxSteps, maxWork,
  ]

  /// The options that decide how a manifest is composed, for every command that reads one, except `--stage`.
  static let composition = [catalog, catalogFrom, catalogTimeout, module, overlay, set, envFile, env, root]
}
