extension Command {
  static let register = Command(
    "register", "Write the registrations of a module's types, from its symbol graph.",
    discussion: [
      "`swift package configdi-register` builds the graph and calls this; 'swift package dump-symbol-graph --minimum-access-level private' writes graphs by hand.",
      "What stands in the written file already is kept: missing registrations are added, and those whose initializer has gone are taken out.",
      "A line `- Factory: name` in a type's or initializer's documentation names its factory, and `- Factory: none` leaves it out; `- Provided: Type` in a type's says that the program hands it in.",
      "Exit code 0: written, or current; 1: with --check, something is not current; 2: it could not be done.",
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
