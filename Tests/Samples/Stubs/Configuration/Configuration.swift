/// The signatures of swift-configuration that the recipe uses.
public struct ConfigKey: Sendable {
  public init(_ string: String) {}
}

public struct ConfigReader: Sendable {
  public func string(
    forKey key: ConfigKey, isSecret: Bool = false, fileID: String = #fileID, line: UInt = #line
  ) -> String? { nil }

  public func int(
    forKey key: ConfigKey, isSecret: Bool = false, fileID: String = #fileID, line: UInt = #line
  ) -> Int? { nil }

  public func double(
    forKey key: ConfigKey, isSecret: Bool = false, fileID: String = #fileID, line: UInt = #line
  ) -> Double? { nil }

  public func bool(
    forKey key: ConfigKey, isSecret: Bool = false, fileID: String = #fileID, line: UInt = #line
  ) -> Bool? { nil }
}
