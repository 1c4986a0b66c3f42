/// The form of a value in a manifest. Together, the forms are the grammar of the format. The editor and the JSON Schema
/// are made from them; `MappingKey.form` is the form of each key's value.
package indirect enum ManifestForm: Hashable, Sendable {
  /// A scalar or, in some places, a list of such scalars.
  case scalar(Meaning)
  case list(ManifestForm)
  /// A mapping whose keys are names of the author's own, and the kind of names that it declares.
  case entries(SymbolKind?, ManifestForm)
  case file, stage, scope, parameter, collection, root, service, decorator, initializer, reference, deprecation
  case fileReference(Meaning.File)
  case dependencies, settings
  /// A value that the format does not define, such as the value of an unknown key.
  case unknown

  /// The meaning of a scalar.
  package enum Meaning: Hashable, Sendable {
    /// A name of this kind. A service's name is its key. A parameter's name is found in a `select`.
    case name(SymbolKind)
    /// The type of a collection's elements, as a key.
    case element
    case scope(Scope)
    case parameterType
    /// Text in which parameters are inserted with `${…}`.
    case interpolated
    case file(File)
    case choice([String])
    /// Text without names, such as a description.
    case text
    /// A single name that nothing else in the manifest uses, such as that of a variable.
    case word

    package static let flag = Meaning.choice(["true", "false"])

    package enum Scope: Hashable, Sendable { case service, root, parent }

    package enum File: Hashable, Sendable { case imported, overlay, secret }

    /// The kind of names to which a scalar with this meaning refers.
    package var symbol: SymbolKind? {
      switch self {
      case .name(let kind): kind
      case .element: .service
      case .scope: .scope
      case .parameterType, .interpolated, .file, .choice, .text, .word: nil
      }
    }
  }
}

/// The kinds of names that a manifest contains.
package enum SymbolKind: String, Hashable, Sendable, CaseIterable {
  case service, factory, parameter, scope, stage, collection, phase
}

extension ManifestForm {
  /// What each kind of YAML node means in place of a value with this form; `nil` if the format does not allow it.
  package struct Parts {
    package var scalar: Meaning?
    /// The form of a list's elements.
    package var element: ManifestForm?
    /// The form of each entry of a mapping whose keys are names of the author's own.
    package var entry: ManifestForm?
    /// The keys of a mapping that the format defines.
    package var keys: (any MappingKey.Type)?
    /// Whether a mapping may also be an inline overlay, with a manifest's sections.
    fileprivate var hasSections = false
  }

  package var parts: Parts {
    switch self {
    case .scalar(let meaning): Parts(scalar: meaning, element: self)
    case .list(let element): Parts(element: element, hasSections: element == .fileReference(.overlay))
    case .entries(_, let entry): Parts(entry: entry)
    case .file: Parts(keys: ManifestKey.self)
    case .stage: Parts(keys: StageKey.self)
    case .scope: Parts(keys: ScopeKey.self)
    case .parameter: Parts(scalar: .interpolated, element: .scalar(.interpolated), keys: ParameterKey.self)
    case .collection: Parts(keys: CollectionKey.self)
    case .root: Parts(scalar: .name(.service), keys: RootKey.self)
    case .service: Parts(scalar: .name(.factory), keys: ServiceField.self)
    case .decorator: Parts(scalar: .name(.factory), keys: DecoratorKey.self)
    case .initializer: Parts(scalar: .name(.factory), keys: InitializerKey.self)
    case .dependencies: Parts(element: .reference, entry: .reference)
    case .reference: Parts(scalar: .name(.service), keys: ReferenceKey.self)
    case .settings: Parts(scalar: .interpolated, element: .settings, entry: .settings)
    case .deprecation: Parts(scalar: .text, keys: DeprecationKey.self)
    case .fileReference(let use): Parts(scalar: .file(use), keys: FileReferenceKey.self, hasSections: true)
    case .unknown: Parts()
    }
  }

  /// The kind of names that the keys of a mapping with this form declare.
  package var declares: SymbolKind? {
    if case .entries(let kind, _) = self { kind } else { nil }
  }

  /// The kind of node that a section with this form must be.
  var shape: Node.Kind {
    switch self {
    case .scalar: .scalar
    case .list: .sequence
    default: .mapping
    }
  }

  /// The form of a key's value in a mapping with this form.
  package func value(of key: String) -> ManifestForm {
    let parts = parts
    if case .fileReference(let use) = self, key == FileReferenceKey.path.rawValue { return .scalar(.file(use)) }
    let section = parts.hasSections ? ManifestKey(rawValue: key)?.form : nil
    return parts.entry ?? parts.keys?.init(rawValue: key)?.form ?? section ?? .unknown
  }
}
