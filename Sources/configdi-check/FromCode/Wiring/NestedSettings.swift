import ConfigDI

extension SwiftSources {
  /// The full name of a settings type that is nested in the type that the factory makes: `App.MemoryCache.Settings`.
  /// The catalog has only the last component. `nil` if the sources do not show the nesting.
  func nestedSettings(of factory: CatalogFactory) -> String? {
    guard let settings = factory.settings?.type, let id = factory.file, let registering = file(id) else { return nil }
    let makers = RegistrationFile(registering.bytes).calls.filter { $0.name == factory.name }.flatMap(\.makers)
    let module = id.split(separator: "/").first.map { "\($0)." } ?? ""
    for maker in makers {
      guard let last = maker.path.last, last != settings, let place = declaration(ofType: module + last),
        Self.declares(settings, in: last, place.file)
      else { continue }
      return module + (maker.path + [settings]).joined(separator: ".")
    }
    return nil
  }

  /// Whether a factory only returns an instance made elsewhere in the program, according to its registration.
  func isInstance(_ factory: CatalogFactory) -> Bool {
    guard let id = factory.file, let file = file(id) else { return false }
    return SwiftRegistrations(in: file).named.contains { $0.name == factory.name && $0.method == "registerInstance" }
  }

  /// Whether the sources declare a type that is not a protocol.
  func isConcrete(_ type: String) -> Bool {
    guard let place = declaration(ofType: type) else { return false }
    let text = SwiftText(place.file.bytes)
    let name = type.lastPart
    return text.lexemes.indices.contains { index in
      text.name(index) == name && ["struct", "class", "enum", "actor"].contains(text.name(index - 1))
    }
  }

  /// Whether a file declares a type inside another type, or in an extension of that type.
  private static func declares(_ name: String, in owner: String, _ file: SourceFile) -> Bool {
    let text = SwiftText(file.bytes)
    let brackets = SwiftBrackets(text)
    return text.lexemes.indices.contains { index in
      guard text.isWord(index, "struct"), text.name(index + 1) == name, let open = brackets.opening(index) else {
        return false
      }
      return SwiftHeader(of: open, text, brackets)?.name == owner
    }
  }
}
