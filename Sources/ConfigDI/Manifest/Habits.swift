/// Another tool's word for a manifest key, and what to write instead.
package struct Habit: Sendable {
  /// The intended key or section, which is not reported as missing.
  let meant: String?
  /// Whether the value is valid for the intended key, so that reading can continue with this key.
  let isSynonym: Bool
  /// The remedy, given the word and its value in the file.
  let help: @Sendable (_ name: String, _ value: Node) -> String
  /// The text that replaces both the word and its value.
  var entry: (@Sendable (_ value: Node) -> String?)?

  /// A word that is just another name for a key.
  static func synonym(_ key: String) -> Habit {
    Habit(meant: key, isSynonym: true) { name, value in
      "write \(key) instead of \(name)" + (value.kind == .scalar && !value.isNull ? ": \(key): \(value.source)" : "")
    }
  }

  /// A word from another tool, for something that a manifest expresses differently.
  static func other(_ key: String?, _ help: String) -> Habit {
    Habit(meant: key, isSynonym: false) { _, _ in help }
  }

  static func other(_ help: String) -> Habit { other(nil, help) }

  /// A word whose help shows the entry to write instead.
  static func rewritten(_ key: String, _ note: String = "", _ entry: @escaping @Sendable (Node) -> String?) -> Habit {
    Habit(
      meant: key, isSynonym: false,
      help: { _, value in entry(value).map { "write \($0)\(note)" } ?? "write \(key): followed by its value" },
      entry: entry)
  }

  /// The scopes by their names in other containers.
  static let scopes = [
    "container": "singleton", "hierarchy": "singleton", "application": "singleton", "cached": "singleton",
    "prototype": "transient", "unique": "transient",
  ]

  static func other(_ key: String? = nil, _ help: @escaping @Sendable (String, Node) -> String) -> Habit {
    Habit(meant: key, isSynonym: false, help: help)
  }

  /// The normal form of a word, which is the same for `depends_on`, `dependsOn` and `depends-on`.
  static func normalized(_ name: String) -> String {
    String(decoding: name.utf8.filter { $0 != 0x5F && $0 != 0x2D }, as: UTF8.self).lowercased()
  }
}

extension Node {
  /// The text as written in the file.
  var source: String {
    String(decoding: location.file.bytes[location.range.clamped(to: 0..<location.file.bytes.count)], as: UTF8.self)
  }
}

extension ManifestKey {
  package static let habits: [String: Habit] = [
    "providers", "bindings", "beans", "components", "objects", "registrations", "container", "definitions", "modules",
    "instances", "dependencies", "register",
  ].reduce(into: other) { $0[$1] = .synonym("services") }

  private static let other: [String: Habit] = [
    "include": .synonym("imports"), "includes": .synonym("imports"), "extends": .synonym("imports"),
    "requires": .synonym("imports"), "use": .synonym("imports"),
    "environments": .synonym("stages"), "profiles": .synonym("stages"), "envs": .synonym("stages"),
    "environment": .other("parameters", parametersHelp), "env": .other("parameters", parametersHelp),
    "variables": .synonym("parameters"), "vars": .synonym("parameters"), "params": .synonym("parameters"),
    "config": .synonym("parameters"),
    "settings": .synonym("parameters"), "values": .synonym("parameters"), "secrets": .synonym("parameters"),
    "version": .rewritten("configdi") { _ in "configdi: \(ManifestDecoder.version)" },
    "apiversion": .rewritten("configdi") { _ in "configdi: \(ManifestDecoder.version)" },
    "entrypoints": .synonym("roots"), "entry": .synonym("roots"), "main": .synonym("roots"),
    "exports": .synonym("roots"), "groups": .synonym("collections"), "multibindings": .synonym("collections"),
    "hooks": .synonym("lifecycle"), "startup": .synonym("lifecycle"), "lifetimes": .synonym("scopes"),
    "profile": .synonym("defaultStage"), "defaultenvironment": .synonym("defaultStage"),
    "default": .synonym("defaultStage"),
  ]

  private static let parametersHelp =
    "declare a parameter for each variable: parameters: { db.url: { env: DATABASE_URL } }"
}

