extension Command {
  static let register = Command(
    "register", "Write Swift registrations for a module's types, based on its symbol graph.",
    discussion: [
      "`swift package configdi-register` builds the graph and runs this command. To generate the graphs yourself, run 'swift package dump-symbol-graph --minimum-access-level private'.",
      "Existing registrations in the file are kept. Missing ones are added, and those whose initializer no longer exists are removed.",
      "In the documentation of a type or an initializer, the line `- Factory: name` names its factory, and `- Factory: none` excludes it. In the documentation of an initializer, `- Argument: name` says that the caller passes that parameter. In the documentation of a type, `- Provided: Type` says that the program provides it.",
      "Exit code 0: written or up to date; 1: with --check, out of date; 2: could not complete.",
    ],
    options: [.symbolGraph, .target, .assemblyFile, .protocols, .checkCurrent, .manifest, .documentedCatalog]
  ) { arguments, console in
    let registering = try Registering(arguments, console)
    registering.tellNotes()
    if arguments.has(.checkCurrent) { return registering.check() }
    try registering.write()
    if let path = arguments[.manifest] { try registering.propose(path, arguments) }
    if let path = arguments[.documentedCatalog] { try registering.document(catalogAt: path) }
    return .success
  }
}
