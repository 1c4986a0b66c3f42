#if Observability
  public import ConfigDIRuntime
  public import Logging

  extension InjectionSite {
    /// A logger for the instance that a factory makes, labeled with the service's key.
    public var logger: Logger { Logger(label: key) }
  }
#endif
