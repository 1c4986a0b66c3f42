/// Every rule about a composed manifest, in one list; each reports for all stages at once. Reading and composing report
/// by themselves what keeps a part of the text from being in that manifest.
package enum Checks {
  package typealias Check = @Sendable (CheckContext, inout Diagnostics) -> Void

  package static let all: [Check] = [
    { DeclaredScopes.check($0.composed, reporting: &$1) },
    { $1.report($0.parameterFindings) },
    { ParameterRules.checkUnused($0.composed, reporting: &$1) },
    checkKeys,
    checkMissing,
    checkCycles,
    checkDeferredCycles,
    checkSelfDependencies,
    checkAliasCycles,
    checkUnused,
    checkScopes,
    checkCaptives,
    checkIsolation,
    checkNesting,
    checkFactories,
    checkArguments,
    checkDeprecations,
    checkCollections,
    checkSelects,
    checkOptionalProvided,
    checkSteps,
    checkSettings,
  ]

  package static func run(_ context: CheckContext, reporting: inout Diagnostics) {
    for check in all { check(context, &reporting) }
  }

  /// DI007: searches that were given up.
  private static func checkSteps(_ context: CheckContext, reporting: inout Diagnostics) {
    guard context.steps.isSpent else { return }
    reporting.report(context.limits.passed(.steps, at: context.composed.entry.beginning))
  }
}
