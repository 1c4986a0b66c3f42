#if Observability
  public import ConfigDIRuntime
  public import Logging

  extension InjectionSite {
    /// A logger with the service's key as its label, for a factory's instance.
    public var logger: Logger { Logger(label: key) }
  }
#endif
