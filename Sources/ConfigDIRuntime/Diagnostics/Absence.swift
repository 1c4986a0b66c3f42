/// A part of a manifest that a finding reports as absent, or that a mistake may hide. If a mistake hides the part, the
/// part may exist after all, so the finding that reports it as absent is not shown.
package struct Absence: Hashable, Sendable {
  package let kind: Kind
  /// The name; `nil` for everything of the kind.
  package let name: String?

  package init(_ kind: Kind, _ name: String? = nil) {
    self.kind = kind
    self.name = name
  }

  package enum Kind: Sendable {
    case service, parameter, collection, scope, stage, factory, setting, field
    /// A root folder that contains a file.
    case root
    /// A setting of one service, named by the service's key and the setting's name.
    case settingOfService
    /// The source of a parameter's value, and the parameter that `--set` names.
    case source, setTarget
    /// A service or parameter that an overlay changes.
    case changedService, changedParameter
    case useOfService, useOfParameter, member
    /// All uses in the files, including those in entries that have no effect.
    case writtenUse
    /// A readable value that overlaps the finding's location.
    case value
    /// A correct value, a dependency form that fits, or a type that fits, each at the finding's location.
    case correctValue, fittingForm, fittingType
    /// A value at the finding's location that is what its text looks like.
    case plainText

    package var isAtLocation: Bool { [.correctValue, .fittingForm, .fittingType, .plainText].contains(self) }
  }

  /// The parts that also explain this absence if a mistake hides them. For example, the parameter `db.url` may be
  /// unused only because the setting `url`, which would refer to it, is missing.
  package var alternatives: [Absence] {
    let last = name?.split(separator: ".").last
    return [self, Absence(kind)] + (kind == .useOfParameter ? last.map { [Absence(.setting, String($0))] } ?? [] : [])
  }

  package static func setting(_ name: String, of service: String) -> Absence {
    Absence(.settingOfService, "\(service).\(name)")
  }

  /// Every use of services and parameters, and every member of a collection.
  package static let anyUse = [
    Absence(.useOfService), Absence(.useOfParameter), Absence(.member), Absence(.writtenUse),
  ]

  /// The entries of this name in any section, and what an overlay changes in them.
  package static func entries(named name: String) -> [Absence] {
    let kinds: [Kind] = [.service, .parameter, .collection, .scope, .stage, .changedService, .changedParameter]
    return kinds.map { Absence($0, name) }
  }
}
