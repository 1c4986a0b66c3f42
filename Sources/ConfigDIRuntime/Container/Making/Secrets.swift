/// The secret strings that must not appear in messages, with their replacements.
package final class Secrets: Sendable {
  private let plan: Plan
  private let settings: [String: FactorySettings]
  /// The secret strings, collected only at the first failure, since most containers never fail.
  private let lazyTexts = Memo<SecretTexts>()
  /// The secrets of the plan that this plan changes, which are hidden too.
  private let below: Secrets?

  init(_ plan: Plan, _ registry: ExaminedRegistry, below: Secrets?) {
    self.plan = plan
    // Not the registry: an error that a program keeps must not keep factories and instances alive.
    settings = registry.settings
    self.below = below
  }

  /// The secrets of the original plan, which the later plans change.
  var lowest: Secrets { sequence(first: self, next: \.below).reduce(self) { $1 } }

  /// Replaces every known secret in a string with the name of the secret's parameter.
  package func redacted(_ text: String) -> String { texts.redacted(text) }

  private var texts: SecretTexts {
    lazyTexts.answer {
      var known = below?.texts.known ?? []
      var seen = Set(known.map(\.text))
      func collect(_ setting: Setting, under name: String? = nil) {
        for secret in setting.secretTexts(under: name) where seen.insert(secret.text).inserted { known.append(secret) }
      }
      for parameter in plan.parameters {
        collect(parameter.value, under: parameter.isSecret ? parameter.name : nil)
      }
      for factory in plan.services.flatMap(\.factories) + plan.phases.flatMap(\.initializers).map(\.factory) {
        let marked = settings[factory.name]?.settingsMarkingSecrets(of: factory)
        if let setting = marked ?? factory.settings { collect(setting) }
      }
      return SecretTexts(known)
    }
  }
}