extension StageKey {
  package static let habits: [String: Habit] = [
    "providers": .synonym("services"), "bindings": .synonym("services"), "overrides": .synonym("services"),
    "replace": .synonym("services"), "override": .synonym("services"),
    "env": .other("parameters", stageParametersHelp), "environment": .other("parameters", stageParametersHelp),
    "variables": .synonym("parameters"), "values": .synonym("parameters"), "settings": .synonym("parameters"),
    "params": .synonym("parameters"), "vars": .synonym("parameters"), "config": .synonym("parameters"),
    "parent": .synonym("extends"), "inherits": .synonym("extends"), "base": .synonym("extends"),
    "imports": .synonym("overlays"), "files": .synonym("overlays"),
  ]

  private static let stageParametersHelp = "set the stage's parameter values: parameters: { db.poolSize: 40 }"
}

extension ServiceField {
  package static let habits: [String: Habit] = [
    "class": factoryHabit, "impl": factoryHabit, "implementation": factoryHabit, "type": factoryHabit,
    "constructor": factoryHabit, "concrete": factoryHabit, "useclass": factoryHabit, "usefactory": factoryHabit,
    "bean": factoryHabit, "register": factoryHabit, "create": factoryHabit, "make": factoryHabit,
    "builder": factoryHabit,
    "ref": .synonym("alias"), "aliasof": .synonym("alias"), "useexisting": .synonym("alias"),
    "dependson": .synonym("dependencies"), "depends": .synonym("dependencies"), "deps": .synonym("dependencies"),
    "requires": .synonym("dependencies"), "needs": .synonym("dependencies"), "inject": .synonym("dependencies"),
    "injects": .synonym("dependencies"), "uses": .synonym("dependencies"), "arguments": .synonym("dependencies"),
    "args": .synonym("dependencies"), "constructorargs": .synonym("dependencies"),
    "config": .synonym("settings"), "configuration": .synonym("settings"), "properties": .synonym("settings"),
    "props": .synonym("settings"), "options": .synonym("settings"), "params": .synonym("settings"),
    "parameters": .synonym("settings"), "values": .synonym("settings"),
    "implements": .other("add an entry for the other key: OtherKey: { alias: ThisKey }"),
    "initcompleted": .other(
      "change the factory to take a Lazy parameter, and write dependencies: { label: { lazy: Key } }"),
    "inobjectscope": objectScope, "objectscope": objectScope,
    "lifetime": .synonym("scope"), "lifecycle": .synonym("scope"), "lifestyle": .synonym("scope"),
    "singleton": .rewritten("scope") { $0.text == "false" ? "scope: transient" : "scope: singleton" },
    "transient": .rewritten("scope") { $0.text == "false" ? "scope: singleton" : "scope: transient" },
    "shared": .rewritten("scope") { $0.text == "false" ? "scope: transient" : "scope: singleton" },
    "lazy": .rewritten("eager") { $0.text == "false" ? "eager: true" : "eager: false" },
    "env": environment, "environment": environment, "envvars": environment, "variables": environment,
    "name": ownName, "id": ownName, "key": ownName,
    "qualifier": variant, "named": variant, "variant": variant,
    "tags": .synonym("collect"), "tag": .synonym("collect"), "group": .synonym("collect"),
    "wrap": .synonym("decorators"), "wrappers": .synonym("decorators"), "middleware": .synonym("decorators"),
    "autowire": needless, "autowired": needless, "public": needless, "private": needless,
    "profile": staged, "profiles": staged, "condition": staged, "when": staged, "if": staged, "stage": staged,
    "stages": staged, "external": .synonym("provided"), "synthetic": .synonym("provided"),
  ]

