extension Diagnostic {
  static func duplicate(_ name: String, at place: SourceLocation, first: SourceLocation) -> Diagnostic {
    Diagnostic(
      .duplicateFactory, "factory '\(name)' is registered twice", at: place,
      related: [.init("first registered here", at: first)],
      help: ["add 'replace: true' to the later registration if it should replace the earlier one"],
      symbol: "factories.\(name)")
  }

  static func replacesNothing(_ name: String, among names: [String], at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .replacesNothing, .replacesNothing(name), at: place,
      help: Spelling.help(for: Spelling.suggestions(for: name, among: names))
        + ["add the assembly that registers it before this assembly, or remove 'replace: true'"],
      symbol: "factories.\(name)")
  }

  static func bad(_ problem: RegistrationProblem, at place: SourceLocation, related: Related? = nil) -> Diagnostic {
    Diagnostic(
      .badRegistration, problem.message, at: place, related: related.map { [$0] } ?? [], help: [problem.remedy])
  }

  static func unstable(_ type: any Any.Type, at place: SourceLocation) -> Diagnostic {
    .bad(.unstable(TypeName.short(type)), at: place)
  }
}

/// A mistake in a registration, with its remedy.
struct RegistrationProblem {
  let message: String
  let remedy: String

  init(_ message: String, _ remedy: String) {
    self.message = message
    self.remedy = remedy
  }

  static func labelCount(_ factory: CatalogFactory, _ count: Int) -> RegistrationProblem {
    let keys = factory.dependencies.map(\.key).joined(separator: ", ")
    let needed = factory.dependencies.count
    return RegistrationProblem(
      "factory '\(factory.name)' has \(count) \(count == 1 ? "label" : "labels") for \(needed) dependencies",
      needed == 0
        ? "remove 'labels': the factory has no dependencies"
        : "give one label for each of these keys, in this order: \(keys); use '_' for a parameter without a label, and leave out settings, the argument and the decorated instance"
    )
  }

  static func labelTwice(_ name: String, _ label: String) -> RegistrationProblem {
    RegistrationProblem(
      "factory '\(name)' uses the label '\(label)' for two dependencies", "give each dependency a different label")
  }

  static func severalSettings(_ name: String, _ count: Int) -> RegistrationProblem {
    RegistrationProblem(
      "factory '\(name)' has \(count) settings parameters", "put all of its settings into one 'ServiceSettings' type")
  }

  static func severalArguments(_ name: String, _ count: Int) -> RegistrationProblem {
    RegistrationProblem(
      "factory '\(name)' has \(count) 'Argument' parameters", "put all values that a call passes into one struct")
  }

  static func argumentOfInitializer(_ name: String) -> RegistrationProblem {
    RegistrationProblem(
      "initializer '\(name)' takes an argument, but a phase passes none",
      "read the value from settings, or take a service that has it")
  }

  static func unstableArgument(_ name: String, _ type: String) -> RegistrationProblem {
    RegistrationProblem(
      "factory '\(name)' takes an argument of \(type), which is private or local, so its name changes with each build",
      "make \(type) internal, or move it out of the function")
  }

  static func meaningless(_ type: any Any.Type) -> RegistrationProblem {
    RegistrationProblem(
      "\(TypeName.short(type)) cannot be a parameter: 'Lazy', providers, makers, optionals and arrays can contain only a service type",
      "use these forms only for services, and take settings directly")
  }

  static func noKey(_ type: any Any.Type) -> RegistrationProblem {
    RegistrationProblem(
      "\(TypeName.short(type)) cannot be a key: it is an optional, an array, a deferred dependency, an argument or settings",
      "provide the service type itself; a factory that depends on it decides whether to take it as a Lazy or a provider"
    )
  }

  static func sharedName(_ name: String) -> RegistrationProblem {
    RegistrationProblem(
      "two types have the full name \(name)",
      "rename one, or move it out of the extension that declares it in another module's type")
  }

  static func unstable(_ name: String) -> RegistrationProblem {
    RegistrationProblem(
      "\(name) is private or local, so its name changes with each build",
      "declare a key for it, 'registry.declare(Key<\(name)>(\"…\"))', or make it internal")
  }

  static func declaredTwice(_ name: String) -> RegistrationProblem {
    RegistrationProblem("key '\(name)' is declared twice", "declare it once, and share the constant")
  }

  static func badKeyName(_ name: String) -> RegistrationProblem {
    RegistrationProblem(
      name.isEmpty ? "a key has no name" : "key '\(name)' contains '/', which starts a variant in manifests",
      "use a name such as 'reporting.db'")
  }
}

extension String {
  static var declaredFirst: String { "first declared here" }

  fileprivate static func replacesNothing(_ name: String) -> String {
    "factory '\(name)' replaces nothing: no earlier factory has that name"
  }
}

extension Rule {
  package static let duplicateFactory = Rule(
    "DI411", "duplicate-factory", .error, summary: "a factory name that is registered twice")

  package static let badRegistration = Rule(
    "DI412", "bad-registration", .error, summary: "an invalid registration")

  package static let replacesNothing = Rule(
    "DI414", "replaces-nothing", .error, summary: "a registration that replaces a factory that does not exist")
}

/// Checks that each default value in a settings type belongs to an existing setting and has the right type.
enum DefaultsCheck {
  static func problems(
    in type: any ServiceSettings.Type, schema: SettingsSchema, at place: SourceLocation
  ) -> [RegistrationProblem] {
    let settings = Setting(type.defaults.json, at: place)
    if case .map(let entries) = settings.content, entries.isEmpty { return [] }
    var found = Diagnostics()
    checkSettings(settings, against: schema, of: schema.type, at: place, reporting: &found)
    // A setting that the defaults leave out must come from the manifest.
    return found.findings.filter { $0.rule != .missingSetting }
      .map {
        RegistrationProblem(.badDefault(of: schema.type, $0), $0.help.first ?? "correct the entry in its 'defaults'")
      }
  }
}

extension String {
  fileprivate static func badDefault(of type: String, _ finding: Diagnostic) -> String {
    let about = finding.message.replacing(" of factory '\(type)'", with: "")
    return "invalid default in \(type): \(about)"
  }
}
