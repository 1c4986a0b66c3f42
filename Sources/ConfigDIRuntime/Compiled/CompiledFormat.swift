/// What writer and reader of compiled manifests agree on.
///
/// A file begins with ``magic``, the format's number, and a fingerprint of all that follows. Then come tables, each
/// with its length first: texts, files, suppressions, scopes, settings' schemas, factories, keys, stages, parameters and
/// services. Stages share what is the same in them. Numbers have seven bits a byte; places are told as the distance from
/// the place before.
package enum CompiledFormat {
  package static let magic = Array("ConfigDI".utf8)
  /// Another for every change of what follows it.
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
    /// Text in which parameters are named.
    case template
    /// A scalar that is written in another way than it would be by itself, with its text before it.
    case written
  }

  package enum SettingsState: UInt8 { case none, fixed, open }

  package enum SourceKind: UInt8 { case none, value, env, file }

  /// Of an argument.
  package enum ArgumentFlag {
    package static let isWritten: UInt8 = 1
    package static let hasLabel: UInt8 = 2
    package static let hasTarget: UInt8 = 4
    /// It is asked for as something else than its target's key or what the factory asks for.
    package static let hasOwnName: UInt8 = 8
  }

  /// Of a parameter.
  package enum ParameterFlag {
    package static let isSecret: UInt8 = 1
    package static let isExposed: UInt8 = 2
    package static let hasDefault: UInt8 = 4
    package static let hasMinimum: UInt8 = 8
    package static let hasMaximum: UInt8 = 16
  }

  /// Of a factory.
  package enum FactoryFlag {
    package static let isAsync: UInt8 = 1
    package static let isOnMain: UInt8 = 2
    package static let isShareable: UInt8 = 4
    package static let isReference: UInt8 = 8
    package static let provides: UInt8 = 16
    package static let hasSettings: UInt8 = 32
  }

  /// Of a setting's field.
  package enum FieldFlag {
    package static let isOptional: UInt8 = 1
    package static let isSecret: UInt8 = 2
    package static let hasDefault: UInt8 = 4
    package static let hasMinimum: UInt8 = 8
    package static let hasMaximum: UInt8 = 16
  }

  /// Of a file.
  package enum FileFlag {
    package static let isArgument: UInt8 = 1
    package static let hasMark: UInt8 = 2
  }

  /// As deep as settings and their types may be nested.
  package static let mostNesting = Limits.mostNesting
}
