/// What another tool's word for a manifest key means, and what to write instead.
package struct Habit: Sendable {
  /// The part of the file that changes if the word is replaced.
  enum Change: Sendable {
    /// The word alone: the value is valid for the intended key, so that reading continues with this key.
    case word
    /// The word with its value.
    case entry(@Sendable (_ value: Node) -> String?)
    /// The whole mapping, if it has no other entry.
    case mapping(@Sendable (_ value: Node) -> String?)
  }

  /// The intended key or section, which is not reported as missing.
  let meant: String?
  var change: Change?
  /// Whether the help is advice that holds even where the intended key is present.
  var isAdvice: Bool { if case nil = change { true } else { false } }
  /// The values for which the word has this meaning.
  var fits: @Sendable (_ value: Node) -> Bool = { _ in true }
  /// The remedy, given the word and its value in the file.
  let help: @Sendable (_ name: String, _ value: Node) -> String

  /// A word that is just another name for a key.
  static func synonym<Key: MappingKey>(
    _ key: Key, if fits: @escaping @Sendable (_ value: Node) -> Bool = { _ in true }
  ) -> Habit {
    Habit(meant: key.rawValue, change: .word, fits: fits) { name, value in
      let entry = key.form.writing(value).map { ": \(key.rawValue): \($0)" } ?? ""
      return "write \(key.rawValue) instead of \(name)\(entry)"
    }
  }

  /// A word from another tool, for something that a manifest expresses differently.
  static func other(_ help: String, meaning key: String? = nil) -> Habit {
    Habit(meant: key) { _, _ in help }
  }

  static func other(_ help: @escaping @Sendable (String, Node) -> String) -> Habit { Habit(meant: nil, help: help) }

  /// A word whose help shows the entry to write instead.
  static func rewritten(_ key: String, _ note: String = "", _ entry: @escaping @Sendable (Node) -> String?) -> Habit {
    Habit(meant: key, change: .entry(entry)) { _, value in
      entry(value).map { "write \($0)\(note)" } ?? "write \(key): followed by its value"
    }
  }

  /// A table of habits. Words with the same habit are separated by spaces. If a word has several habits, the first one
  /// that fits applies, and synonyms are the last.
  ///
  /// - Parameter synonyms: For each key, the words that are just other names for it.
  static func table<Key: MappingKey>(
    for _: Key.Type, _ synonyms: [Key: String], _ others: [String: Habit] = [:]
  ) -> [String: [Habit]] {
    let habits = others.map { ($0, $1) } + synonyms.map { ($1, Habit.synonym($0)) }
    return habits.reduce(into: [:]) { table, habit in
      for word in habit.0.split(separator: " ") { table[String(word), default: []].append(habit.1) }
    }
  }

  /// The edits that replace the word; empty if only the author can decide what to write.
  func fixes(_ name: Node, _ value: Node, in mapping: Node) -> [Diagnostic.Fix] {
    switch change {
    case .word?: return meant.map { [.init(naming: $0, at: name.location)] } ?? []
    case .entry(let text)?:
      guard value.location.isAfter(name.location), let text = text(value) else { return [] }
      let place = name.location.file.location(name.location.range.lowerBound..<value.location.range.upperBound)
      return [.init(replacing: place, with: text)]
    case .mapping(let text)?:
      guard mapping.pairCount == 1, let text = text(value) else { return [] }
      return [.init(replacing: mapping.location, with: text)]
    case nil: return []
    }
  }

  /// The scopes by their names in other containers.
  static let scopes = [
    "container": "singleton", "hierarchy": "singleton", "application": "singleton", "app": "singleton",
    "cached": "singleton", "prototype": "transient", "unique": "transient",
  ]

  /// The normal form of a word, which is the same for `depends_on`, `dependsOn` and `depends-on`.
  static func normalized(_ name: String) -> String {
    String(decoding: name.utf8.filter { $0 != 0x5F && $0 != 0x2D }, as: UTF8.self).lowercased()
  }
}

extension ManifestForm {
  /// A scalar as a value of this form: as written, or as the only element of a list.
  fileprivate func writing(_ value: Node) -> String? {
    switch self {
    case .scalar: value.writtenScalar
    case .list, .dependencies: value.writtenScalar.map { "[\($0)]" }
    default: nil
    }
  }
}

