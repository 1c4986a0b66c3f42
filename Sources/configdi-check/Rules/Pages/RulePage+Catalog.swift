import ConfigDI

extension RulePage {
  /// The rules about the catalog.
  static let aboutCatalog: [RulePage] = [.staleCatalog, .unusedFactory]

  private static let staleCatalog = RulePage(
    .staleCatalog,
    explanation: """
      The committed catalog is what manifests are checked against where the program itself cannot be asked. This one no \
      longer says what the program says of itself (`--catalog-from`), so a check against it proves nothing.

      Write the catalog anew and commit it; a test that compares the two keeps it so.
      """)

  private static let unusedFactory = RulePage(
    .unusedFactory,
    explanation: """
      The program registers this factory, and none of the manifests that were checked uses it in any stage. It may be \
      what is left of a service that is gone, or be meant for a manifest that was not checked.

      The rule is off: select it by its code, or give it a severity in the configuration file. Remove the registration \
      where nothing else needs it.
      """)
}
