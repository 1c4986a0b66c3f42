import ConfigDI

@testable import configdi_check

/// A made-up program of any size: entry points, controllers, services, stores, and what everything needs.
struct SampleGraph {
  private var random: UInt64
  private let files: [SourceFile]
  private var document = GraphDocument()
  private var lines: [Int]

  /// One document a stage; the later ones replace a few services.
  static func stages(_ names: [String?], services: Int, seed: UInt64 = 1) -> [GraphDocument] {
    names.enumerated().map { index, name in
      var sample = SampleGraph(seed: seed)
      sample.build(services: services, variant: index)
      sample.document.stage = name
      return sample.document
    }
  }

  private init(seed: UInt64) {
    random = seed
    files = ["config/app.yaml", "config/shared/observability.yaml", "config/storage.yaml"].map { path in
      SourceFile(path: path, bytes: Array(repeating: 0x0A, count: 40_000))
    }
    lines = [10, 4, 6]
  }

  private mutating func next(_ bound: Int) -> Int {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(random >> 33) % max(1, bound)
  }

  private mutating func place(_ file: Int) -> SourceLocation {
    lines[file] += 1
    return files[file].location(lines[file]..<lines[file])
  }

  @discardableResult
  private mutating func add(
    _ key: String, _ kind: GraphDocument.Kind = .factory, factory: String? = nil, scope: ScopeName? = .singleton,
    file: Int = 0
  ) -> Int {
    let isMade = kind == .factory || kind == .provided
    document.nodes.append(
      GraphDocument.Node(
        key: key, kind: kind, factory: kind == .factory ? factory ?? key.prefix(1).lowercased() + key.dropFirst() : nil,
        scope: isMade ? scope : nil, origin: place(file)))
    return document.nodes.count - 1
  }

  @discardableResult
  private mutating func link(
    _ from: Int, _ to: Int, _ kind: GraphDocument.EdgeKind = .instance, _ label: String? = nil
  ) -> Int {
    document.edges.append(GraphDocument.Edge(from: from, to: to, kind: kind, label: label, origin: place(0)))
    return document.edges.count - 1
  }

  private static let topics = [
    "Order", "Customer", "Invoice", "Payment", "Shipment", "Catalog", "Price", "Stock", "Review", "Session", "Coupon",
    "Search", "Mail", "Report", "Audit", "Refund", "Address", "Tax", "Return", "Wishlist", "Campaign", "Supplier",
    "Warehouse", "Loyalty", "Subscription",
  ]

  private mutating func build(services count: Int, variant: Int) {
    let clock = add("Clock", factory: "systemClock", file: 1)
    let log = add("Logger", factory: variant == 0 ? "consoleLog" : "jsonLog", file: 1)
    let metrics = add("Metrics", factory: variant == 0 ? "noMetrics" : "prometheus", file: 1)
    let database = add("Database", factory: variant == 0 ? "sqlite" : "postgres", file: 2)
    let replica = add("Database/replica", factory: "postgres", file: 2)
    let reader = add("ReadStore", .alias, file: 2)
    let server = add("HTTPServer", factory: "nioServer")
    let checks = add("healthChecks", .collection)
    let check = add("HealthCheck/db", factory: "dbHealth", file: 2)
    let tenant = add("Tenant", .provided, scope: .declared("request"))
    document.nodes[server].isRoot = true
    document.nodes[database].isEager = true
    document.nodes[database].settings = [
      .init(name: "url", value: nil), .init(name: "poolSize", value: "${db.poolSize}"),
      .init(name: "timeout", value: "5s"),
    ]
    document.nodes[database].description = "The one primary; every write goes here."
    document.nodes[database].decorators = ["retrying", "metered"]
    if variant > 0 { document.nodes[database].replaced = [files[2].location(3..<3)] }
    link(reader, replica, .alias)
    link(server, checks, .collection, "checks")
    link(checks, check, .collection)
    link(check, database)
    link(metrics, clock)
    link(database, metrics, .decorator, "metered")
    link(log, clock)

    var topic = 0
    var last: Int?
    while document.nodes.count + 4 <= count {
      let name =
        Self.topics[topic % Self.topics.count] + (topic >= Self.topics.count ? "\(topic / Self.topics.count + 1)" : "")
      let repository = add("\(name)Repository", factory: "sql\(name)s", scope: .declared("request"), file: 2)
      let service = add("\(name)Service", scope: next(3) == 0 ? .transient : .declared("request"))
      let controller = add("\(name)Controller", scope: .declared("request"))
      link(server, controller, .provider, "\(name.lowercased())s")
      link(controller, service, .instance, "service")
      link(controller, log, .instance, "log")
      link(service, repository, .instance, "store")
      link(service, clock, .instance, "clock")
      link(repository, database, .instance, "db")
      if next(2) == 0 { link(repository, reader, .instance, "reader") }
      if next(3) == 0 { link(repository, tenant, .instance, "tenant") }
      if next(4) == 0 {
        let cache = add("\(name)Cache", factory: "lru", scope: next(2) == 0 ? .weak : .graph)
        link(service, cache, .optional, "cache")
        link(cache, metrics)
      }
      if let last, next(3) != 0 { link(service, last, .instance, "other") }
      if next(9) == 0, let last { link(last, service, .lazy, "events") }
      if next(3) == 0 { last = service }
      topic += 1
    }
    guard count >= 20 else { return }
    addSelect(clock)
    addTrouble(server: server)
  }

  private mutating func addSelect(_ clock: Int) {
    let cart = add("Cart", .select)
    document.nodes[cart].parameter = "cart.engine"
    for version in ["v1", "v2"] {
      let target = add("Cart/\(version)", factory: version == "v1" ? "legacyCart" : "eventSourcedCart")
      link(cart, target, .case, version)
      link(target, clock)
    }
    if let controller = document.nodes.firstIndex(where: { $0.key == "OrderController" }) {
      link(controller, cart, .instance, "cart")
    }
  }

  /// A cycle, a service that is missing, and one that is held too long.
  private mutating func addTrouble(server: Int) {
    let client = add("APIClient", factory: "httpClient")
    let tokens = add("TokenStore", factory: "keychain")
    let session = add("SessionRefresher", factory: "oauth")
    link(server, client, .instance, "api")
    let cycle = [
      link(client, tokens, .instance, "tokens"), link(tokens, session, .instance, "refresher"),
      link(session, client, .instance, "client"),
    ]
    document.findings.append(
      .init(
        diagnostic: Diagnostic(
          .dependencyCycle, "dependency cycle: APIClient -> TokenStore -> SessionRefresher -> APIClient",
          at: document.edges[cycle[0]].origin, help: ["make edge (3) lazy: client: { lazy: APIClient }"]), edges: cycle)
    )
    let missing = add("PushGateway", .missing)
    let edge = link(client, missing, .instance, "push")
    document.findings.append(
      .init(
        diagnostic: Diagnostic(.missingService, "no service for PushGateway", at: document.edges[edge].origin),
        nodes: [missing], edges: [edge]))
    if let tenant = document.nodes.firstIndex(where: { $0.key == "Tenant" }) {
      let edge = link(session, tenant, .instance, "tenant")
      document.findings.append(
        .init(
          diagnostic: Diagnostic(
            .captiveDependency, "SessionRefresher (singleton) holds Tenant (request)", at: document.edges[edge].origin,
            severity: .warning), edges: [edge]))
    }
  }
}
