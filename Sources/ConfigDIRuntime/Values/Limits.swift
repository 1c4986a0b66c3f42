/// Limits on the input, so that no input can use up memory or time. Exceeding a limit is reported as `DI007`, with the
/// limit's name.
public struct Limits: Sendable, Hashable {
  /// The maximum size of a file in bytes; never more than 2 GiB.
  public var fileBytes = 64 << 20
  /// The maximum size of a scalar in bytes.
  public var scalarBytes = 1 << 20
  /// The maximum depth of nested collections; never more than 1,000, so that recursive code needs only a small call
  /// stack.
  public var nesting = 128
  /// The maximum number of files for one manifest.
  public var files = 10_000
  /// The maximum depth of nested imports.
  public var importDepth = 64
  /// The maximum number of YAML nodes in all files, after aliases are expanded.
  public var nodes = 10_000_000
  /// The maximum number of stages in one manifest.
  public var stages = 2_500
  /// The maximum number of steps in searches for paths between services, not counting a few visits to each service.
  public var steps = 5_000_000
  /// The maximum amount of work in one run. Aliases, stages and globs are counted before they are expanded. A few
  /// visits to each node in the files are always allowed.
  public var work = 5_000_000

  /// Creates the default limits.
  public init() {}

  package static let mostFileBytes = Int(Int32.max)
  package static let mostNesting = 1_000
}

extension Limits {
  /// The name of a limit, as used in messages, on the command line and in configuration files.
  package struct Name: Sendable {
    package let noun: String
    package let name: String
    let field: String
    package let value: any WritableKeyPath<Limits, Int> & Sendable
    /// The largest value that has an effect; `nil` if every value has an effect.
    var most: Int?

    package static let fileBytes = Name(
      noun: "bytes in one file", name: "file-bytes", field: "fileBytes", value: \.fileBytes, most: mostFileBytes)
    package static let scalarBytes = Name(
      noun: "bytes in one scalar", name: "scalar-bytes", field: "scalarBytes", value: \.scalarBytes)
    package static let nesting = Name(
      noun: "nested collections", name: "nesting", field: "nesting", value: \.nesting, most: mostNesting)
    package static let files = Name(noun: "files in one manifest", name: "files", field: "files", value: \.files)
    package static let importDepth = Name(
      noun: "nested imports", name: "import-depth", field: "importDepth", value: \.importDepth)
    package static let nodes = Name(
      noun: "nodes after aliases are expanded", name: "nodes", field: "nodes", value: \.nodes)
    package static let stages = Name(noun: "stages in one manifest", name: "stages", field: "stages", value: \.stages)
    package static let steps = Name(noun: "graph search steps", name: "steps", field: "steps", value: \.steps)
    package static let work = Name(noun: "units of work", name: "work", field: "work", value: \.work)

    package static let all = [fileBytes, scalarBytes, nesting, files, importDepth, nodes, stages, steps, work]

    package static func named(_ name: String) -> Name? { all.first { $0.name == name } }
  }

  package func passed(_ name: Name, at location: SourceLocation) -> Diagnostic {
    let asked = self[keyPath: name.value]
    let most = name.most.flatMap { asked >= $0 ? $0 : nil }
    let option = "--limit \(name.name)=N (in code: Limits.\(name.field))"
    let help = most == nil ? ", or raise the limit with \(option)" : ": \(option) cannot go higher"
    return Diagnostic(
      .resourceLimit, "more than \(most ?? asked) \(name.noun)", at: location, help: ["make the input smaller\(help)"])
  }
}
