import ConfigDI

/// The wiring of one stage for display; each renderer draws it in its own way.
struct GraphDocument: Sendable {
  /// The stage; `nil` if the manifest declares no stages.
  var stage: String?
  /// The distinct keys in composed order, then collections, then missing keys.
  var nodes: [Node] = []
  var edges: [Edge] = []
  var findings: [Finding] = []
  var initializers: [Initializer] = []
  /// A number shared by the documents of all stages with the same wiring.
  var contents: Int?

  struct Node: Sendable {
    var key: String
    var kind: Kind
    var factory: String?
    /// The module of the type that the factory provides, according to the catalog.
    var module: String?
    /// The parameter that a select depends on.
    var parameter: String?
    var scope: ScopeName?
    var origin: SourceLocation
    var isRoot = false
    var isEager = false
    /// The locations in the program's sources where the service is resolved.
    var requests: [SourceLocation] = []
    /// The initializers that need the service, each with its phase.
    var initializers: [String] = []
    /// The decorators' factories, innermost first.
    var decorators: [String] = []
    var settings: [Setting] = []
    var description: String?
    var deprecation: String?
    /// The locations of definitions that overlays replaced.
    var replaced: [SourceLocation] = []
    /// The service's identity, if the service alone determines everything about the node except `isRoot`. Such a node
    /// is written only once; for other nodes, this is `nil`.
    var service: ObjectIdentifier?
  }

  enum Kind: String, Sendable {
    case factory, alias, select, provided, collection, missing

    /// Whether a path only passes through a node of this kind on its way to a service.
    var isPassage: Bool { self == .alias || self == .select || self == .collection }
  }

  struct Setting: Sendable, Hashable {
    var name: String
    /// The value as the manifest writes it; `nil` if it is secret.
    var value: String?
  }

  struct Edge: Sendable, Hashable {
    /// The positions of the edge's two nodes in `nodes`.
    var from: Int
    var to: Int
    var kind: EdgeKind
    /// The dependency's label, a case's value, or a decorator's factory.
    var label: String?
    /// If the dependency is a maker, the type of the argument that its calls take, as Swift spells it.
    var argument: String?
    var origin: SourceLocation
    /// Whether the dependent must use `await` to get the dependency, according to the catalog.
    var isAwaited = false

    /// The label in drawings, with the argument's type.
    var shownLabel: String? {
      argument.map { argument in label.map { "\($0)(\(argument))" } ?? "(\(argument))" } ?? label
    }
  }

  /// A web page refers to a kind by its position here.
  enum EdgeKind: String, Sendable, CaseIterable {
    case instance, lazy, provider, optional, collection, alias, `case`, decorator
  }

  /// An initializer of a lifecycle phase, with the nodes that it needs.
  typealias Initializer = (name: String, phase: String, origin: SourceLocation, needs: [Int])

  /// A finding, with the nodes and edges that it concerns.
  struct Finding: Sendable {
    var diagnostic: Diagnostic
    var nodes: [Int] = []
    var edges: [Int] = []
  }

  /// The severities and codes of the findings about each node and edge.
  struct Marks {
    private(set) var severityOfNode: [Int: Severity] = [:]
    private(set) var severityOfEdge: [Int: Severity] = [:]
    private(set) var codesOfEdge: [Int: [String]] = [:]

    init(_ findings: [Finding]) {
      for finding in findings {
        let severity = finding.diagnostic.severity
        for node in finding.nodes { severityOfNode[node] = max(severityOfNode[node] ?? .note, severity) }
        for edge in finding.edges {
          severityOfEdge[edge] = max(severityOfEdge[edge] ?? .note, severity)
          if codesOfEdge[edge]?.contains(finding.diagnostic.rule.code) != true {
            codesOfEdge[edge, default: []].append(finding.diagnostic.rule.code)
          }
        }
      }
    }
  }
}
