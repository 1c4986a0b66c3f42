/// The rules that the runtime or the reading of YAML reports, sorted by code. `ConfigDI/Checks/RuleList.swift` lists all
/// rules.
extension Rule {
  package static let yamlSyntax = Rule("DI001", "yaml-syntax", .error)
  package static let duplicateKey = Rule("DI002", "duplicate-key", .error, hides: [.writtenUse])
  package static let ambiguousScalar = Rule("DI003", "ambiguous-scalar", .warning, absent: .correctValue)
  package static let wrongShape = Rule("DI005", "wrong-shape", .error, hides: [.correctValue, .plainText])
  package static let resourceLimit = Rule("DI007", "resource-limit", .error)
  package static let unreadableFile = Rule("DI009", "unreadable-file", .error)
  package static let suspiciousText = Rule("DI010", "suspicious-text", .warning)
  package static let unknownStage = Rule("DI105", "unknown-stage", .error, hides: [.plainText], absent: .stage)
  package static let overridesNothing = Rule(
    "DI108", "overrides-nothing", .error, allowsContainer: true, hides: [.useOfService, .writtenUse, .plainText])
  package static let unknownSetTarget = Rule("DI111", "unknown-set-target", .error, absent: .setTarget)
  package static let unknownScope = Rule("DI303", "unknown-scope", .error, hides: [.plainText], absent: .scope)
  package static let missingArgument = Rule(
    "DI403", "missing-argument", .error, needsCatalog: true, absent: .collection)
  package static let wrongSetting = Rule(
    "DI406", "wrong-setting", .error, needsCatalog: true, hides: [.correctValue, .plainText], absent: .value)
  package static let unknownSetting = Rule(
    "DI407", "unknown-setting", .error, needsCatalog: true, allowsContainer: true)
  package static let missingSetting = Rule("DI408", "missing-setting", .error, needsCatalog: true)
  package static let duplicateFactory = Rule("DI411", "duplicate-factory", .error)
  package static let badRegistration = Rule("DI412", "bad-registration", .error)
  package static let missingProvided = Rule("DI413", "missing-provided", .error)
  package static let replacesNothing = Rule("DI414", "replaces-nothing", .error)
  package static let wrongArgument = Rule(
    "DI416", "wrong-argument", .error, needsCatalog: true, followsReferences: true, hides: [.fittingForm])
  package static let unknownParameter = Rule("DI501", "unknown-parameter", .error, hides: [.plainText])
  package static let parameterCycle = Rule("DI503", "parameter-cycle", .error)
  package static let malformedInterpolation = Rule("DI504", "malformed-interpolation", .error, hides: [.useOfParameter])
  package static let parameterWithoutSource = Rule("DI505", "parameter-without-source", .error, absent: .source)
  package static let badParameterValue = Rule(
    "DI506", "bad-parameter-value", .error, followsReferences: true, hides: [.correctValue, .plainText])
  package static let envConflict = Rule("DI508", "env-conflict", .warning)
  package static let secretExposed = Rule(
    "DI510", "secret-exposed", .error, needsCatalog: true, allowsContainer: true, followsReferences: true)
}
