/// A Foundation type that the product `ConfigDIFoundation` supports as a setting. Without that product, Foundation's
/// own decoding expects a form that nobody writes by hand.
package enum FoundationValue: String, CaseIterable {
  case url = "URL"
  case uuid = "UUID"
  case date = "Date"
  case data = "Data"
  case decimal = "Decimal"

  init?(_ type: any Any.Type) {
    let parts = String(reflecting: type).split(separator: ".")
    guard parts.count == 2, parts[0].hasPrefix("Foundation") else { return nil }
    self.init(rawValue: String(parts[1]))
  }

  /// Recognizes a Foundation type by its fields, if the catalog was recorded without the product `ConfigDIFoundation`.
  package init?(recordedAs type: SettingType, for setting: Setting) {
    switch (type, setting.content) {
    case (.object(let fields, _), _) where fields.contains(where: { $0.name == "relative" }): self = .url
    case (.object(let fields, _), _) where fields.contains(where: { $0.name == "mantissa" }): self = .decimal
    case (.float, .string(let text)) where ValueText.instant(text) != nil: self = .date
    default: return nil
    }
  }

  package var help: String {
    "add the product ConfigDIFoundation to the program to write a \(rawValue) as one value: import ConfigDIFoundation"
  }
}
