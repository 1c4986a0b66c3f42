/// Every rule about the composed graph, in one list; each reports for all stages at once.
package enum Checks {
  package typealias Check = @Sendable (CheckContext, inout Diagnostics) -> Void

  package static let all: [Check] = [
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
  ]

  package static func run(_ context: CheckContext, reporting: inout Diagnostics) {
    for check in all { check(context, &reporting) }
  }
}
