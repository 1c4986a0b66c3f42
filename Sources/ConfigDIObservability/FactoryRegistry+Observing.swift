#if Observability
  public import ConfigDIRuntime
  public import Logging
  import Metrics
  import Tracing

  extension FactoryRegistry {
    /// Records the creation and closing of instances, and failures, in logs, metrics and traces.
    ///
    /// Created and closed instances are logged at debug level, failures as errors. The timer `configdi_seconds` and the
    /// counter `configdi_failures_total` have the dimensions `key` and `step`. Each creation is a span that lasts as
    /// long as the factory runs.
    public mutating func observe(with logger: Logger) {
      observe { event in
        event.log(to: logger)
        event.measure()
        event.trace()
      }
    }
  }

  extension ContainerEvent {
    fileprivate func log(to logger: Logger) {
      let metadata: Logger.Metadata = ["key": .string(key)]
      switch kind {
      case .creating: break
      case .created, .closed: logger.debug("\(description)", metadata: metadata)
      case .failed, .closingFailed: logger.error("\(description)", metadata: metadata)
      }
    }

    fileprivate func measure() {
      guard let duration else { return }
      let dimensions = [("key", key), ("step", kind.rawValue)]
      Metrics.Timer(label: "configdi_seconds", dimensions: dimensions).record(duration: duration)
      if error != nil { Counter(label: "configdi_failures_total", dimensions: dimensions).increment() }
    }

    /// Adds a span for each creation to the trace of the task that makes the instance. The instance's dependencies are
    /// made before the span begins.
    fileprivate func trace() {
      guard let duration, kind == .created || kind == .failed else { return }
      let (seconds, attoseconds) = duration.components
      let end = DefaultTracerClock.now
      let start = DefaultTracerClock.Timestamp(
        nanosecondsSinceEpoch: end.nanosecondsSinceEpoch - UInt64(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
      )
      let span = startSpan("make \(key)", at: start)
      if kind == .failed { span.setStatus(SpanStatus(code: .error, message: description)) }
      span.end(at: end)
    }
  }
#endif