extension Node {
  /// The text as written in the file or, for a scalar of several lines, the same scalar on one line.
  var source: String {
    let written = location.text
    return kind == .scalar && written.contains(where: \.isNewline) ? FlowText.scalar(text) : written
  }

  /// The text of a scalar as written in the file; `nil` for null.
  fileprivate var writtenScalar: String? { kind == .scalar && !isNull ? source : nil }

  var isBoolean: Bool { if case .bool? = scalar { true } else { false } }

  /// Whether the node is a number or a boolean.
  fileprivate var isNumberOrBoolean: Bool {
    switch scalar {
    case nil, .null, .string: false
    default: true
    }
  }
}

extension ManifestKey {
  package static let habits = Habit.table(
    for: Self.self,
    [
      .services: "providers bindings beans components objects registrations container definitions modules instances "
        + "dependencies register",
      .imports: "include includes extends requires use", .stages: "environments profiles envs",
      .parameters: "variables vars params config settings values secrets",
      .roots: "entrypoints entry main exports", .collections: "groups multibindings", .lifecycle: "hooks startup",
      .scopes: "lifetimes", .defaultStage: "profile defaultenvironment default",
    ],
    [
      "environment env": environment, "version apiversion": version,
      // `stage: production` chooses a stage. Any other value belongs to `stages`.
      "stage": .synonym(ManifestKey.defaultStage) { $0.writtenScalar != nil },
    ])

  private static let version = Habit.rewritten("configdi") { _ in "configdi: \(ManifestDecoder.version)" }
  private static let environment = Habit.other(
    "declare a parameter for each variable: parameters: { db.url: { env: DATABASE_URL } }", meaning: "parameters")
}

extension StageKey {
  package static let habits = Habit.table(
    for: Self.self,
    [
      .services: "providers bindings overrides replace override",
      .parameters: "variables values settings params vars config", .extends: "parent inherits base",
      .overlays: "imports files",
    ],
    [
      "env environment": environment, "default isdefault": preset,
      "remove removes removed exclude disable disabled": .other(
        "write it at each entry: services: { Key: { remove: true } }"),
    ])

  private static let preset = Habit.other(
    "remove it, and name the default stage at the top of the manifest: defaultStage: name")
  private static let environment = Habit.other(
    "set the stage's parameter values: parameters: { db.poolSize: 40 }", meaning: "parameters")
}

extension CollectionKey {
  package static let habits = Habit.table(for: Self.self, [.of: "type key element elements elementtype service"])
}

extension FileReferenceKey {
  package static let habits = Habit.table(for: Self.self, [.path: "file resource source src url include"])
}

extension RootKey {
  package static let habits = Habit.table(for: Self.self, [.key: "name service type id ref", .scope: "in"])
}

extension ServiceField {
  package static let habits = Habit.table(
    for: Self.self,
    [
      .alias: "ref aliasof useexisting", .collect: "tags tag group",
      .dependencies: "dependson depends deps requires needs inject injects uses arguments args constructorargs "
        + "constructorarg",
      .settings: "config configuration properties props options params parameters values",
      .decorators: "wrap wrappers middleware", .provided: "external synthetic fromcontext",
      .select: "switch choose",
    ],
    [
      // Arguments that are values, not keys, are settings.
      "arguments args constructorargs constructorarg": .synonym(ServiceField.settings) {
        $0.pairs.contains(where: \.value.isNumberOrBoolean)
      },
      "instance": .synonym(ServiceField.provided, if: \.isNumberOrBoolean),
      "class impl implementation type constructor concrete useclass usefactory bean register create make builder":
        factoryHabit,
      "implements provides bind binds interface": .other(
        "add an entry for the other key: OtherKey: { alias: ThisKey }"),
      "decorates": .other("add this factory to the other entry: OtherKey: { decorators: [factory] }"),
      "provide single": namedFactory,
      "primary": .other("remove it: a type asks for the key without a '/variant'"),
      "inobjectscope objectscope": objectScope,
      // `lifetime: 5m` is a setting.
      "lifetime lifecycle lifestyle": .synonym(ServiceField.scope) { $0.text.first?.isLetter == true },
      "singleton shared": .rewritten("scope") { $0.text == "false" ? "scope: transient" : "scope: singleton" },
      "transient": .rewritten("scope") { $0.text == "false" ? "scope: singleton" : "scope: transient" },
      "lazy": .rewritten("eager") { $0.text == "false" ? "eager: true" : "eager: false" },
      "env environment envvars variables": environment, "name id key": ownName, "qualifier named variant": variant,
      "enabled enable disabled disable": removal, "autowire autowired public private": needless,
      "profile profiles condition when if stage stages": staged,
    ])

