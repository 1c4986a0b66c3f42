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
    case (.duration, .string(let text)): with(Quantity.duration(text).map { .string("\($0)") })
    case (.bytes, .string(let text)): with(Quantity.bytes(text).map { .int($0) })
    case (.float, .int(let number)), (.float32, .int(let number)): with(.float(Double(number)))
    case (.int, .float(let number)): with(Int(exactly: number).map { .int($0) })
    case (.object(let fields, let isOpaque), _): meant(by: fields, isOpaque: isOpaque)
    case (.list(let element), .list(let elements)): with(.list(elements.map { $0.meant(by: element.type) }))
    case (.map(let element, _), .map(let entries)):
      with(.map(entries.map { ($0.name, $0.value.meant(by: element.type)) }))
    default: self
    }
  }

  /// This setting with the given content; unchanged if `content` is `nil`.
  private func with(_ content: Content?) -> Setting {
    content.map { Setting($0, at: location, secret: secret) } ?? self
  }
}
