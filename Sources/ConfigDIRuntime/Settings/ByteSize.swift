/// A number of bytes, written in a manifest as `512`, `64KiB` or `10MB`.
///
/// `KB`, `MB`, `GB` and `TB` are powers of 1000; `KiB`, `MiB`, `GiB` and `TiB` are powers of 1024.
public struct ByteSize: Sendable, Hashable, Comparable, Decodable {
  /// The number of bytes.
  public var bytes: Int

  /// Creates a size of this many bytes.
  public init(bytes: Int) {
    self.bytes = bytes
  }

  /// Decodes a number of bytes, or a string such as `64KiB`, from any decoder.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let bytes = try? container.decode(Int.self), bytes >= 0 {
      self.bytes = bytes
    } else if let bytes = Quantity.bytes(try container.decode(String.self)) {
      self.bytes = bytes
    } else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a size such as '64KiB'")
    }
  }

  /// Whether the left size is smaller.
  public static func < (left: ByteSize, right: ByteSize) -> Bool { left.bytes < right.bytes }
}

extension ByteSize: SettingConvertible, StandardSetting {
  package static var settingSchema: SettingSchema { .bytes }
  package static var settingSample: ByteSize { ByteSize(bytes: 1024) }
  package var yaml: YAMLValue { .plain("\(bytes)") }

  package init(reading setting: Setting) throws {
    guard case .int(let bytes)? = setting.spelled.value(as: .bytes) else { throw setting.mismatch(.bytes) }
    self.init(bytes: bytes)
  }
}