  private static let factoryHabit = Habit.rewritten("factory", ", if the program registers a factory with this name") {
    $0.kind == .scalar && !$0.isNull ? "factory: \($0.source)" : nil
  }
  private static let objectScope = Habit.rewritten("scope") { value in
    let name = String(value.text.drop { $0 == "." })
    return "scope: \(value.kind == .scalar ? Habit.scopes[name] ?? name : "singleton")"
  }
  private static let environment = Habit.other(
    "declare a parameter, and use it in the settings: parameters: { db.url: { env: DATABASE_URL } }, then "
      + "settings: { url: \"${db.url}\" }")
  private static let ownName = Habit.other { _, value in
    value.kind == .scalar && !value.isNull
      ? "remove it, and write the name as the entry's key: \(value.source): { factory: … }; for another service of the "
        + "same type, write Key/\(value.text)"
      : "remove it: the entry's key is the service's name"
  }
  private static let variant = Habit.other { _, value in
    "remove it, and append it to the key after a '/', as in Database/\(value.kind == .scalar ? value.text : "replica")"
  }
  private static let needless = Habit.other("remove it: the container finds dependencies by their keys")
  private static let staged = Habit.other(
    "remove it, and write the difference under the stage: stages: { production: { services: { Key: factory } } }")
}

/// Other tools' words for the fields of decorators and initializers.
private let partHabits: [String: Habit] = [
  "name", "class", "impl", "implementation", "type", "use", "uses", "id", "ref", "decorator", "initializer",
].reduce(into: ServiceField.habits.filter { ["settings", "dependencies"].contains($0.value.meant) }) {
  $0[$1] = .synonym("factory")
}

extension DecoratorKey {
  package static let habits = partHabits
}

extension InitializerKey {
  package static let habits = partHabits
}

extension ParameterKey {
  package static let habits: [String: Habit] = [
    "environment": .synonym("env"), "variable": .synonym("env"), "envvar": .synonym("env"), "fromenv": .synonym("env"),
    "var": .synonym("env"), "path": .synonym("file"), "secretfile": .synonym("file"), "fallback": .synonym("default"),
    "sensitive": .synonym("secret"), "password": .synonym("secret"), "masked": .synonym("secret"),
    "hidden": .synonym("secret"), "private": .synonym("secret"), "public": .synonym("exposed"),
    "values": .synonym("of"), "options": .synonym("of"), "choices": .synonym("of"), "allowed": .synonym("of"),
    "enum": .synonym("of"), "cases": .synonym("of"), "oneof": .synonym("of"),
    "minimum": .synonym("min"), "maximum": .synonym("max"), "doc": .synonym("description"),
    "help": .synonym("description"), "comment": .synonym("description"), "kind": .synonym("type"),
    "required": .other { _, value in
      value.text == "false"
        ? "give the parameter a default instead: default: …"
        : "remove it: a parameter without a default is required"
    },
    "optional": .other { _, _ in "give the parameter a default instead: default: …" },
    "nullable": .other { _, _ in "give the parameter a default instead: default: …" },
  ]
}

extension ReferenceKey {
  package static let habits: [String: Habit] = [
    "ref": itself, "reference": itself, "key": itself, "service": itself, "instance": itself, "name": itself,
    "bean": itself, "type": itself, "alias": itself,
    "weak": .synonym("lazy"), "deferred": .synonym("lazy"), "list": .synonym("all"), "collection": .synonym("all"),
    "every": .synonym("all"), "factory": factory,
  ]

  /// Other tools' words for a reference that is just a key.
  static let plainKeyHabits: Set<String> = [
    "ref", "reference", "key", "service", "instance", "name", "bean", "type", "alias",
  ]

  private static let factory = Habit.other { _, _ in
    "write a key here; the key's entry under 'services' names the factory"
  }
  private static let itself = Habit.other { _, value in
    value.kind == .scalar && !value.isNull ? "write the key itself: \(value.source)" : "write the key itself"
  }
}

extension ParameterType {
  /// Other tools' words for parameter types.
  static let habits: [String: ParameterType] = [
    "time": .duration, "timeinterval": .duration, "interval": .duration, "seconds": .duration, "timeout": .duration,
    "milliseconds": .duration, "ms": .duration, "integer": .int, "number": .int, "long": .int, "int32": .int,
    "int64": .int, "uint": .int, "double": .float, "decimal": .float, "real": .float, "boolean": .bool, "flag": .bool,
    "str": .string, "text": .string, "secret": .string, "password": .string, "array": .list, "sequence": .list,
    "set": .list, "size": .bytes, "memory": .bytes, "bytesize": .bytes, "uri": .url, "link": .url, "filepath": .path,
    "file": .path, "directory": .path, "folder": .path, "choice": .enum, "oneof": .enum, "enumeration": .enum,
  ]
}
