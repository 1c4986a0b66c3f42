import ConfigDI

/// Remedies that edit the program's Swift sources. Only the server offers these.
extension Focus {
  /// Offers to turn a property's initial value, which decoding ignores, into a default of the settings type.
  func swiftRemedies(for finding: Diagnostic) -> [Diagnostic.Remedy] {
    guard finding.rule == .missingSetting, finding.hides.count == 1, let name = finding.hides[0].name,
      let sources = checked?.swift,
      let factory = factory(ofSettings: finding.symbol, name), let type = factory.settings?.type
    else { return [] }
    let module = factory.file?.split(separator: "/").first.map { "\($0)." } ?? ""
    guard let place = sources.declaration(ofType: module + type), case let text = SwiftText(place.file.bytes),
      let values = InitialValues(ofTypeAt: text.lexeme(from: place.range.lowerBound), in: text),
      let value = values.values.first(where: { $0.name == name }), let edit = values.edit(for: name)
    else { return [] }
    return [
      Diagnostic.Remedy(
        title: "give \(type) the default \"\(name)\": \(value.text)",
        fixes: [.init(replacing: place.file.location(edit.range), with: edit.text)])
    ]
  }

  /// The factory whose setting a finding is about: `services.KEY.settings.NAME`,
  /// `services.KEY.decorators.FACTORY.settings.NAME` or `lifecycle.PHASE.FACTORY.settings.NAME`.
  private func factory(ofSettings symbol: String?, _ name: String) -> CatalogFactory? {
    guard let symbol, let catalog, symbol.hasSuffix(".settings.\(name)") else { return nil }
    let owner = symbol.dropLast(".settings.\(name)".count)
    if let factory = catalog.catalog.factories.first(where: { factory in
      owner.hasSuffix(".decorators.\(factory.name)")
        || owner.hasPrefix("lifecycle.") && owner.hasSuffix(".\(factory.name)")
    }) {
      return factory
    }
    guard owner.hasPrefix("services.") else { return nil }
    return factory(ofService: ServiceKey(String(owner.dropFirst("services.".count))))
  }
}
