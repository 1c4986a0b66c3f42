extension Setting {
  /// This setting with defaults for the fields that it leaves out; a field with null is not left out.
  func layered(over defaults: SettingDefaults) -> Setting {
    layered(over: defaults.entries)
  }

  private func layered(over defaults: [(name: String, value: SettingDefault)]) -> Setting {
    guard case .map(var entries) = content, !defaults.isEmpty else { return self }
    for (name, value) in defaults {
      if let index = entries.firstIndex(where: { $0.name.value == name }) {
        if case .map(let nested) = value.content { entries[index].value = entries[index].value.layered(over: nested) }
      } else {
        entries.append(Entry(Located(name, at: location), Setting(value, at: location)))
      }
    }
    var layered = self
    layered.content = .map(entries)
    return layered
  }

  init(_ value: SettingDefault, at location: SourceLocation) {
    let content: Content =
      switch value.content {
      case .bool(let truth): .bool(truth)
      case .int(let number): .int(number)
      case .float(let number): .float(number)
      case .string(let text): .string(text)
      case .list(let elements): .list(elements.map { Setting($0, at: location) })
      case .map(let entries):
        .map(entries.map { Entry(Located($0.name, at: location), Setting($0.value, at: location)) })
      }
    self.init(content, at: location)
  }
}
