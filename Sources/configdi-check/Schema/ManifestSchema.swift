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
    let factories = (catalog?.catalog.factories ?? []).map(\.name)
    factoryNames = Dictionary(firstOf: zip(factories, factories.asDefinitions.map { "factory." + $0 }))
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
    let shared: [(String, JSON)] = [
      ("manifest", file(.manifest)), ("overlayFile", file(.overlay)), ("stage", stage),
      // Text that is not empty and has no `${`.
      ("name", .text(matching: #"^(?:(?!\$\{)[\s\S])+$"#)), ("key", key),
      ("text", ["type": ["string", "number", "boolean"]]),
      // Text that contains a parameter, and text that consists of a single parameter, and so has that parameter's type.
      ("interpolated", .text(matching: #"\$\{"#)),
      ("placeholder", offered(names.parameters.map { "${\($0)}" }, or: .text(matching: #"^\$\{[^${}]+\}$"#))),
      ("scope", offered(ScopeName.builtIn.map(\.text) + names.scopes)),
      ("collection", offered(names.collections)),
      ("file", fileReference), ("files", JSON.list(of: .reference(to: "file")).orNull()), ("overlays", overlays),
      ("roots", roots), ("collections", collections), ("scopes", scopes),
      ("reference", .anyOf([.reference(to: "key")] + ReferenceKey.allCases.map { wrapped($0) })),
      ("dependencies", dependencies),
      ("deprecation", .anyOf([["type": "string"], .closed(DeprecationKey.allCases) { _ in .reference(to: "text") }])),
    ]
    let makers: [(String, JSON)] = [("decorator", decorator(of: nil)), ("initializer", initializer)]
    return shared + Manifest.Kind.allCases.flatMap(definitions) + makers + factoryDefinitions
  }

  /// The definitions that differ between manifests and overlays.
  private func definitions(_ layer: Manifest.Kind) -> [(String, JSON)] {
    [
      (layer.definition("parameters"), parameters(layer)), (layer.definition("parameter"), parameter(layer)),
      (layer.definition("services"), services(layer)), (layer.definition("lifecycle"), lifecycle(layer)),
    ] + serviceDefinitions(layer)
  }
}

extension Manifest.Kind {
  /// The name of a definition for files of this kind.
  func definition(_ name: String) -> String { self == .manifest ? name : "overlay." + name }
}

/// Names that a manifest declares, for editors to offer.
struct SchemaNames {
  let keys: [String]
  let parameters: [String]
  let stages: [String]
  let scopes: [String]
  let collections: [String]

  /// The names in the order of their first use in any stage; none without a manifest.
  init(_ composed: ComposedManifest? = nil) {
    let all = composed?.stages ?? []
    keys = all.flatMap { $0.services.map(\.key.value.text) }.distinct()
    parameters = all.flatMap { $0.parameters.map(\.name.value) }.distinct()
    collections = all.flatMap { $0.collections.map(\.name.value) }.distinct()
    stages = (composed?.declaredStages ?? []).map(\.value).distinct()
    scopes = (composed?.scopes ?? []).map(\.name.value).distinct()
  }
}
