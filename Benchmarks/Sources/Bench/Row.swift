/// One row of the results: hand-written code that does the work without a container, and ours.
public struct Row {
  /// Does the work so many times.
  public typealias Work = (Int) throws -> Void

  let name: String
  let size: Int?
  let targets: [Target]
  /// How many parts the work is divided by: services, where the figure is one of each service.
  let parts: Int
  let loop: Loop
  let limit: Work
  let ours: Work
  let holdings: Holdings?

  public enum Target {
    case instructions(Double)
    case time(Double)
    /// Ours, whatever the limit is.
    case nanoseconds(Double)
    /// Ours, for each part.
    case bytes(Double)
  }

  public struct Loop {
    let timed: Int
    let runs: Int
    /// None where counting would take too long.
    let counted: Int?
    /// Whether the clock counts, and not this process's own time: for work on several threads.
    let isParallel: Bool

    public init(timed: Int, runs: Int = 9, counted: Int?, isParallel: Bool = false) {
      self.timed = timed
      self.runs = runs
      self.counted = counted
      self.isParallel = isParallel
    }
  }

  /// What stays in memory when the work is done.
  public struct Holdings {
    let limit: () throws -> Any
    let ours: () throws -> Any

    public init(limit: @escaping () throws -> Any, ours: @escaping () throws -> Any) {
      self.limit = limit
      self.ours = ours
    }
  }

  public init(
    _ name: String, size: Int? = nil, _ targets: Target..., parts: Int = 1, loop: Loop, holdings: Holdings? = nil,
    limit: @escaping Work, ours: @escaping Work
  ) {
    self.name = name
    self.size = size
    self.targets = targets
    self.parts = parts
    self.loop = loop
    self.holdings = holdings
    self.limit = limit
    self.ours = ours
  }
}
