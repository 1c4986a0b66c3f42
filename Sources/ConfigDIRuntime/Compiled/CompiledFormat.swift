/// The format that the writer and the reader of compiled manifests share.
///
/// A file begins with ``magic``, the format's number, and a fingerprint of all bytes after it. Then come tables, each
/// with its length first: texts, files, suppressions, scopes, settings' schemas, factories, keys, stages, parameters
/// and services. Stages share equal parts. Numbers have seven bits a byte; locations are written as the distance from
/// the location before.
package enum CompiledFormat {
  package static let magic = Array("ConfigDI".utf8)
  /// The number of the format: another for every change of the bytes after it.
  package static let number = 1

  package static func fingerprint(of bytes: some Collection<UInt8>) -> UInt64 {
    var result = Fingerprint()
    result.combine(bytes)
    return result.folded
  }

  package enum ServiceKind: UInt8 { case factory, alias, select, provided }

  package enum Scope: UInt8 { case singleton, transient, graph, weak, declared }

  package enum ValueKind: UInt8 {
    case null, `false`, `true`, int, float, string, list, map
    /// Text that names parameters.
    case template
    /// A scalar whose text differs from its usual form; the text comes before it.
    case written
  }

  package enum SettingsState: UInt8 { case none, fixed, open }

  package enum SourceKind: UInt8 { case none, value, env, file }

  /// Flags of an argument.
  package enum ArgumentFlag {
    package static let isWritten: UInt8 = 1
    package static let hasLabel: UInt8 = 2
    package static let hasTarget: UInt8 = 4
    /// It is asked for by another key than its target's or, without a target, than the factory's.
    package static let hasOwnName: UInt8 = 8
  }

  /// Flags of a parameter.
  package enum ParameterFlag {
    package static let isSecret: UInt8 = 1
    package static let isExposed: UInt8 = 2
    package static let hasDefault: UInt8 = 4
    package static let hasMinimum: UInt8 = 8
    package static let hasMaximum: UInt8 = 16
  }

  /// Flags of a factory.
  package enum FactoryFlag {
    package static let isAsync: UInt8 = 1
    package static let isOnMain: UInt8 = 2
    package static let isShareable: UInt8 = 4
    package static let isReference: UInt8 = 8
    package static let provides: UInt8 = 16
    package static let hasSettings: UInt8 = 32
  }

  /// Flags of a setting's field.
  package enum FieldFlag {
    package static let isOptional: UInt8 = 1
    package static let isSecret: UInt8 = 2
    package static let hasDefault: UInt8 = 4
    package static let hasMinimum: UInt8 = 8
    package static let hasMaximum: UInt8 = 16
  }

  /// Flags of a file.
  package enum FileFlag {
    package static let isArgument: UInt8 = 1
    package static let hasMark: UInt8 = 2
  }

  /// The greatest depth of settings and their types.
  package static let mostNesting = Limits.mostNesting
}
