import ConfigDI

/// Runs `register` for one module: reads its symbol graphs, and writes files or reports the mistakes in existing ones.
struct Registering {
  let finder: CandidateFinder
  let file: AssemblyFile
  /// The path of the assembly file; `-` for standard output.
  let output: String
  let elsewhere: ModuleRegistrations
  let console: Console
  let bound: Bound
  /// The existing assembly file, if there is one.
  private let existing: RegistrationFile?

  init(_ arguments: Arguments, _ console: Console) throws {
    guard arguments.has(.symbolGraph) else {
      throw UsageError("Missing option '\(Option.symbolGraph.label)'")
    }
    let types = PackageTypes(try SymbolGraphFiles.read(arguments.all(.symbolGraph), console.files))
    let module = try Self.module(arguments[.target], among: types.modules)
    output = try arguments[.output] ?? Self.output(for: module, console)
    existing =
      output == "-"
      ? nil : (try? console.files.read(output, limit: Limits().fileBytes)).map { RegistrationFile($0) }
    elsewhere = ModuleRegistrations(types, except: console.files.resolve(output), console.files)
    var finder = CandidateFinder(
      types, module: module, named: arguments.list(.protocols), sources: SourceTexts(console.files),
      using: elsewhere.library(of: module))
    finder.find()
    finder.name(RegisteredNames(finder, existing, elsewhere: elsewhere))
    self.finder = finder
    file = AssemblyFile(finder, changing: existing, elsewhere: elsewhere)
    self.console = console
    bound = console.writingBound(arguments)
  }

  private static func module(_ asked: String?, among modules: [String]) throws(Failure) -> String {
    if let asked {
      guard modules.contains(asked) else {
        let suggestion = Spelling.suggestions(for: asked, among: modules).first.map { "; did you mean '\($0)'?" } ?? ""
        throw Failure("no symbol graph found for the module '\(asked)'\(suggestion)")
      }
      return asked
    }
    guard let only = modules.first, modules.count == 1 else {
      throw Failure("choose a module with --target; available: \(modules.joined(separator: ", "))")
    }
    return only
  }

  private static func output(for module: String, _ console: Console) throws(Failure) -> String {
    let folder = "Sources/\(module)"
    guard console.files.entries(of: folder) != nil else {
      throw Failure("the folder \(folder) does not exist: name the file to write with --output")
    }
    return "\(folder)/\(AssemblyFile.typeName(of: module)).swift"
  }

  /// Prints what the command cannot see, what it skips and why, and what the module must change, to standard error.
  func tellNotes() {
    for (name, similar) in finder.unknownNames {
      let help = similar.map { "; did you mean '\($0)'?" } ?? ""
      note("--protocols: no type and no protocol of a type has the name '\(name)'\(help)")
    }
    let module = finder.module
    if existing != nil, finder.types.showsOnlyPublic(module) {
      note(
        "the symbol graph of \(module) has only public declarations, so no registration is removed: generate it with --minimum-access-level private"
      )
    }
    if let first = elsewhere.unread.first {
      let files = counted(elsewhere.unread.count, "source file")
      note(
        "the symbol graphs name \(files) that cannot be read, such as \(console.shown(first)): registrations in them are unknown; generate the symbol graphs again"
      )
    }
    for (type, obstacle) in finder.leftOut where !elsewhere.make(type) && !file.made.contains(type.id) {
      note("\(type.name) is skipped: \(obstacle.reason); \(obstacle.remedy)", at: type.place)
    }
    let names = Set((existing?.calls ?? []).compactMap(\.name))
    for (type, served, others) in finder.partlyServed where !elsewhere.make(type) {
      let aliases = others.map { "\(FactoryNames.lowerCamel(type.lastName))As\($0)" }
      guard !aliases.allSatisfy(names.contains) else { continue }
      note(
        "\(type.name) is registered only as \(served), since no initializer takes \(listed(others)); to register every protocol, add --protocols \(([served] + others).joined(separator: ","))",
        at: type.place)
    }
    var told: Set<String> = []
    for candidate in finder.candidates {
      guard let settings = candidate.chosen.settings, told.insert(settings.id).inserted,
        let ignored = finder.ignoredValues(of: candidate)
      else { continue }
      let names = listed(ignored.names.map { "'\($0)'" })
      note(
        "decoding ignores the initial value of \(names): to set a default, \(ignored.remedy)", at: settings.place)
    }
    if !file.candidates.isEmpty, finder.types.extendsSwift(module, with: Self.importedMember) {
      note(
        "\(module) and Synchronization, which ConfigDI imports, both add '\(Self.importedMember)' to standard library types, so the name is ambiguous: enable the upcoming feature MemberImportVisibility for \(module)"
      )
    }
  }

  /// The member type that the Synchronization module adds to Swift's types. ConfigDI imports Synchronization, so the
  /// name is ambiguous in a module that adds a member type with the same name.
  private static let importedMember = "AtomicRepresentation"

  private func note(_ text: String, at place: CodeSymbol.Place? = nil) {
    let start = place.map { "\(console.shown($0.path)):\($0.line): " } ?? ""
    console.tell("\(visible(start))note: \(visible(text))\n")
  }

