import ConfigDI

/// The locations in a program's Swift sources where the services in a graph are resolved.
struct ServiceRequests: Sendable {
  private var byNode: [Int: [SourceLocation]] = [:]

  init() {}

  init(of program: ProgramCalls?, in graph: DependencyGraph) {
    guard let program else { return }
    let served = ServedNames(graph)
    for site in program.sites where site.isRequest {
      for node in served.nodes(of: site.subject) { byNode[node, default: []].append(site.location) }
    }
  }

  func places(of node: Int) -> [SourceLocation] { byNode[node] ?? [] }
}
