import ConfigDI
import Tracing

extension FactoryRegistry {
  /// Gives each instance that is made a span of its own, as long as its making took.
  mutating func trace() {
    observe { event in
      guard let duration = event.duration, event.kind == .created || event.kind == .failed else { return }
      let (seconds, attoseconds) = duration.components
      let end = DefaultTracerClock.now
      let start = DefaultTracerClock.Timestamp(
        nanosecondsSinceEpoch: end.nanosecondsSinceEpoch - UInt64(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
      )
      let span = startSpan("make \(event.key)", at: start)
      if event.kind == .failed { span.setStatus(SpanStatus(code: .error, message: event.description)) }
      span.end(at: end)
    }
  }
}
