@_spi(Bench) import ConfigDI

public protocol Session: Sendable { var id: Int { get } }
public final class SessionImpl: Session { public let id = 7 }

final class Holder: Sendable { let session: any Session; init(_ s: any Session) { session = s } }

@inline(never) func use(_ s: any Session) {}
@inline(never) func useInt(_ s: Int) {}

@inline(never) func limitStrong(_ h: Holder, _ n: Int) { for _ in 0..<n { use(h.session) } }
nonisolated(unsafe) var holder = Holder(SessionImpl())
@inline(never) func handOut(_ h: Holder) -> any Session { h.session }
@inline(never) func limitStrong2(_ h: Holder, _ n: Int) { for _ in 0..<n { use(handOut(h)) } }
@inline(never) func limitBorrow(_ h: Holder, _ n: Int) { for _ in 0..<n { useInt(h.session.id) } }
@inline(never) func byType(_ c: Container, _ n: Int) throws { for _ in 0..<n { use(try c.resolve((any Session).self)) } }
@inline(never) func byHandle(_ c: Handle<any Session>, _ n: Int) throws { for _ in 0..<n { use(try c()) } }
@inline(never) func borrow(_ c: Handle<any Session>, _ n: Int) throws { for _ in 0..<n { useInt(try c.with { $0.id }) } }

public protocol Leaf: Sendable { var id: Int { get } }
public final class LeafImpl: Leaf { public let id: Int; init() { id = 3 } }
@inline(never) func useLeaf(_ s: any Leaf) {}
@inline(never) func makeLeaf() -> any Leaf { LeafImpl() }
@inline(never) func limitLeaf(_ n: Int) { for _ in 0..<n { useLeaf(makeLeaf()) } }
@inline(never) func leaf(_ c: Container, _ n: Int) throws { for _ in 0..<n { useLeaf(try c.resolve((any Leaf).self)) } }

let which = CommandLine.arguments[1]
let n = Int(CommandLine.arguments[2])!
var r = FactoryRegistry()
r.register("session", as: (any Session).self, SessionImpl.init)
r.register("leaf", as: (any Leaf).self, LeafImpl.init)
let g = registerGraph(&r)
let c = try Container.wire(r, [("Session", "session", "singleton", []), ("Leaf", "leaf", "transient", [])] + g)
let session = try c.handle(for: (any Session).self)
_ = try session()
switch which {
case "limitStrong": limitStrong(holder, n)
case "limitStrong2": limitStrong2(holder, n)
case "limitBorrow": limitBorrow(holder, n)
case "byType": try byType(c, n)
case "byHandle": try byHandle(session, n)
case "borrow": try borrow(session, n)
case "limitLeaf": limitLeaf(n)
case "leaf": try leaf(c, n)
case "limitGraph": limitGraph(n)
case "graph": try graph(c, n)
default: break
}
