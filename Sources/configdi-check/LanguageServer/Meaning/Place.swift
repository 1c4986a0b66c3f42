import ConfigDI

/// The meaning of a value in a manifest, by its path. This is the grammar of the format, for texts that may be
/// incomplete.
indirect enum Place: Hashable {
  enum Layer: Hashable { case manifest, overlay }

  case file(Layer)
  case stages
  case stage
  case scopes
  case scope
  case parameters(Layer)
  case parameter(Layer, name: String)
  case collections
  case collection
  case roots
  case root
  case services(Layer)
  case service(Layer, key: String)
  case lifecycle
  case phase
  /// The fields of a decorator or an initializer.
  case use(FactoryPlace)
  case decorators(FactoryPlace)
  case dependencies(FactoryPlace)
  /// One dependency: by its label, or by its position.
  case reference(FactoryPlace, slot: PathStep)
  case settings(FactoryPlace, [PathStep])
  case cases(key: String)
  case deprecation
  case imports
  case overlays
  case fileReference(FileUse)
  /// A scalar, or a list of scalars, with one meaning.
  case value(Meaning)
  case unknown
}

/// A use of a factory: the path of its fields, and the key of its service.
struct FactoryPlace: Hashable {
  let role: CatalogFactory.Role
  /// The path to the mapping with the field `factory`, or to the factory's name itself.
  let path: [PathStep]
  /// The key whose service is made or decorated.
  let key: String?
}

/// The meaning of a scalar.
enum Meaning: Hashable {
  case name(SymbolKind)
  /// The expected key, and the kind of the reference around it.
  case reference(FactoryPlace?, slot: PathStep?, ReferenceKind)
  case factory(FactoryPlace)
  /// The key that a collection's elements have.
  case element
  case scope(ScopeUse)
  /// The parameter of a `select`.
  case choosingParameter
  case parameterType
  /// Text in which `${…}` inserts a parameter.
  case interpolated
  case file(FileUse)
  case caseValue(key: String)
  case choice([String])
  case variable
  case text
}

enum ScopeUse: Hashable { case service, root, parent }

enum FileUse: Hashable { case imported, overlay, secret }

/// The kinds of names in a manifest.
enum SymbolKind: String, Hashable, CaseIterable {
  case service, factory, parameter, scope, stage, collection, phase
}