  func write() throws {
    guard !file.candidates.isEmpty || existing != nil else {
      guard !finder.types.types(of: finder.module).contains(where: elsewhere.make) else {
        return console.write("other assemblies already register the types of \(finder.module)\n")
      }
      throw Failure(
        "nothing in \(finder.module) can be registered: no type with a usable initializer conforms to one of the package's protocols"
      )
    }
    guard output != "-" else { return console.write(file.text) }
    guard let old = existing else {
      try OutputFile.create([(output, file.text)], within: bound)
      return console.write("wrote \(visible(output)): \(counted(file.candidates.count, "registration"))\n")
    }
    guard !file.isCurrent else {
      return console.write("\(visible(output)) is up to date: \(counted(old.calls.count, "registration"))\n")
    }
    guard let new = file.updated else {
      throw Failure(
        "\(output) has no 'func assemble(_ registry: inout FactoryRegistry)' to add registrations to; move the file elsewhere"
      )
    }
    _ = try OutputTarget(output, within: bound)
    try OutputFile.replace([.init(path: output, old: old.bytes, new: new)], holding: [])
    for gone in file.gone { console.write(visible("removed '\(gone.call.name ?? "")': \(gone.reason)") + "\n") }
    for added in file.missing { console.write(visible("added '\(added.name)': \(added.type.name)") + "\n") }
  }

  /// Prints the registrations that are out of date, formatted like compiler errors.
  func check() -> ExitCode {
    for gone in file.gone {
      let text = "\(output):\(gone.call.line): error: '\(gone.call.name ?? "")' is obsolete: \(gone.reason)"
      console.write(visible(text) + "\n")
    }
    for missing in file.missing { tellMissing(missing) }
    if file.isCurrent, let existing {
      console.tell("\(visible(output)) is up to date: \(counted(existing.calls.count, "registration"))\n")
    }
    return file.isCurrent ? .success : .findings
  }

  private func tellMissing(_ candidate: Candidate) {
    let place = candidate.type.place.map { "\(console.shown($0.path)):\($0.line)" } ?? output
    let key = candidate.alias == nil ? "" : " as \(FactoryNames.last(of: candidate.key))"
    let text =
      "\(place): error: \(candidate.type.name) is not registered\(key) in any assembly: run 'configdi-check register', or exclude it with `- Factory: none`"
    console.write(visible(text) + "\n")
  }

  /// Writes a first manifest, or prints the entries that the existing manifest lacks.
  func propose(_ path: String, _ arguments: Arguments) throws {
    var finder = finder
    let calls = Dictionary(grouping: elsewhere.calls + written) { $0.name ?? "" }
    // A factory that someone registered under another key cannot make the candidate's key.
    finder.candidates.removeAll { candidate in
      calls[candidate.name]?.contains { $0.serves(candidate.key) } == false
    }
    let manifest = FirstManifest(finder)
    guard path != "-" else { return console.write(manifest.text) }
    guard console.files.resolve(path) != nil else {
      try OutputFile.create([(path, manifest.text)], within: bound)
      return console.write("wrote \(visible(path)): \(counted(manifest.services.count, "service"))\n")
    }
    let source = try Project(arguments.with(positionals: [path]), console).onlyManifest()
    let composed = try AllStages(source, files: console.files, Style(), console).composed
    guard let proposal = manifest.proposal(for: composed) else {
      return console.write("\(visible(path)) is already complete\n")
    }
    console.write("# missing from \(visible(path)):\n\(proposal)")
  }

  /// Adds each factory's documentation, taken from the type that it makes, to an existing catalog file. The other
  /// factories, such as those of another module, keep theirs.
  func document(catalogAt path: String) throws {
    let old = try console.bytes(of: path, as: "the catalog \(path)", limit: Limits().fileBytes)
    var findings = Diagnostics()
    guard var catalog = Catalog(SourceFile(path: path, bytes: old), limits: Limits(), reporting: &findings),
      !findings.hasErrors
    else { throw BadInput(findings: findings.sorted()) }
    let texts = documentation
    let registered = Set((elsewhere.calls + written).compactMap(\.name))
    for index in catalog.factories.indices where registered.contains(catalog.factories[index].name) {
      catalog.factories[index].documentation = texts[catalog.factories[index].name]
    }
    let new = Array(catalog.json.utf8)
    guard new != old else { return console.write("\(visible(path)) is up to date\n") }
    _ = try OutputTarget(path, within: bound)
    try OutputFile.replace([.init(path: path, old: old, new: new)], holding: [])
    console.write("wrote \(visible(path)): \(counted(texts.count, "documented factory", "documented factories"))\n")
  }

  /// The registrations that the assembly file now has.
  var written: [RegisterCall] {
    (try? console.files.read(output, limit: Limits().fileBytes)).map { RegistrationFile($0).calls } ?? []
  }

  /// The first paragraph of each registered type's documentation, by factory name.
  private var documentation: [String: String] {
    var texts: [String: String] = [:]
    let own = written.compactMap { call in
      call.name.map { ($0, call.made(among: finder.types, in: finder.module)) }
    }
    for (name, symbols) in elsewhere.typesOfFactories.map({ ($0.key, $0.value) }) + own {
      for symbol in symbols {
        if let text = finder.types[symbol]?.firstParagraph { texts[name] = text }
      }
    }
    return texts
  }
}

extension CodeSymbol {
  /// The first paragraph of the documentation; `nil` if there is no text.
  fileprivate var firstParagraph: String? {
    let lines = documentation.map { Substring($0).trimmingSpaces }
    let paragraph = lines.drop { $0.isEmpty }.prefix { !$0.isEmpty && !$0.hasPrefix("- ") }
    return paragraph.isEmpty ? nil : paragraph.joined(separator: " ")
  }
}
