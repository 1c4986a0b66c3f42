import ConfigDI

/// The locations in a program's Swift sources where the services in a graph are resolved.
struct ServiceRequests: Sendable {
  private var byNode: [Int: [SourceLocation]] = [:]
  /// All calls in the program that name something in a manifest.
  private(set) var sites: [CallSite] = []
  private(set) var served: ServedNames?

  init() {}

  init(of program: ProgramCalls?, in graph: DependencyGraph) {
    guard let program else { return }
    let served = ServedNames(graph)
    self.served = served
    sites = program.sites
    for site in sites where site.isRequest {
      for node in served.nodes(of: site.subject) { byNode[node, default: []].append(site.location) }
    }
  }

  func places(of node: Int) -> [SourceLocation] { byNode[node] ?? [] }
}
