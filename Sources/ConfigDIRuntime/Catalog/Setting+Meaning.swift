extension Setting {
  /// The fields that a settings type reads, in canonical form. Omits optional fields that are null.
  func meant(by fields: [SettingsField], isOpaque: Bool) -> Setting {
    guard case .map(let entries) = content else { return self }
    return with(
      .map(
        entries.compactMap { entry -> Entry? in
          guard let field = fields.first(where: { $0.name == entry.name.value }) else { return isOpaque ? entry : nil }
          if entry.value.isNull, field.isOptional { return nil }
          return (entry.name, entry.value.meant(by: field.type))
        }))
  }

  private func meant(by type: SettingType) -> Setting {
    switch (type, content) {
    case (.object(let fields, let isOpaque), _): meant(by: fields, isOpaque: isOpaque)
    case (.list(let element), .list(let elements)): with(.list(elements.map { $0.meant(by: element.type) }))
    case (.map(let element, _), .map(let entries)):
      with(.map(entries.map { ($0.name, $0.value.meant(by: element.type)) }))
    default: with(value(as: type))
    }
  }

  /// The content in canonical form; `nil` if it is not a single value of the type.
  func value(as type: SettingType) -> Content? {
    switch (type, content) {
    case (.opaque, _), (.string, .string), (.bool, .bool), (.int, .int), (.float, .float), (.float32, .float): content
    case (.float, .int(let number)), (.float32, .int(let number)): .float(Double(number))
    case (.int, .float(let number)) where !number.isRoundedToLowestInt: Int(exactly: number).map { .int($0) }
    case (.duration, .string(let text)): Quantity.duration(text).map { .string("\($0)") }
    case (.bytes, .string(let text)): Quantity.bytes(text).map { .int($0) }
    case (.bytes, .int(let bytes)): bytes >= 0 ? content : nil
    case (.url, .string(let text)): ValueText.isURL(text) ? content : nil
    case (.date, .string(let text)): ValueText.instant(text).map { _ in content }
    case (.uuid, .string(let text)): ValueText.uuid(text).map { _ in content }
    case (.base64, .string(let text)): Base64.bytes(text).map { _ in content }
    case (.decimal, _): decimalParts.map { _ in content }
    case (.enumeration(let cases), _): isOne(of: cases) || spelled.isOne(of: cases) ? content : nil
    default: nil
    }
  }

  /// This setting with the given content; unchanged if `content` is `nil`.
  private func with(_ content: Content?) -> Setting {
    content.map { Setting($0, at: location, secret: secret) } ?? self
  }
}
