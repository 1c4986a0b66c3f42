import ConfigDI

/// The address of the documentation, for formats that need one.
enum Documentation {
  static let home = "urn:configdi:check"

  static func page(of rule: Rule) -> String {
    "urn:configdi:rule:\(rule.code)"
  }
}
