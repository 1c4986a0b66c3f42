import ConfigDI

extension RulePage {
  /// Every rule's page, by code.
  static let all: [RulePage] =
    aboutReading + aboutFiles + aboutGraph + aboutScopes + aboutFactories + aboutParameters + aboutCollections
    + aboutCatalog
}

extension Rule {
  /// The rule's page. A test checks that the list has every rule.
  var page: RulePage { RulePage.all.first { $0.rule == self } ?? RulePage(self, explanation: summary) }
}
