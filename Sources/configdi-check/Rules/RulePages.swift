import ConfigDI

extension RulePage {
  /// Every rule's page, by code.
  static let all: [RulePage] =
    aboutReading + aboutFiles + aboutGraph + aboutScopes + aboutFactories + aboutParameters + aboutCollections
    + aboutCatalog
}

extension Rule {
  /// Its page; a test holds the list to have every rule.
  var page: RulePage { RulePage.all.first { $0.rule == self } ?? RulePage(self, explanation: summary) }
}
