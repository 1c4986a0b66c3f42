/// Every option of every command, grouped by the section of the help page that lists it.
extension Option {
  static let help = Option("help", short: "h", help: "Show help information.")
  static let version = Option("version", help: "Show the version.")
  static let completionScript = Option(
    "generate-completion-script", .choice("shell", ["bash", "zsh", "fish"]),
    help: "Print a completion script for a shell.")
  static let manual = Option(
    "generate-manual", .choice("format", ["man", "markdown"]), hidden: true,
    help: "Print the manual page, or the reference page in Markdown.")

  /// The options other than `--stage` that affect how a manifest is composed, for every command that reads a manifest.
  static let composition = [catalog, catalogFrom, catalogTimeout, module, overlay, set, envFile, env, root]
  static let limits = [limit, helpLimits]

  static func format(_ formats: [String], default standard: String = "text") -> Option {
    Option(
      "format", short: "f", .choice("format", formats, default: standard), in: .output, help: "Output format.")
  }

  // MARK: What to check

  static let stages = Option(
    "stage", short: "s", .text("stage"), in: .subject, repeatable: true, completion: .stage,
    help: "Use only this stage; may be repeated.")
  static let stage = Option(
    "stage", short: "s", .text("stage"), in: .subject, completion: .stage,
    help: "Stage (default: $CONFIGDI_STAGE, else defaultStage).")
  static let overlay = Option(
    "overlay", .text("file"), in: .subject, repeatable: true, completion: .file,
    help: "Apply this overlay to every stage; may be repeated.")
  static let module = Option(
    "module", .pair("name=dir"), in: .subject, repeatable: true, completion: .folder,
    help: "Folder of an imported module; may be repeated.")
  static let root = Option(
    "root", .text("dir"), in: .subject, completion: .folder,
    help: "Read only files in this folder (default: repository).")
  static let sources = Option(
    "sources", .text("dir"), in: .subject, repeatable: true, completion: .folder,
    help: "Folder of Swift sources to read; may be repeated.")
  static let noSources = Option("no-sources", in: .subject, help: "Do not read Swift sources.")
  static let stdinFilename = Option(
    "stdin-filename", .text("name"), in: .subject, completion: .file,
    help: "Path to assume for standard input.")
  static let project = Option(
    "project", .text("dir"), in: .subject, hidden: true,
    help: "Without a path, check the paths in this folder's configuration file, or else the whole folder.")
  static let base = Option(
    "base", .text("revision"), in: .subject, help: "Compare with this git revision of the manifest.")

  // MARK: Catalog

  static let catalog = Option(
    "catalog", short: "c", .text("file"), in: .catalog, completion: .file,
    help: "Default: configdi.catalog.json beside the manifest.")
  static let catalogFrom = Option(
    "catalog-from", .text("cmd"), in: .catalog, help: "Run a command and read the catalog it prints.")
  static let catalogTimeout = Option(
    "catalog-timeout", .count("s"), in: .catalog, help: "Timeout for --catalog-from, in seconds (default: 300).")
  static let requireCatalog = Option(
    "require-catalog", in: .catalog, help: "Fail if there is no catalog (default: skip rules).")

  // MARK: Values

  static let set = Option(
    "set", .pair("name=value"), in: .values, repeatable: true,
    help: "Set a parameter in every stage; may be repeated.")
  static let envFile = Option(
    "env-file", .text("file"), in: .values, repeatable: true, completion: .file,
    help: "Read variables from a dotenv file; may be repeated.")
  static let env = Option("env", .choice("source", ["current"]), in: .values, help: "Read environment variables.")

  // MARK: Which findings

  static let select = Option(
    "select", .text("codes"), in: .findings, repeatable: true, completion: .rules,
    help: "Report only these codes, slugs, or prefixes like DI2.")
  static let ignore = Option(
    "ignore", .text("codes"), in: .findings, repeatable: true, completion: .rules,
    help: "Skip these rules (comma-separated).")
  static let failOn = Option(
    "fail-on", .choice("severity", ["error", "warning", "note", "never"], default: "error"), in: .findings,
    help: "Minimum severity that fails the run.")
  static let baseline = Option(
    "baseline", .text("file"), in: .findings, completion: .file, help: "Hide the findings listed in this file.")
  static let writeBaseline = Option(
    "write-baseline", .text("file"), in: .findings, completion: .file,
    help: "Save findings to a file, so that only new ones fail.")
  static let statistics = Option("statistics", in: .findings, help: "Also print the number of findings per rule.")

