/// How a ``LiveContainer`` follows its manifest, and how it lets old generations go.
public struct LiveOptions: Sendable {
  /// How long the files have to be quiet before they are read: editors write more than once.
  public var quiet: Duration
  /// How often the files are looked at, though nothing was told of them: on network file systems nothing is.
  public var interval: Duration
  /// How long making and starting a candidate may take; `nil` for ever.
  public var deadline: Duration?
  /// How long a generation may be used after another took over, before it is closed under its users; `nil` for ever.
  public var drain: Duration?
  /// How many generations there are at most, the current one included. While there are as many, the newest edit waits.
  public var generations: Int

  /// All as they are for a server, unless said.
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
