import ConfigDI

/// Where the documentation is, for formats that want an address.
enum Documentation {
  static let home = "urn:configdi:check"

  static func page(of rule: Rule) -> String {
    "urn:configdi:rule:\(rule.code)"
  }
}
