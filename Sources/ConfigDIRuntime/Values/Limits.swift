/// Bounds on the input, so that no input can exhaust the reader. Exceeding one is a `DI007` that names it.
public struct Limits: Sendable, Hashable {
  /// Bytes of one file; never more than 2 GiB.
  public var fileBytes = 64 << 20
  /// Bytes of one scalar.
  public var scalarBytes = 1 << 20
  /// Depth of nested collections; never more than 1,000, so that recursive code needs only a small call stack.
  public var nesting = 128
  /// Files read for one manifest.
  public var files = 10_000
  /// Depth of nested imports.
  public var importDepth = 64
  /// Nodes of all files after aliases are expanded.
  public var nodes = 10_000_000
  /// Stages of one manifest.
  public var stages = 2_500
  /// Steps of searching the graph for paths between services, beyond a few visits to each.
  public var steps = 5_000_000

  /// Creates the default limits.
  public init() {}

  package static let mostFileBytes = Int(Int32.max)
  package static let mostNesting = 1_000
}
