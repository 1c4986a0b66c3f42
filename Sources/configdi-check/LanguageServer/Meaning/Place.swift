import ConfigDI

/// The meaning of a position in a manifest, derived from its path. Together, the cases form the grammar of the format,
/// which also applies to incomplete manifests.
indirect enum Place: Hashable {
  case file(Manifest.Kind)
  case stages
  case stage
  case scopes
  case scope
  case parameters(Manifest.Kind)
  case parameter(Manifest.Kind, name: String)
  case collections
  case collection
  case roots
  case root
  case services(Manifest.Kind)
  case service(Manifest.Kind, key: String)
  case lifecycle
  case phase
  /// The fields of an entry that uses a factory as a decorator or an initializer.
  case use(FactoryPlace)
  case decorators(FactoryPlace)
  case dependencies(FactoryPlace)
  /// One dependency, identified by its label or its position.
  case reference(FactoryPlace, slot: PathStep)
  case settings(FactoryPlace, [PathStep])
  case cases(key: String)
  case deprecation
  case imports
  case overlays
  case fileReference(FileUse)
  /// A value whose scalar has this meaning. If the value is a list, each element has this meaning.
  case value(Meaning)
  case unknown
}

/// An entry that uses a factory: the path to its fields, and the service's key.
struct FactoryPlace: Hashable {
  let role: CatalogFactory.Role
  /// The path to the mapping with the field `factory`, or to the factory's name itself.
  let path: [PathStep]
  /// The key of the service that is made or decorated; `nil` for an initializer.
  let key: String?
}

/// The meaning of a scalar.
enum Meaning: Hashable {
  case name(SymbolKind)
  /// A key, with the kind of the reference around it.
  case reference(FactoryPlace?, slot: PathStep?, ReferenceKind)
  case factory(FactoryPlace)
  /// The type of a collection's elements, as a key.
  case element
  case scope(ScopeUse)
  /// The parameter that a `select` depends on.
  case choosingParameter
  case parameterType
  /// Text in which parameters are inserted with `${…}`.
  case interpolated
  case file(FileUse)
  case choice([String])
  /// Text without names, such as a description or a variable.
  case text
}

enum ScopeUse: Hashable { case service, root, parent }

enum FileUse: Hashable { case imported, overlay, secret }

/// The kinds of names that a manifest contains.
enum SymbolKind: String, Hashable, CaseIterable {
  case service, factory, parameter, scope, stage, collection, phase
}
