import ConfigDI

/// The wiring that the candidates suggest: a whole first manifest, or the services that an existing one lacks.
struct FirstManifest {
  struct Service {
    var key: String
    /// The candidate; `nil` for an alias, and if the program hands the instance in.
    var candidate: Candidate?
    /// Other factories that could make the service.
    var others: [String] = []
    var decorators: [String] = []
    var collection: String?
    var alias: String?
  }

  let module: String
  private let settings: SettingsFields
  private(set) var services: [Service] = []
  private(set) var collections: [(name: String, of: String)] = []
  private(set) var initializers: [Candidate] = []
  private(set) var roots: [String] = []
  private let shortKeys: [String: String]

  init(_ finder: CandidateFinder, _ settings: SettingsFields) {
    module = finder.module
    self.settings = settings
    shortKeys = Self.shortened(
      Set(finder.candidates.flatMap { candidate in [candidate.key] + candidate.arguments.map(\.key) }))
    initializers = finder.candidates.filter { $0.kind == .initializer || $0.kind == .mainActorInitializer }
    var byKey: [String: [Candidate]] = [:]
    var decorators: [String: [String]] = [:]
    for candidate in finder.candidates {
      switch candidate.kind {
      case .initializer, .mainActorInitializer: continue
      case .decorator: decorators[candidate.key, default: []].append(candidate.name)
      default: byKey[candidate.key, default: []].append(candidate)
      }
    }
    let collected = Set(
      finder.candidates.flatMap(\.dependencies).filter { $0.role == .dependency(.all) }.map(\.key))
    let wired = byKey.flatMap { key, all in collected.contains(key) ? all : Array(all.prefix(1)) } + initializers
    let dependencies = wired.flatMap(\.dependencies)
    let needed = Set(
      dependencies.filter { $0.role != .dependency(.all) && $0.role != .dependency(.optional) }.map(\.key))
    for key in Set(byKey.keys).union(needed).union(collected).sorted() {
      add(
        key, byKey[key] ?? [], decorators: decorators[key] ?? [], isCollected: collected.contains(key), needed: needed)
    }
    let asked = Set(dependencies.map(\.key))
    roots = byKey.keys.filter { !asked.contains($0) }.sorted().map(short)
  }

  private mutating func add(
    _ key: String, _ all: [Candidate], decorators: [String], isCollected: Bool, needed: Set<String>
  ) {
    guard isCollected else {
      let others = all.dropFirst().map(\.name)
      services.append(Service(key: short(key), candidate: all.first, others: others, decorators: decorators))
      return
    }
    let collection = FactoryNames.lowerCamel(short(key).split(separator: ".").last.map(String.init) ?? key) + "s"
    collections.append((collection, short(key)))
    // A candidate that asks for the collection of its own type stands for all of its members, and is none of them.
    let composite = all.first { candidate in
      candidate.dependencies.contains { $0.key == key && $0.role == .dependency(.all) }
    }
    let members = all.filter { $0.name != composite?.name }
    if let composite {
      services.append(Service(key: short(key), candidate: composite, decorators: decorators))
    } else if needed.contains(key), let first = members.first {
      services.append(
        Service(key: short(key), others: members.dropFirst().map(\.name), alias: "\(short(key))/\(first.name)"))
    }
    for member in members {
      services.append(Service(key: "\(short(key))/\(member.name)", candidate: member, collection: collection))
    }
  }

  private func short(_ key: String) -> String { shortKeys[key] ?? key }

  /// The last part of each key's path, if no other key has the same.
  private static func shortened(_ keys: Set<String>) -> [String: String] {
    func last(_ key: String) -> String {
      key.contains("<") ? key : key.split(separator: ".").last.map(String.init) ?? key
    }
    let counts = Dictionary(grouping: keys, by: last)
    return Dictionary(uniqueKeysWithValues: keys.map { ($0, counts[last($0)]?.count == 1 ? last($0) : $0) })
  }
}

// MARK: - As YAML

extension FirstManifest {
  /// A whole manifest.
  var text: String {
    var text =
      "# The wiring of \(module), as a beginning: written by `configdi-check register`, and yours from here on.\n"
    text += "configdi: 1\n"
    if !roots.isEmpty { text += "roots:\n" + roots.map { "  - \(Self.scalar($0))\n" }.joined() }
    return text + "\n" + sections(services: services, collections: collections, initializers: initializers)
  }

  /// The entries that a manifest with these keys, collections and initializers lacks; `nil` if it lacks nothing.
  func proposal(keys: Set<String>, collections known: Set<String>, initializers named: Set<String>) -> String? {
    func isKnown(_ key: String) -> Bool {
      keys.contains(key) || keys.contains { $0.hasSuffix(".\(key)") || key.hasSuffix(".\($0)") }
    }
    let services = services.filter { service in
      let name = service.key.split(separator: "/").first.map(String.init) ?? service.key
      return !isKnown(service.key) && (service.collection == nil || !isKnown(name))
    }
    let collections = collections.filter { !known.contains($0.name) }
    let initializers = initializers.filter { !named.contains($0.name) }
    guard !services.isEmpty || !collections.isEmpty || !initializers.isEmpty else { return nil }
    return sections(services: services, collections: collections, initializers: initializers)
  }

  private func sections(
    services: [Service], collections: [(name: String, of: String)], initializers: [Candidate]
  ) -> String {
    var text = ""
    if !collections.isEmpty {
      text += "collections:\n"
      text += collections.map { "  \($0.name): { of: \(Self.scalar($0.of)) }\n" }.joined() + "\n"
    }
    if !services.isEmpty { text += "services:\n" + services.map(entry).joined() }
    if !initializers.isEmpty {
      text += (services.isEmpty ? "" : "\n") + "lifecycle:\n  launch:\n"
      for initializer in initializers {
        let fields = settings.required(of: initializer)
        text += fields.isEmpty ? "    - \(initializer.name)\n" : "    - factory: \(initializer.name)\n"
        if !fields.isEmpty { text += self.fields(fields, indent: "      ") }
      }
    }
    return text
  }

  private func entry(_ service: Service) -> String {
    var text = ""
    if !service.others.isEmpty { text += "  # Others that can serve it: \(service.others.joined(separator: ", "))\n" }
    if !service.decorators.isEmpty {
      text += "  # It can have decorators: [\(service.decorators.joined(separator: ", "))]\n"
    }
    let key = Self.scalar(service.key)
    if let alias = service.alias { return text + "  \(key): { alias: \(Self.scalar(alias)) }\n" }
    guard let candidate = service.candidate else {
      return text + "  # No factory makes it: the program hands it in.\n  \(key): { provided: true }\n"
    }
    let fields = settings.required(of: candidate)
    var lines = ""
    if candidate.kind == .unshared { lines += "    scope: transient\n" }
    if let collection = service.collection { lines += "    collect: \(collection)\n" }
    if !fields.isEmpty { lines += self.fields(fields, indent: "    ") }
    return text
      + (lines.isEmpty ? "  \(key): \(candidate.name)\n" : "  \(key):\n    factory: \(candidate.name)\n\(lines)")
  }

  /// Placeholders for settings. No check accepts them: there is no such parameter.
  private func fields(_ fields: [(name: String, type: String)], indent: String) -> String {
    "\(indent)settings:\n"
      + fields.map { "\(indent)  \($0.name): \"${TODO.\($0.name)}\"  # \($0.type)\n" }.joined()
  }

  private static func scalar(_ text: String) -> String {
    text.contains { " &,[]{}#:".contains($0) } ? "\"\(text)\"" : text
  }

}
