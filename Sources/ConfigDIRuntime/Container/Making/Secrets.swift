/// The secret strings that must not appear in messages, with their replacements.
package final class Secrets: Sendable {
  private let plan: Plan
  private let schemas: SettingsSchemas
  private let state = Lock(State())

  private struct State: Sendable {
    /// The secret strings, collected only at the first failure, since most containers never fail.
    var texts: SecretTexts?
    var below: Secrets?
  }

  init(_ plan: Plan, _ registry: ExaminedRegistry) {
    self.plan = plan
    // Not the registry: an error that a program keeps must not keep factories and instances alive.
    schemas = SettingsSchemas(types: registry.settings, schemas: registry.schemas)
  }

  /// Also hides the secrets of the plan that this plan changes. Must be called before the first failure.
  func alsoHide(_ below: Secrets) { state.withLock { $0.below = below } }

  /// The secrets of the original plan, which the later plans change.
  var lowest: Secrets {
    var lowest = self
    while let below = lowest.state.withLock({ $0.below }) { lowest = below }
    return lowest
  }

  /// Replaces every known secret in a string with the name of the secret's parameter.
  package func redacted(_ text: String) -> String { texts.redacted(text) }

  private var texts: SecretTexts {
    let (texts, below) = state.withLock { ($0.texts, $0.below) }
    if let texts { return texts }
    var known = below?.texts.known ?? []
    var seen = Set(known.map(\.text))
    func collect(_ setting: Setting, under name: String? = nil) {
      for secret in setting.secretTexts(under: name) where seen.insert(secret.text).inserted { known.append(secret) }
    }
    for parameter in plan.parameters {
      collect(parameter.value, under: parameter.isSecret ? parameter.name : nil)
    }
    for factory in plan.services.flatMap(\.factories) + plan.phases.flatMap(\.initializers).map(\.factory) {
      collect(schemas.settingsMarkingSecrets(of: factory))
    }
    let collected = SecretTexts(known)
    state.withLock { $0.texts = collected }
    return collected
  }
}
