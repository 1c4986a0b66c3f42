extension Catalog {
  /// The changes since an older catalog: keys, then factories, each sorted by name.
  package func changes(since old: Catalog) -> [CatalogChange] {
    // Built from both catalogs, so that a full name and its abbreviation match.
    var both = self
    both.factories += old.factories
    both.keys += old.keys
    let names = both.keyNames
    let oldKeys = Dictionary(old.keys.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
    let newKeys = Dictionary(keys.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
    let oldFactories = Dictionary(old.factories.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let newFactories = Dictionary(factories.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var changes: [CatalogChange] = []
    for name in Set(oldKeys.keys).union(newKeys.keys).sorted() {
      let (was, type) = (oldKeys[name].map { names[$0] }, newKeys[name].map { names[$0] })
      guard was != type else { continue }
      let text =
        switch (was, type) {
        case (nil, let type?): "is new and has type \(type)"
        case (let was?, let type?): "now has type \(type) (was \(was))"
        case (_, nil): "was removed"
        }
      changes.append(CatalogChange(subject: .key(name), texts: [text]))
    }
    for name in Set(oldFactories.keys).union(newFactories.keys).sorted() {
      let texts: [String]
      switch (oldFactories[name], newFactories[name]) {
      case (nil, _): texts = ["is new"]
      case (_?, nil): texts = ["was removed"]
      case (let old?, let new?): texts = new.changes(since: old, names)
      }
      if !texts.isEmpty { changes.append(CatalogChange(subject: .factory(name), texts: texts)) }
    }
    return changes
  }
}

/// A change to one factory or key between two catalogs.
package struct CatalogChange: Sendable {
  package enum Subject: Sendable, Hashable {
    case key(String)
    case factory(String)

    package var name: String {
      switch self {
      case .key(let name): "key '\(name)'"
      case .factory(let name): "factory '\(name)'"
      }
    }
  }

  package let subject: Subject
  /// The changes, each without its subject, such as `now needs Clock`.
  package let texts: [String]
}

extension KeyNames {
  /// A type's name for display, so that two spellings of the same type do not count as a change.
  fileprivate subscript(_ type: String) -> String { key(type).text }
}

extension CatalogFactory {
  fileprivate func changes(since old: CatalogFactory, _ names: KeyNames) -> [String] {
    var changes: [String] = []
    func say(_ change: String) { changes.append(change) }
    if role != old.role { say("is now \(role.described) (was \(old.role.described))") }
    func compare(_ was: String?, _ type: String?, _ verb: String, orNone none: String) {
      guard was != type else { return }
      say(type.map { "now \(verb) \($0)" + (was.map { " (was \($0))" } ?? "") } ?? "no longer \(none)")
    }
    compare(old.provides.map { names[$0] }, provides.map { names[$0] }, "provides", orNone: "provides anything")
    changes += dependencyChanges(since: old, names)
    changes += settingsChanges(since: old)
    compare(old.argument, argument, "takes an argument of type", orNone: "takes an argument")
    func tell(_ property: (CatalogFactory) -> Bool, _ isNow: String, _ isNoLonger: String) {
      if property(self) != property(old) { say(property(self) ? isNow : isNoLonger) }
    }
    tell({ $0.isolation == .main }, "now runs on the main actor", "no longer runs on the main actor")
    tell(\.isAsync, "is now asynchronous", "is no longer asynchronous")
    tell(\.isShareable, "can now be shared", "can no longer be shared")
    tell(\.isReference, "now makes class instances", "is no longer known to make class instances")
    tell(\.isConcrete, "now provides a concrete type", "now provides a protocol")
    if deprecated != old.deprecated {
      say(
        deprecated == nil
          ? "is no longer deprecated" : old.deprecated == nil ? "is now deprecated" : "has a new deprecation message")
    }
    if file != old.file { say(file.map { "is now registered in \($0)" } ?? "no longer records where it is registered") }
    return changes
  }

  private func dependencyChanges(since old: CatalogFactory, _ names: KeyNames) -> [String] {
    func wanted(_ dependencies: [CatalogDependency]) -> [CatalogDependency] {
      dependencies.map { CatalogDependency(key: names[$0.key], form: $0.form, argument: $0.argument) }
    }
    var gone = wanted(old.dependencies)
    var added: [CatalogDependency] = []
    for dependency in wanted(dependencies) {
      if let index = gone.firstIndex(of: dependency) { gone.remove(at: index) } else { added.append(dependency) }
    }
    var changes: [String] = []
    for dependency in added {
      if let index = gone.firstIndex(where: { $0.key == dependency.key }) {
        changes.append("now needs \(dependency.key) \(dependency.manner) (was \(gone[index].manner))")
        gone.remove(at: index)
      } else {
        changes.append("now needs \(dependency.key)\(dependency.qualifier)")
      }
    }
    changes += gone.map { "no longer needs \($0.key)\($0.qualifier)" }
    guard changes.isEmpty else { return changes }
    if wanted(dependencies) != wanted(old.dependencies) { return ["now takes its dependencies in a different order"] }
    for (dependency, was) in zip(dependencies, old.dependencies) where dependency.label != was.label {
      let label = dependency.label.map { "labels its dependency \(names[dependency.key]) '\($0)'" }
      changes.append(label.map { "now \($0)" } ?? "no longer labels its dependency \(names[dependency.key])")
    }
    return changes
  }

  private func settingsChanges(since old: CatalogFactory) -> [String] {
    guard settings != old.settings else { return [] }
    guard let settings else { return ["no longer takes settings"] }
    guard let was = old.settings else { return ["now takes settings"] }
    var changes = SettingsField.changes(from: was.fields, to: settings.fields, at: "")
    if settings.isOpaque != was.isOpaque {
      changes.append(
        settings.isOpaque ? "now accepts unknown settings" : "no longer accepts unknown settings")
    }
    if settings.type != was.type { changes.append("now takes its settings as \(settings.type) (was \(was.type))") }
    return changes.isEmpty ? ["now takes its settings in a different order"] : changes
  }
}

extension CatalogFactory.Role {
  /// The role with its article, as messages name it.
  var described: String {
    switch self {
    case .service: "a service factory"
    case .decorator: "a decorator"
    case .initializer: "an initializer"
    }
  }
}

extension CatalogDependency {
  fileprivate var manner: String { form.manner + (argument.map { " of \($0)" } ?? "") }

  fileprivate var qualifier: String { form == .instance ? "" : " \(manner)" }
}

extension DependencyForm {
  fileprivate var manner: String {
    let article = isAsync ? "an asynchronous" : "a"
    let manner =
      switch catalogKind {
      case .instance: "as an instance"
      case .lazy: isAsync ? "lazily and asynchronously" : "lazily"
      case .provider: "through \(article) provider"
      case .scopedProvider: "through \(article) scoped provider"
      case .maker: "through \(article) maker"
      case .optional: "optionally"
      case .all: "as a collection"
      }
    return isOnMain ? "\(manner) on the main actor" : manner
  }
}

extension SettingsField {
  fileprivate static func changes(from old: [SettingsField], to new: [SettingsField], at path: String) -> [String] {
    var changes: [String] = []
    for field in new {
      let name = "\(path)\(field.name)"
      guard let was = old.first(where: { $0.name == field.name }) else {
        let need = field.isOptional || field.defaultText != nil ? "has" : "needs"
        changes.append("now \(need) the setting '\(name)' (\(field.type.expectation))")
        continue
      }
      changes += field.changes(since: was, name)
    }
    for field in old where !new.contains(where: { $0.name == field.name }) {
      changes.append("no longer has the setting '\(path)\(field.name)'")
    }
    return changes
  }

  private func changes(since old: SettingsField, _ name: String) -> [String] {
    guard self != old else { return [] }
    var changes: [String] = []
    if case .object(let fields, let isOpaque) = type, case .object(let oldFields, isOpaque) = old.type {
      changes = Self.changes(from: oldFields, to: fields, at: "\(name).")
    } else if type != old.type || minimum != old.minimum || maximum != old.maximum {
      changes.append("now takes \(described) for the setting '\(name)' (was \(old.described))")
    }
    if isRequired != old.isRequired {
      changes.append(isRequired ? "now needs the setting '\(name)'" : "no longer needs the setting '\(name)'")
    } else if isOptional != old.isOptional || defaultText != old.defaultText {
      changes.append(
        "has a new default for the setting '\(name)': \(defaultText ?? "none") (was \(old.defaultText ?? "none"))")
    }
    if isSecret != old.isSecret {
      changes.append(
        isSecret ? "now keeps the setting '\(name)' secret" : "no longer keeps the setting '\(name)' secret")
    }
    return changes.isEmpty ? ["now takes the fields of the setting '\(name)' in a different order"] : changes
  }

  private var described: String {
    switch type {
    case .list(let element): "a list, each element \(element.described)"
    case .map(let element, _): "a mapping, each value \(element.described)"
    default:
      minimum == nil && maximum == nil
        ? type.expectation : "\(type.expectation) from \(minimum ?? .min) to \(maximum ?? .max)"
    }
  }
}
