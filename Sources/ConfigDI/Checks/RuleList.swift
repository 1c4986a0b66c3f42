/// All rules, sorted by code, and all checks. The rules that the runtime or the reading of YAML reports are declared in
/// `RuntimeRules.swift`, all others here.
extension Rule {
  package static let unknownField = Rule(
    "DI004", "unknown-field", .error, allowsContainer: true, hides: [.plainText])
  package static let unsupportedVersion = Rule("DI006", "unsupported-version", .error)
  package static let badSuppression = Rule("DI008", "bad-suppression", .warning)
  package static let importMissing = Rule("DI101", "import-missing", .error, hides: [.plainText])
  package static let importCycle = Rule("DI102", "import-cycle", .error)
  package static let importEscapesRoot = Rule("DI103", "import-escapes-root", .error, absent: .root)
  package static let globMatchesNothing = Rule("DI104", "glob-matches-nothing", .warning)
  package static let stageExtendsCycle = Rule("DI106", "stage-extends-cycle", .error)
  package static let conflictingDefinition = Rule(
    "DI107", "conflicting-definition", .error, allowsContainer: true, hides: [.writtenUse])
  package static let overrideDrops = Rule("DI109", "override-drops", .warning)
  package static let missingService = Rule("DI201", "missing-service", .error, hides: [.plainText], absent: .service)
  package static let dependencyCycle = Rule("DI202", "dependency-cycle", .error)
  package static let deferredCycle = Rule("DI203", "deferred-cycle", .note)
  package static let selfDependency = Rule(
    "DI204", "self-dependency", .error, followsReferences: true, absent: .fittingType)
  package static let ambiguousKey = Rule("DI205", "ambiguous-key", .error, needsCatalog: true)
  package static let aliasCycle = Rule("DI206", "alias-cycle", .error)
  package static let unusedService = Rule(
    "DI207", "unused-service", .warning, needsCatalog: true, absent: .useOfService)
  package static let optionalProvided = Rule(
    "DI208", "optional-provided", .error, needsCatalog: true, hides: [.fittingForm])
  package static let providedScope = Rule("DI209", "provided-scope", .error)
  package static let askedForMissing = Rule("DI211", "asked-for-missing", .error)
  package static let captiveDependency = Rule("DI301", "captive-dependency", .error, followsReferences: true)
  package static let scopedFromRoot = Rule("DI304", "scoped-from-root", .error, followsReferences: true)
  package static let scopeNotAllowed = Rule("DI305", "scope-not-allowed", .error, needsCatalog: true)
  package static let eagerNeedsSingleton = Rule("DI306", "eager-needs-singleton", .error)
  package static let asyncInSync = Rule("DI307", "async-in-sync", .error, needsCatalog: true)
  package static let mainActorInNonisolated = Rule(
    "DI308", "main-actor-in-nonisolated", .error, needsCatalog: true, allowsContainer: true, followsReferences: true)
  package static let scopeCycle = Rule("DI309", "scope-cycle", .error)
  package static let twoScopes = Rule("DI310", "two-scopes", .error)
  package static let unknownFactory = Rule("DI401", "unknown-factory", .error, needsCatalog: true, hides: [.plainText])
  package static let factoryMismatch = Rule("DI402", "factory-mismatch", .error, needsCatalog: true)
  package static let unknownArgument = Rule("DI404", "unknown-argument", .error, needsCatalog: true)
  package static let wrongDependencyType = Rule(
    "DI405", "wrong-dependency-type", .error, needsCatalog: true, followsReferences: true, hides: [.fittingType],
    absent: .fittingForm)
  package static let deprecatedUse = Rule("DI409", "deprecated-use", .warning, followsReferences: true)
  package static let wrongRole = Rule("DI410", "wrong-role", .error, needsCatalog: true)
  package static let unusedParameter = Rule("DI502", "unused-parameter", .warning)
  package static let secretLiteral = Rule("DI509", "secret-literal", .warning)
  package static let unknownCollection = Rule(
    "DI601", "unknown-collection", .error, hides: [.plainText], absent: .collection)
  package static let emptyCollection = Rule("DI602", "empty-collection", .warning)
  package static let collectionType = Rule("DI603", "collection-type", .error, needsCatalog: true)
  package static let decoratorMismatch = Rule("DI606", "decorator-mismatch", .error, needsCatalog: true)
  package static let selectNotExhaustive = Rule("DI608", "select-not-exhaustive", .error, hides: [.correctValue])
  package static let deadCase = Rule("DI609", "dead-case", .warning, hides: [.correctValue])
  package static let staleCatalog = Rule("DI701", "stale-catalog", .error)
  package static let unusedFactory = Rule("DI702", "unused-factory", .note, needsCatalog: true, isOptIn: true)

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
