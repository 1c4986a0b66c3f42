/// The signatures of swift-distributed-tracing that the recipe uses.
public struct ServiceContext: Sendable {
  public static var topLevel: ServiceContext { ServiceContext() }
  public static var current: ServiceContext? { nil }
}

public enum SpanKind: Hashable, Sendable {
  case server, client, producer, consumer, `internal`
}

public protocol TracerInstant: Comparable, Hashable, Sendable {
  var nanosecondsSinceEpoch: UInt64 { get }
}

public struct DefaultTracerClock {
  public struct Timestamp: TracerInstant {
    public let nanosecondsSinceEpoch: UInt64

    public init(nanosecondsSinceEpoch: UInt64) { self.nanosecondsSinceEpoch = nanosecondsSinceEpoch }

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
      left.nanosecondsSinceEpoch < right.nanosecondsSinceEpoch
    }
  }

  public static var now: Timestamp { Timestamp(nanosecondsSinceEpoch: 0) }
}

public struct SpanStatus: Sendable {
  public enum Code: Sendable {
    case ok, error
  }

  public init(code: Code, message: String? = nil) {}
}

public protocol Span: AnyObject, Sendable {
  func setStatus(_ status: SpanStatus)
  func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant)
}

public final class NoOpSpan: Span {
  public func setStatus(_ status: SpanStatus) {}
  public func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {}
}

public func startSpan<Instant: TracerInstant>(
  _ operationName: String, context: @autoclosure () -> ServiceContext = .current ?? .topLevel,
  ofKind kind: SpanKind = .internal, at instant: @autoclosure () -> Instant, function: String = #function,
  file fileID: String = #fileID, line: UInt = #line
) -> any Span { NoOpSpan() }
