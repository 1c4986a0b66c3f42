import ConfigDI

/// What a value of a manifest is for, by its path: the grammar of the format, for texts that need not be whole.
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
  /// Of a decorator or an initializer, whose fields these are.
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
  /// A scalar, or a list of such, of one meaning.
  case value(Meaning)
  case unknown
}

/// A use of a factory: where its fields stand, and what it serves there.
struct FactoryPlace: Hashable {
  let role: CatalogFactory.Role
  /// To the mapping that has the field `factory`, or to the factory's name itself.
  let path: [PathStep]
  /// The key that is served or decorated.
  let key: String?
}

/// What a scalar says.
enum Meaning: Hashable {
  case name(SymbolKind)
  /// The key that is wanted, and the kind of the reference around it.
  case reference(FactoryPlace?, slot: PathStep?, ReferenceKind)
  case factory(FactoryPlace)
  /// The key that a collection's elements have.
  case element
  case scope(ScopeUse)
  /// A `select`'s.
  case choosingParameter
  case parameterType
  /// Text in which `${…}` stands for a parameter.
  case interpolated
  case file(FileUse)
  case caseValue(key: String)
  case choice([String])
  case variable
  case text
}

enum ScopeUse: Hashable { case service, root, parent }

enum FileUse: Hashable { case imported, overlay, secret }

/// What has a name of its own in a manifest.
enum SymbolKind: String, Hashable, CaseIterable {
  case service, factory, parameter, scope, stage, collection, phase
}
