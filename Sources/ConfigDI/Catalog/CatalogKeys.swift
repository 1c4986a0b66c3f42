package enum CatalogField: String, MappingKey {
  case configdiCatalog, keys, factories

  package static let table = KeyTable<Self>(of: "a catalog")
}

package enum CatalogKeyField: String, MappingKey {
  case name, type

  package static let table = KeyTable<Self>(of: "a catalog key")
}

package enum CatalogFactoryField: String, MappingKey {
  case name, role, provides, dependencies, settings, argument, isolation, async, shareable, reference, concrete,
    deprecated, file,
    documentation

  package static let table = KeyTable<Self>(of: "a catalog factory")
}

package enum CatalogDependencyField: String, MappingKey {
  case key, kind, async, isolation, argument, label

  package static let table = KeyTable<Self>(of: "a factory dependency")
}

package enum SettingsSchemaField: String, MappingKey {
  case type, fields, opaque

  package static let table = KeyTable<Self>(of: "a settings schema")
}

package enum SettingsFieldField: String, MappingKey {
  case name, type, cases, fields, opaque, of, keys, min, max, optional, secret, `default`

  package static let table = KeyTable<Self>(of: "a setting")
}
