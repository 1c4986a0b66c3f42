/// A part of a manifest that a finding reports as absent. If a mistake hides the part, it may exist unread, and the
/// finding stays silent.
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
    /// The value of a parameter without one, and a parameter to set from outside.
    case source, setTarget
    /// A service or parameter for an overlay to change.
    case changedService, changedParameter
    case useOfService, useOfParameter, member
    /// The uses in all files, including those in entries without effect.
    case writtenUse
    /// A value that can be read, around the finding's location.
    case value
    /// At the finding's location: a correct value, a form of dependency that fits, or a type that does.
    case correctValue, fittingForm, fittingType

    package var isAtLocation: Bool { [.correctValue, .fittingForm, .fittingType].contains(self) }
  }

  /// What else shows, if it is hidden, that this need not be absent. A missing setting could be `${…}` of the same name.
  package var alternatives: [Absence] {
    let last = name?.split(separator: ".").last
    return [self, Absence(kind)] + (kind == .useOfParameter ? last.map { [Absence(.setting, String($0))] } ?? [] : [])
  }
}