  // MARK: Output

  static let output = Option(
    "output", short: "o", .text("file"), in: .output, completion: .file,
    help: "Write to this file instead of standard output.")
  static let open = Option("open", in: .output, help: "Open the page in a browser.")
  static let linkTemplate = Option(
    "link-template", .text("address"), in: .output,
    help: "URL template for locations: {path}, {root}, {line}, {column} (default: the git remote's).")
  static let report = Option(
    "report", .pair("format=file"), in: .output, repeatable: true, completion: .format,
    help: "Also write the findings to a file; may be repeated.")
  static let color = Option(
    "color", .choice("when", ["auto", "always", "never"], default: "auto"), in: .output, help: "Color.")
  static let quiet = Option("quiet", short: "q", in: .output, help: "Print only the findings.")
  static let verbose = Option(
    "verbose", short: "v", in: .output, help: "Also list the files read and the rules skipped.")
  static let exitCode = Option("exit-code", in: .output, help: "Exit with code 1 if there are changes.")
  static let stamp = Option(
    "stamp", .text("file"), in: .output, hidden: true,
    help: "Write an empty Swift file here if the check passes.")
  static let inputs = Option(
    "inputs", .text("file"), in: .output, hidden: true,
    help: "A list of the files and folders that a build watches; rewritten if the check reads others.")

  // MARK: Limits

  static let limit = Option(
    "limit", .limit("name=n"), in: .limits, repeatable: true, help: "Set an input limit; may be repeated.")
  static let helpLimits = Option("help-limits", in: .limits, help: "List the limits and their defaults.")

  // MARK: Options for single commands

  static let fix = Option("fix", help: "Apply the safe fixes first.")
  static let watch = Option("watch", short: "w", help: "Check again whenever a file changes.")
  static let dryRun = Option("dry-run", short: "n", help: "Print the changes as a diff without writing them.")

  static let focus = Option("focus", .text("key"), completion: .key, help: "Show only the services near this key.")
  static let depth = Option("depth", .count("n"), help: "Maximum number of edges from the focus.")
  static let cyclesOnly = Option("cycles-only", help: "Show only services that are part of a cycle.")

  static let server = Option("server", help: "Make the program an HTTP server, with Hummingbird.")
  static let dependency = Option(
    "package", .text("address"), completion: .folder,
    help: "ConfigDI's repository URL or folder (default: this program's).")

  static let compare = Option(
    "compare", .text("file"), completion: .file,
    help: "Compare with a Kubernetes manifest or a dotenv file.")

  static let log = Option("log", .text("file"), completion: .file, help: "Log to this file instead of standard error.")

  static let symbolGraph = Option(
    "symbol-graph", .text("dir"), repeatable: true, completion: .folder,
    help: "Folder with the symbol graphs of the package's modules; may be repeated.")
  static let target = Option("target", .text("module"), help: "Module to use; required if there are several.")
  static let fileTarget = Option(
    "target", .text("module"), help: "Module of the file (default: its folder in Sources).")
  static let protocols = Option(
    "protocols", .text("names"), repeatable: true,
    help: "Also register this type or protocol, such as a protocol from another package; may be repeated.")
  static let assemblyFile = Option(
    "output", short: "o", .text("file"), completion: .file,
    help: "Output file, or - for standard output (default: a file in the module's folder in Sources).")
  static let documentedCatalog = Option(
    "catalog", .text("file"), completion: .file,
    help: "Also write the documentation of the registered types into this catalog.")
  static let key = Option(
    "key", .text("key"), repeatable: true, completion: .key,
    help: "Add an accessor for this key, besides the roots; may be repeated.")
  static let checkCurrent = Option("check", help: "Write nothing; fail if the file is out of date.")
  static let swift = Option(
    "swift", .text("name"),
    help:
      "Write Swift code that declares the manifest as this name, such as Manifests.app; app alone means Manifests.app.")
  static let inExtension = Option("extension", help: "With --swift, extend a type that is declared in another file.")
  static let manifest = Option(
    "manifest", .text("file"), completion: .file,
    help: "Also write a starter manifest; if the file exists, print the entries that it is missing.")
}
