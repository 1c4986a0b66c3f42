#if Observability
  public import ConfigDIRuntime
  public import Logging
  import Metrics

  extension Container {
    /// Logs the stage, the manifest and the number of services and, at debug level, where each parameter's value comes
    /// from. If a fixed value in the manifest overrides a value from a configuration, a notice is logged. The values
    /// themselves are not logged.
    public func log(to logger: Logger) {
      let plan = plan
      logger.info(
        "wired",
        metadata: [
          "stage": .string(plan.stage ?? "none"), "manifest": .string(plan.manifest ?? "none"),
          "services": .stringConvertible(plan.services.count),
        ])
      for parameter in plan.parameters {
        logger.debug(
          "parameter \(parameter.name)",
          metadata: ["origin": .string(parameter.source), "place": .string("\(parameter.origin)")])
        if let giver = parameter.ignoredGiver {
          logger.notice(
            "parameter \(parameter.name) has a fixed value, so the value in \(giver) is ignored",
            metadata: ["place": .string("\(parameter.origin)")])
        }
      }
    }
  }

  extension LiveContainer {
    /// Records the live container's events in logs and metrics, from now until the container is shut down. The
    /// container of each new generation is also logged with ``ConfigDIRuntime/Container/log(to:)``.
    ///
    /// The counters are `configdi_reloads_total`, `configdi_reload_errors_total` and `configdi_closing_failures_total`.
    /// The gauge `configdi_last_reload_successful` is 0 after a rejected change, and 1 otherwise.
    public func observe(with logger: Logger) {
      let events = events
      Task { [weak self] in
        for await event in events { self?.write(event, to: logger) }
      }
    }

    private func write(_ event: Event, to logger: Logger) {
      logger.log(level: event.level, "\(event.description)")
      switch event {
      case .started:
        current.log(to: logger)
        Gauge(label: "configdi_last_reload_successful").record(1)
      case .unchanged:
        Gauge(label: "configdi_last_reload_successful").record(1)
      case .swapped:
        current.log(to: logger)
        Counter(label: "configdi_reloads_total").increment()
        Gauge(label: "configdi_last_reload_successful").record(1)
      case .rejected:
        Counter(label: "configdi_reload_errors_total").increment()
        Gauge(label: "configdi_last_reload_successful").record(0)
      case .closingFailed(_, let error):
        Counter(label: "configdi_closing_failures_total").increment(by: error.keys.count)
      default: break
      }
    }
  }

  extension LiveContainer.Event {
    fileprivate var level: Logger.Level {
      switch self {
      case .started, .swapped: .info
      case .rejected, .closingFailed: .error
      case .drainExpired, .watching, .restartNeeded: .warning
      default: .debug
      }
    }
  }
#endif
