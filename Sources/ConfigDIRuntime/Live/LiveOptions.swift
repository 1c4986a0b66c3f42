/// Says how a ``LiveContainer`` follows its manifest, and when it closes old generations.
public struct LiveOptions: Sendable {
  /// How long the files must be quiet before they are read: editors write more than once.
  public var quiet: Duration
  /// How often the files are checked even without a notice of a change: network file systems give none.
  public var interval: Duration
  /// How long a candidate may take to be made and started; `nil` for no limit.
  public var deadline: Duration?
  /// How long a generation may be used after another replaced it, before it is closed under its users; `nil` for no
  /// limit.
  public var drain: Duration?
  /// The greatest number of generations at a time, including the current one; at least 2 are allowed. At this number
  /// the newest change waits.
  public var generations: Int

  /// The options, with defaults for a server.
  public init(
    quiet: Duration = .milliseconds(200), interval: Duration = .seconds(15), deadline: Duration? = .seconds(60),
    drain: Duration? = .seconds(30), generations: Int = 4
  ) {
    self.quiet = quiet
    self.interval = interval
    self.deadline = deadline
    self.drain = drain
    self.generations = generations
  }
}
