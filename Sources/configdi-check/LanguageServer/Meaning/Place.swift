import ConfigDI

/// A position in a manifest and its meaning, derived from its path. This also works in incomplete manifests.
struct Place {
  private(set) var form: ManifestForm
  private(set) var path: [PathStep] = []
  /// The kind of file whose entries have the form of those at this place. Stages and inline overlays are overlays.
  private(set) var layer: Manifest.Kind
  /// The innermost entry around this place that uses a factory.
  private(set) var use: FactoryPlace?
  /// The dependency at or around this place, identified by its label or its position.
  private(set) var slot: PathStep?
  /// The parameter whose value is at this place.
  private(set) var parameter: String?
  /// The path in the factory's settings.
  private(set) var settingPath: [PathStep] = []

  /// The place of a document's root, depending on the kind that the document declares.
  init(rootOf outline: Outline) {
    let kind = outline.documents.first.flatMap { outline.text(ManifestKey.kind.rawValue, in: $0) }
    form = .file
    layer = kind == Manifest.Kind.overlay.rawValue ? .overlay : .manifest
  }

  init(_ path: [PathStep], in outline: Outline) {
    self = path.reduce(Place(rootOf: outline)) { $0.inside($1) }
  }

  /// The place of an entry's value, or of an element of a list, in the value at this place.
  func inside(_ step: PathStep) -> Place {
    var place = self
    place.path.append(step)
    var name: String?
    if case .key(let key) = step { name = key }
    place.form = name.map(form.value) ?? form.parts.element ?? .unknown
    if form != .parameter || place.form != .scalar(.interpolated) { place.parameter = nil }
    switch place.form {
    case .parameter: place.parameter = name
    case .stage, .list(.fileReference): place.layer = .overlay
    case .service: place.use = (.service, place.path, name)
    case .decorator: place.use = (.decorator, place.path, use?.key)
    case .initializer: place.use = (.initializer, place.path, nil)
    case .reference: place.slot = step
    case .settings where form == .settings: place.settingPath.append(step)
    default: break
    }
    return place
  }

  /// The meaning of a scalar at this place. Settings cannot be a single scalar.
  var scalar: ManifestForm.Meaning? {
    form == .settings && settingPath.isEmpty ? nil : form.parts.scalar
  }

  /// The format's keys that a mapping at this place can have.
  var fields: [any MappingKey] {
    func keys<Key: MappingKey>(_ type: Key.Type) -> [any MappingKey] { type.keys(in: layer) }
    // In a list of overlays, a mapping may also be an inline overlay.
    let sections = form == .fileReference(.overlay) ? keys(InlineOverlayKey.self) : []
    return (form.parts.keys.map { keys($0) } ?? []) + sections
  }
}

/// An entry that uses a factory: the path to its mapping with the field `factory` or to the factory's name itself, and
/// the key of the service that is made or decorated. The key is `nil` for an initializer.
typealias FactoryPlace = (role: CatalogFactory.Role, path: [PathStep], key: String?)
