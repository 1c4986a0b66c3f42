import ConfigDI

/// One row of the table: hand-written Swift, and the container doing the same, so many times each.
struct Row {
  let name: String
  let target: String
  let byHand: (Int) throws -> Void
  let ours: (Int) throws -> Void
}

var registry = FactoryRegistry()
registry.register("session", as: (any Session).self, StoredSession.init)
registry.register("other", as: (any Other).self, StoredOther.init)
registry.register("leaf", as: (any Leaf).self, NewLeaf.init)
registry.register("visit", as: (any Visit).self, StoredVisit.init)
let manifest = """
  configdi: 1
  scopes: { visit: { parent: singleton } }
  services:
    Session: session
    Other: other
    Leaf: { factory: leaf, scope: transient }
    Visit: { factory: visit, scope: visit }
  \(registerGraphs(&registry).split(separator: "\n").map { "  \($0.drop { $0 == " " })" }.joined(separator: "\n"))
  """
let container = try Container(manifest: .yaml(manifest), registry: registry)
let holder = Holder(StoredSession())
let handle = try container.handle(for: (any Session).self)
let visit = try container.openScope("visit")
_ = try handle()

@inline(never) func storedByHand(_ holder: Holder, _ count: Int) {
  for _ in 0..<count { use(handOut(holder)) }
}
@inline(never) func byType(_ container: Container, _ count: Int) throws {
  for _ in 0..<count { use(try container.resolve((any Session).self)) }
}
@inline(never) func byHandle(_ handle: Handle<any Session>, _ count: Int) throws {
  for _ in 0..<count { use(try handle()) }
}
@inline(never) func borrowedByHand(_ holder: Holder, _ count: Int) {
  for _ in 0..<count { sink &+= holder.session.id }
}
@inline(never) func borrowed(_ handle: Handle<any Session>, _ count: Int) throws {
  for _ in 0..<count { sink &+= try handle.with { $0.id } }
}
@inline(never) func leavesByHand(_ count: Int) {
  for _ in 0..<count { use(leafByHand()) }
}
@inline(never) func leaves(_ container: Container, _ count: Int) throws {
  for _ in 0..<count { use(try container.resolve((any Leaf).self)) }
}
@inline(never) func graphsByHand(_ count: Int) {
  for _ in 0..<count { use(graphByHand()) }
}
@inline(never) func graphsByInit(_ container: Container, _ count: Int) throws {
  for _ in 0..<count { use(try container.resolve((any InitPart9).self)) }
}
@inline(never) func graphsByOwning(_ container: Container, _ count: Int) throws {
  for _ in 0..<count { use(try container.resolve((any OwnedPart9).self)) }
}
@inline(never) func visits(_ container: Container, _ count: Int) throws {
  for _ in 0..<count { use(try container.resolve((any Visit).self)) }
}

let elsewhere = OverlayDefinition((any Other).self, returning: StoredOther())
let onIt = OverlayDefinition((any Session).self, returning: MockSession())

let rows = [
  Row(
    name: "singleton, by type", target: "1.1", byHand: { storedByHand(holder, $0) }, ours: { try byType(container, $0) }
  ),
  Row(
    name: "singleton, by handle", target: "1.0", byHand: { storedByHand(holder, $0) },
    ours: { try byHandle(handle, $0) }),
  Row(
    name: "singleton, borrowed", target: "1.2", byHand: { borrowedByHand(holder, $0) },
    ours: { try borrowed(handle, $0) }),
  Row(
    name: "transient leaf", target: "1.1", byHand: { leavesByHand($0) }, ours: { try leaves(container, $0) }),
  Row(
    name: "transient graph of 15, closures that consume", target: "1.25", byHand: { graphsByHand($0) },
    ours: { try graphsByOwning(container, $0) }),
  Row(
    name: "transient graph of 15, Type.init", target: "1.25", byHand: { graphsByHand($0) },
    ours: { try graphsByInit(container, $0) }),
  Row(
    name: "singleton by type, an overlay elsewhere", target: "1.1", byHand: { storedByHand(holder, $0) },
    ours: { count in
      let token = try container.overlay(elsewhere)
      try byType(container, count)
      token.remove()
    }),
  Row(
    name: "singleton by type, an overlay on it", target: "100 ns", byHand: { storedByHand(holder, $0) },
    ours: { count in
      let token = try container.overlay(onIt)
      try byType(container, count)
      token.remove()
    }),
  Row(
    name: "scoped, by type", target: "–", byHand: { storedByHand(holder, $0) }, ours: { try visits(visit, $0) }),
  Row(
    name: "two threads, one singleton, by type", target: "1.1",
    byHand: { count in try onTwoThreads { storedByHand(holder, count) } },
    ours: { count in try onTwoThreads { try byType(container, count) } }),
  Row(
    name: "two threads, one singleton, borrowed", target: "1.5",
    byHand: { count in try onTwoThreads { borrowedLocallyByHand(holder, count) } },
    ours: { count in try onTwoThreads { try borrowedLocally(handle, count) } }),
]

switch CommandLine.arguments.dropFirst().first {
case "rows":
  for (index, row) in rows.enumerated() { print(index, row.target, row.name, separator: "\t") }
case "run":
  guard CommandLine.arguments.count == 5, let index = Int(CommandLine.arguments[2]), rows.indices.contains(index),
    let count = Int(CommandLine.arguments[4])
  else { fatalError("resolve-bench run ROW hand|ours COUNT") }
  try (CommandLine.arguments[3] == "hand" ? rows[index].byHand : rows[index].ours)(count)
default:
  for (index, row) in rows.enumerated() {
    let (hand, ours) = try times(row)
    print(index, hand, ours, separator: "\t")
  }
}

/// The medians of several runs, in turn, in nanoseconds each.
func times(_ row: Row) throws -> (Double, Double) {
  let count = 500_000
  var hand: [Double] = []
  var ours: [Double] = []
  try row.byHand(count / 10)
  try row.ours(count / 10)
  for _ in 0..<9 {
    hand.append(try time { try row.byHand(count) } / Double(count))
    ours.append(try time { try row.ours(count) } / Double(count))
  }
  return (hand.sorted()[4], ours.sorted()[4])
}

func time(_ body: () throws -> Void) rethrows -> Double {
  let elapsed = try ContinuousClock().measure(body)
  return Double(elapsed.components.seconds) * 1e9 + Double(elapsed.components.attoseconds) / 1e9
}
