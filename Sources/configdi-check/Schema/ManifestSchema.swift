import ConfigDI

/// The JSON Schema (draft-07) for manifests and overlays, generated from the same tables that decoding uses.
///
/// Names that the program declares (factories and their settings) must be in the catalog. Names that manifests declare
/// themselves (keys, parameters, stages, scopes) are only suggestions, since the schema would be out of date after the
/// next edit.
struct ManifestSchema {
  let catalog: CatalogIndex?
  let names: SchemaNames
  /// The catalog's keys by canonical name, each with the name of its schema definition.
  let keys: [SchemaKey]
  /// The name of each factory's schema definition.
  let factoryNames: [String: String]

  init(catalog: CatalogIndex? = nil, names: SchemaNames = SchemaNames()) {
    self.catalog = catalog
    self.names = names
    keys = catalog.map { SchemaKey.all(of: $0) } ?? []
    var used: Set<String> = []
    let factories = catalog?.catalog.factories ?? []
    factoryNames = Dictionary(firstOf: factories.map { ($0.name, "factory." + $0.name.definitionName(&used)) })
  }

  var json: JSON {
    [
      "$schema": "http://json-schema.org/draft-07/schema#",
      "title": "ConfigDI manifest",
      "description": "The factory of each key, with its scope, dependencies and settings, in each stage.",
      "type": "object",
      "if": ["properties": ["kind": ["const": "overlay"]], "required": ["kind"]],
      "then": .reference(to: "overlayFile"),
      "else": .reference(to: "manifest"),
      "definitions": .object(definitions),
    ]
  }

  private var definitions: [(String, JSON)] {
    [
      ("manifest", file(.manifest)), ("overlayFile", file(.overlay)), ("stage", stage),
      ("name", name), ("key", key), ("text", text), ("interpolated", interpolated), ("placeholder", placeholder),
      ("scope", offered(ScopeName.builtIn.map(\.text) + names.scopes, or: "name")),
      ("collection", offered(names.collections, or: "name")),
      ("file", fileReference), ("files", files), ("overlays", overlays), ("roots", roots), ("collections", collections),
      ("scopes", scopes),
      ("reference", reference), ("dependencies", dependencies), ("deprecation", deprecation),
    ]
      + LayerKind.allCases.flatMap { layer in
        [
          (layer.definition("parameters"), parameters(layer)), (layer.definition("parameter"), parameter(layer)),
          (layer.definition("services"), services(layer)), (layer.definition("lifecycle"), lifecycle(layer)),
        ] + serviceDefinitions(layer)
      } + [("decorator", decorator(of: nil)), ("initializer", initializer)] + factoryDefinitions
  }
}

/// The kind of layer that an entry is in. Entries in a manifest define things; entries in an overlay can also change
/// or remove them.
typealias LayerKind = Manifest.Kind

extension LayerKind {
  func definition(_ name: String) -> String {
    self == .manifest ? name : "overlay." + name
  }
}

/// Names that a manifest declares, for editors to offer.
struct SchemaNames {
  var keys: [String] = []
  var parameters: [String] = []
  var stages: [String] = []
  var scopes: [String] = []
  var collections: [String] = []

  init() {}

  /// The names in the order of their first use in any stage.
  init(_ composed: ComposedManifest) {
    keys = composed.stages.flatMap { $0.services.map(\.key.value.text) }.distinct()
    parameters = composed.stages.flatMap { $0.parameters.map(\.name.value) }.distinct()
    collections = composed.stages.flatMap { $0.collections.map(\.name.value) }.distinct()
    stages = composed.declaredStages.map(\.value).distinct()
    scopes = composed.scopes.map(\.name.value).distinct()
  }
}
