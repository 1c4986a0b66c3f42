import ConfigDI
import Logging
import Metrics

extension FactoryRegistry {
  /// Writes what the container does into the program's log and metrics.
  mutating func observe(with logger: Logger) {
    observe { event in
      switch event.kind {
      case .creating: break
      case .created, .closed: logger.debug("\(event.description)", metadata: ["key": event.key])
      case .failed, .closingFailed: logger.error("\(event.description)", metadata: ["key": event.key])
      }
      guard let duration = event.duration else { return }
      let dimensions = [("key", event.key), ("kind", event.kind.rawValue)]
      Timer(label: "wiring_seconds", dimensions: dimensions).record(duration: duration)
      if event.error != nil { Counter(label: "wiring_failures", dimensions: dimensions).increment() }
    }
  }
}
