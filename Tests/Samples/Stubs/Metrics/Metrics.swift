/// The signatures of swift-metrics that the recipe uses.
public final class Timer: Sendable {
  public init(label: String, dimensions: [(String, String)] = []) {}
  public func recordNanoseconds(_ duration: Int64) {}
}

extension Timer {
  public func record(duration: Duration) {}
}

public final class Counter: Sendable {
  public init(label: String, dimensions: [(String, String)] = []) {}
  public func increment() {}
}
