extension Rule {
  /// All rules, sorted by code. A new rule is declared next to the code that reports it, and listed here.
  package static let all: [Rule] = [
    .yamlSyntax,
    .duplicateKey,
    .ambiguousScalar,
    .unknownField,
    .wrongShape,
    .unsupportedVersion,
    .resourceLimit,
    .badSuppression,
    .unreadableFile,
    .suspiciousText,
    .importMissing,
    .importCycle,
    .importEscapesRoot,
    .globMatchesNothing,
    .unknownStage,
    .stageExtendsCycle,
    .conflictingDefinition,
    .overridesNothing,
    .overrideDrops,
    .unknownSetTarget,
    .missingService,
    .dependencyCycle,
    .deferredCycle,
    .selfDependency,
    .ambiguousKey,
    .aliasCycle,
    .unusedService,
    .optionalProvided,
    .providedScope,
    .askedForMissing,
    .captiveDependency,
    .unknownScope,
    .scopedFromRoot,
    .scopeNotAllowed,
    .eagerNeedsSingleton,
    .asyncInSync,
    .mainActorInNonisolated,
    .scopeCycle,
    .twoScopes,
    .unknownFactory,
    .factoryMismatch,
    .missingArgument,
    .unknownArgument,
    .wrongDependencyType,
    .wrongSetting,
    .unknownSetting,
    .missingSetting,
    .deprecatedUse,
    .wrongRole,
    .duplicateFactory,
    .badRegistration,
    .missingProvided,
    .replacesNothing,
    .wrongArgument,
    .unknownParameter,
    .unusedParameter,
    .parameterCycle,
    .malformedInterpolation,
    .parameterWithoutSource,
    .badParameterValue,
    .envConflict,
    .secretLiteral,
    .secretExposed,
    .unknownCollection,
    .emptyCollection,
    .collectionType,
    .decoratorMismatch,
    .selectNotExhaustive,
    .deadCase,
    .staleCatalog,
    .unusedFactory,
  ]
}

extension CheckContext {
  /// Runs every check, in order.
  package func check(reporting: inout Diagnostics) {
    DeclaredScopes.check(composed, reporting: &reporting)
    reporting.report(parameterFindings)
    ParameterRules.checkUnused(composed, reporting: &reporting)
    checkKeys(&reporting)
    checkMissing(&reporting)
    checkCycles(&reporting)
    checkDeferredCycles(&reporting)
    checkSelfDependencies(&reporting)
    checkAliasCycles(&reporting)
    checkUnused(&reporting)
    checkScopes(&reporting)
    checkCaptives(&reporting)
    checkIsolation(&reporting)
    checkAsync(&reporting)
    checkNesting(&reporting)
    checkFactories(&reporting)
    checkArguments(&reporting)
    checkMakers(&reporting)
    checkDeprecations(&reporting)
    checkCollections(&reporting)
    checkSelects(&reporting)
    checkOptionalProvided(&reporting)
    // DI007: searches that reached the step limit.
    if steps.isSpent { reporting.report(limits.passed(.steps, at: composed.entry.beginning)) }
    checkSettings(&reporting)
  }
}
