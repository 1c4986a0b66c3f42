/// The file format of compiled manifests, which `CompiledCoder` reads and writes.
///
/// A file begins with ``magic``, the format's number, and a fingerprint of all following bytes. Then come tables, each
/// preceded by its length: strings, files, suppressions, scopes, settings schemas, factories, keys, stages, parameters
/// and services. A parameter or service that is the same in several stages is stored only once. Numbers use seven bits
/// per byte, and each location is stored as the distance from the previous location.
package enum CompiledFormat {
  package static let magic = Array("ConfigDI".utf8)
  /// The version of the format. Increment it with every change to the layout.
  package static let number = 2

  package static func fingerprint(of bytes: some Collection<UInt8>) -> UInt64 {
    var result = Fingerprint()
    result.combine(bytes)
    return result.folded
  }

  enum ServiceKind: UInt8 { case factory, alias, select, provided }

  /// The scopes by their code. The next code stands for a declared scope, whose number follows.
  static let scopes: [PlannedService.Scope] = [.singleton, .transient, .graph, .weak]

  /// A service's kind and scope, and what else is known of it, as the bits of one byte.
  static func code(of service: PlannedService) -> UInt8 {
    let kind: ServiceKind =
      switch service.kind {
      case .factory: .factory
      case .alias: .alias
      case .select: .select
      case .provided: .provided
      }
    let scope = UInt8(scopes.firstIndex(of: service.scope) ?? scopes.count)
    return kind.rawValue | (service.isEager ? 4 : 0) | scope << 3 | (service.replaced.isEmpty ? 0 : 64)
      | (service.mayBeAbsent ? 128 : 0)
  }

  enum ValueKind: UInt8 {
    case null, `false`, `true`, int, float, string, list, map
    /// Text that refers to parameters.
    case template
    /// A scalar with an unusual spelling. The spelling is stored before the scalar.
    case written

    init(_ scalar: Scalar) {
      self =
        switch scalar {
        case .null: .null
        case .bool(let value): value ? .true : .false
        case .int: .int
        case .float: .float
        case .string: .string
        }
    }

    init(_ setting: Setting) {
      switch setting.content {
      case .list: self = .list
      case .map: self = .map
      case .template: self = .template
      default:
        let scalar = setting.content.scalar ?? .null
        self = setting.text == scalar.plainText ? ValueKind(scalar) : .written
      }
    }
  }

  enum SettingsState: CaseIterable { case none, fixed, open }

  /// Where a parameter's value comes from; the other cases are fields of a parameter.
  enum SourceKind: String, CaseIterable { case none, value, env, file }

  /// The type code of a mapping with typed keys. The code of any other type is its position in `SettingType.names`.
  static let mapWithKeys: UInt8 = 255
}
