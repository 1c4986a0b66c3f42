/// The signatures of swift-log that the recipe uses.
public struct Logger: Sendable {
  public init(label: String) {}
  public func debug(_ message: @autoclosure () -> Message, metadata: @autoclosure () -> [String: String]? = nil) {}
  public func error(_ message: @autoclosure () -> Message, metadata: @autoclosure () -> [String: String]? = nil) {}

  public struct Message: ExpressibleByStringInterpolation, Sendable {
    public init(stringLiteral value: String) {}
  }
}