  private static let factoryHabit = Habit.rewritten("factory", ", if the program registers a factory with this name") {
    $0.writtenScalar.map { "factory: \($0)" }
  }
  private static var namedFactory: Habit {
    var habit = factoryHabit
    habit.fits = { !$0.isNumberOrBoolean }
    return habit
  }
  private static let environment = Habit.other(
    "declare a parameter, and use it in the settings: parameters: { db.url: { env: DATABASE_URL } }, then "
      + "settings: { url: \"${db.url}\" }")
  private static let objectScope = Habit(meant: "scope", change: .entry { _ in nil }) { _, _ in
    "write scope: singleton, transient, graph or weak"
  }
  private static let ownName = Habit.other(
    "remove it, and name the service by its entry's key: Key: { factory: … }, or Key/variant: { factory: … }")
  private static let variant = Habit.other("remove it, and append it to the key after a '/', as in Database/replica")
  private static let removal = Habit.other(
    "remove it; to remove a service in a stage or an overlay, write remove: true")
  private static let needless = Habit.other("remove it: the container finds dependencies by their keys")
  private static let staged = Habit.other(
    "remove it, and write the difference under the stage: stages: { production: { services: { Key: factory } } }")
}

/// Other tools' words for the fields of decorators and initializers.
private let partHabits = Habit.table(
  for: InitializerKey.self,
  [.factory: "name class impl implementation type use uses id ref service decorator initializer"]
).merging(
  ServiceField.habits.filter { $0.value.allSatisfy { ["settings", "dependencies"].contains($0.meant) } }
) { own, _ in own }

extension DecoratorKey {
  package static let habits = partHabits
}

extension InitializerKey {
  package static let habits = partHabits
}

extension ParameterKey {
  package static let habits = Habit.table(
    for: Self.self,
    [
      .env: "environment variable envvar fromenv var", .file: "path secretfile", .default: "fallback defaultvalue",
      .secret: "sensitive password masked hidden private", .exposed: "public",
      .of: "values options choices allowed enum cases oneof", .min: "minimum", .max: "maximum",
      .description: "doc help comment", .type: "kind",
    ],
    [
      "required": .other { _, value in
        value.text == "false" ? preset : "remove it: a parameter without a default is required"
      },
      "optional nullable": .other(preset),
      "valuefrom secretkeyref configmapkeyref configmap secretname": .other(
        "name the variable or the file that the deployment provides: env: NAME, or file: PATH"),
    ])

  private static let preset = "give the parameter a default instead: default: …"
}

extension ReferenceKey {
  package static let habits = Habit.table(
    for: Self.self,
    [.lazy: "weak deferred", .provider: "maker", .all: "list collection every"],
    ["factory": factory, plainKeyHabits.joined(separator: " "): itself])

  /// Other tools' words for a reference that is just a key.
  static let plainKeyHabits: Set<String> = [
    "ref", "reference", "key", "service", "instance", "name", "bean", "type", "alias",
  ]

  private static let factory = Habit.other("write a key here; the key's entry under 'services' names the factory")
  private static let itself = Habit(meant: nil, change: .mapping(\.writtenScalar)) { _, value in
    "write the key itself" + (value.writtenScalar.map { ": \($0)" } ?? "")
  }
}

extension ParameterType {
  /// Other tools' words for parameter types.
  static let habits: [String: ParameterType] = [
    "time": .duration, "timeinterval": .duration, "interval": .duration, "seconds": .duration, "integer": .int,
    "number": .int, "long": .int, "double": .float, "boolean": .bool, "str": .string, "text": .string,
    "secret": .string, "password": .string, "array": .list, "size": .bytes, "uri": .url, "file": .path,
    "folder": .path, "choice": .enum,
  ]
}
