extension Catalog {
  /// What changed since an older catalog, in words, factory by factory; empty where nothing did.
  ///
  /// `factory 'orders' now needs Clock`, `factory 'mailer' is gone`.
  public func difference(from old: Catalog) -> [String] {
    let names = TypeSpelling(old, self)
    var changes: [String] = []
    let oldKeys = Dictionary(old.keys.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
    let newKeys = Dictionary(keys.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
    for name in Set(oldKeys.keys).union(newKeys.keys).sorted() {
      switch (oldKeys[name], newKeys[name]) {
      case (nil, let type?): changes.append("key '\(name)' is new, for \(names[type])")
      case (_?, nil): changes.append("key '\(name)' is gone")
      case (let was?, let type?) where names[was] != names[type]:
        changes.append("key '\(name)' is now for \(names[type]), was for \(names[was])")
      default: break
      }
    }
    let oldFactories = Dictionary(old.factories.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let newFactories = Dictionary(factories.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for name in Set(oldFactories.keys).union(newFactories.keys).sorted() {
      switch (oldFactories[name], newFactories[name]) {
      case (nil, _?): changes.append("factory '\(name)' is new")
      case (_?, nil): changes.append("factory '\(name)' is gone")
      case (let was?, let factory?): changes += factory.changes(since: was, names)
      case (nil, nil): break
      }
    }
    return changes
  }
}

/// Type names as people say them, where two spellings of one type are no change.
private struct TypeSpelling {
  private let names: KeyNames

  init(_ old: Catalog, _ new: Catalog) {
    // Both at once, so that a name in full and one in part meet.
    var both = new
    both.factories += old.factories
    both.keys += old.keys
    names = both.keyNames
  }

  subscript(_ type: String) -> String { names.key(type).text }
}

extension CatalogFactory {
  fileprivate func changes(since old: CatalogFactory, _ names: TypeSpelling) -> [String] {
    var changes: [String] = []
    func say(_ change: String) { changes.append("factory '\(name)' \(change)") }
    if role != old.role { say("is now \(role.noun), was \(old.role.noun)") }
    if provides.map({ names[$0] }) != old.provides.map({ names[$0] }) {
      switch (old.provides, provides) {
      case (let was?, let type?): say("now provides \(names[type]), was \(names[was])")
      case (nil, let type?): say("now provides \(names[type])")
      default: say("no longer provides anything")
      }
    }
    for change in dependencyChanges(since: old, names) { say(change) }
    for change in settingsChanges(since: old) { say(change) }
    if isolation != old.isolation {
      say(isolation == .main ? "now runs on the main actor" : "no longer runs on the main actor")
    }
    if isAsync != old.isAsync { say(isAsync ? "is now asynchronous" : "is no longer asynchronous") }
    if isShareable != old.isShareable { say(isShareable ? "may now be shared" : "may no longer be shared") }
    if isReference != old.isReference {
      say(isReference ? "now makes class instances" : "is no longer known to make class instances")
    }
    if deprecated != old.deprecated {
      say(
        deprecated == nil
          ? "is no longer deprecated" : old.deprecated == nil ? "is now deprecated" : "is deprecated in other words")
    }
    if file != old.file { say(file.map { "is now registered in \($0)" } ?? "no longer says where it is registered") }
    return changes
  }

  private func dependencyChanges(since old: CatalogFactory, _ names: TypeSpelling) -> [String] {
    struct Wanted: Hashable {
      let key: String
      let kind: ReferenceKind
    }
    func wanted(_ dependencies: [CatalogDependency]) -> [Wanted] {
      dependencies.map { Wanted(key: names[$0.key], kind: $0.kind) }
    }
    var gone = wanted(old.dependencies)
    var added: [Wanted] = []
    for dependency in wanted(dependencies) {
      if let index = gone.firstIndex(of: dependency) { gone.remove(at: index) } else { added.append(dependency) }
    }
    var changes: [String] = []
    for dependency in added {
      if let index = gone.firstIndex(where: { $0.key == dependency.key }) {
        changes.append("now needs \(dependency.key) \(dependency.kind.manner), was \(gone[index].kind.manner)")
        gone.remove(at: index)
      } else {
        changes.append("now needs \(dependency.key)\(dependency.kind.qualifier)")
      }
    }
    changes += gone.map { "no longer needs \($0.key)\($0.kind.qualifier)" }
    guard changes.isEmpty else { return changes }
    if wanted(dependencies) != wanted(old.dependencies) { return ["takes its dependencies in another order"] }
    for (dependency, was) in zip(dependencies, old.dependencies) where dependency.label != was.label {
      let label = dependency.label.map { "labels its \(names[dependency.key]) '\($0)'" }
      changes.append(label.map { "now \($0)" } ?? "no longer labels its \(names[dependency.key])")
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
        settings.isOpaque ? "may now have settings that cannot be seen" : "has no settings any more that cannot be seen"
      )
    }
    if settings.type != was.type { changes.append("now takes its settings as \(settings.type), was \(was.type)") }
    return changes.isEmpty ? ["takes its settings in another order"] : changes
  }
}

extension SettingsField {
  fileprivate static func changes(from old: [SettingsField], to new: [SettingsField], at path: String) -> [String] {
    var changes: [String] = []
    for field in new {
      let name = "\(path)\(field.name)"
      guard let was = old.first(where: { $0.name == field.name }) else {
        let need = field.isOptional || field.defaultText != nil ? "has" : "needs"
        changes.append("now \(need) the setting '\(name)', \(field.type.expectation)")
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
      changes.append("now takes \(described) for the setting '\(name)', was \(old.described)")
    }
    if isRequired != old.isRequired {
      changes.append(isRequired ? "now needs the setting '\(name)'" : "can do without the setting '\(name)'")
    } else if isOptional != old.isOptional || defaultText != old.defaultText {
      changes.append(
        "has the default \(defaultText ?? "nothing") for the setting '\(name)', was \(old.defaultText ?? "nothing")")
    }
    if isSecret != old.isSecret {
      changes.append(
        isSecret ? "now keeps the setting '\(name)' secret" : "no longer keeps the setting '\(name)' secret")
    }
    return changes.isEmpty ? ["takes the fields of the setting '\(name)' in another order"] : changes
  }

  private var isRequired: Bool { !isOptional && defaultText == nil }

  private var described: String {
    switch type {
    case .list(let element): "a list of \(element.described)"
    case .map(let element): "a mapping to \(element.described)"
    default:
      minimum == nil && maximum == nil
        ? type.expectation : "\(type.expectation) from \(minimum ?? .min) to \(maximum ?? .max)"
    }
  }
}

extension CatalogFactory.Role {
  fileprivate var noun: String {
    switch self {
    case .service: "a service's factory"
    case .decorator: "a decorator"
    case .initializer: "an initializer"
    }
  }
}

extension ReferenceKind {
  fileprivate var manner: String {
    switch self {
    case .instance: "as an instance"
    case .lazy: "lazily"
    case .provider: "through a provider"
    case .optional: "optionally"
    case .all: "as a collection"
    }
  }

  fileprivate var qualifier: String { self == .instance ? "" : " \(manner)" }
}
