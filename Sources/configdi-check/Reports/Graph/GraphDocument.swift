import ConfigDI

/// The wiring of one stage, as it is shown: what each renderer draws in its own way.
struct GraphDocument: Sendable {
  /// `nil` where the manifest declares no stages.
  var stage: String?
  /// In composed order, each key once; then collections, then what is needed but missing.
  var nodes: [Node] = []
  var edges: [Edge] = []
  var findings: [Finding] = []

  struct Node: Sendable {
    var key: String
    var kind: Kind
    var factory: String?
    /// That of the type which the factory provides, where a catalog tells.
    var module: String?
    /// What a select asks.
    var parameter: String?
    var scope: String?
    var origin: SourceLocation
    var isRoot = false
    var isEager = false
    /// The initializers that need it, each with its phase.
    var initializers: [String] = []
    /// Factories, innermost first.
    var decorators: [String] = []
    var settings: [Setting] = []
    var description: String?
    var deprecation: String?
    /// Where the definitions stand that overlays replaced.
    var replaced: [SourceLocation] = []
  }

  enum Kind: String, Sendable {
    case factory, alias, select, provided, collection, missing

    /// Whether a path merely passes through it on the way to a service.
    var isPassage: Bool { self == .alias || self == .select || self == .collection }
  }

  struct Setting: Sendable, Hashable {
    var name: String
    /// As the manifest writes it; `nil` where it is secret.
    var value: String?
  }

  struct Edge: Sendable {
    /// Positions in `nodes`.
    var from: Int
    var to: Int
    var kind: EdgeKind
    /// The dependency's label, a case's value, or a decorator's factory.
    var label: String?
    var origin: SourceLocation
  }

  enum EdgeKind: String, Sendable {
    case instance, lazy, provider, optional, collection, alias, `case`, decorator

    /// Whether it is followed only when the program asks, or perhaps never.
    var isDeferred: Bool { self == .lazy || self == .provider }
  }

  /// A diagnostic, and what of the graph it speaks of.
  struct Finding: Sendable {
    var diagnostic: Diagnostic
    var nodes: [Int] = []
    var edges: [Int] = []
  }
}
