extension Command {
  static let register = Command(
    "register", "Write the registrations of a module's types, from its symbol graph.",
    discussion: [
      "`swift package configdi-register` builds the graph and runs this command. To write the graphs yourself, run 'swift package dump-symbol-graph --minimum-access-level private'.",
      "Existing registrations in the file are kept. Missing ones are added, and those without an initializer are removed.",
      "A line `- Factory: name` in a type's or initializer's documentation names its factory, and `- Factory: none` excludes it. `- Provided: Type` in a type's documentation says that the program provides it.",
      "Exit code 0: written, or current; 1: with --check, something is out of date; 2: not completed.",
    ],
    options: [.symbolGraph, .target, .assemblyFile, .protocols, .checkCurrent, .manifest, .documentedCatalog]
  ) { arguments, console in
    let registering = try Registering(arguments, console)
    registering.tellLeftOut()
    registering.tellIgnoredValues()
    if arguments.has(.checkCurrent) { return registering.check() }
    try registering.write()
    if let path = arguments[.manifest] { try registering.propose(path, arguments) }
    if let path = arguments[.documentedCatalog] { try registering.document(catalogAt: path) }
    return .success
  }
}
