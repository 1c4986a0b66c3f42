import Bench
import ConfigDI

var registry = FactoryRegistry()
registry.register("session", as: (any Session).self, StoredSession.init)
registry.register("other", as: (any Other).self, StoredOther.init)
registry.register("leaf", as: (any Leaf).self, NewLeaf.init)
registry.register("visit", as: (any Visit).self, StoredVisit.init)
registry.register("pair", as: LeafPair.self, labels: ["first", "second"], LeafPair.init)
registry.register("letter", as: (any Letter).self) { (session: any Session, number: Argument<Int>) in
  NumberedLetter(session: session, number: number.value)
}
registry.registerAsync("telegram", as: (any Telegram).self) { (session: any Session, number: Argument<Int>) in
  await NumberedTelegram(session: session, number: number.value)
}
registry.register("post", as: Post.self, Post.init)
let manifest = """
  configdi: 1
  scopes: { visit: { parent: singleton } }
  services:
    Session: session
    Other: other
    Leaf: { factory: leaf, scope: transient }
    Visit: { factory: visit, scope: visit }
    Letter: letter
    Telegram: telegram
    Post: post
    Leaf/shared: { factory: leaf, scope: graph }
    LeafPair: { factory: pair, scope: transient, dependencies: { first: Leaf/shared, second: Leaf/shared } }
  \(registerGraphs(&registry).split(separator: "\n").map { "  \($0.drop { $0 == " " })" }.joined(separator: "\n"))
  """
let container = try Container(manifest: .yaml(manifest), registry: registry)
let holder = Holder(StoredSession())
let handle = try container.handle(for: (any Session).self)
let visit = try container.openScope("visit")
let live = try LiveContainer(manifest: .yaml(manifest), registry: registry)
let liveHandle = try live.handle(for: (any Session).self)
_ = try liveHandle()
_ = try handle()
let post = try container.resolve(Post.self)
let letters = letterByHand(StoredSession())
let telegrams = telegramByHand(StoredSession())

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
@inline(never) func byLiveHandle(_ handle: LiveHandle<any Session>, _ count: Int) throws {
  for _ in 0..<count { use(try handle()) }
}
@inline(never) func byRequest(_ live: LiveContainer, _ count: Int) throws {
  for _ in 0..<count { try live.withCurrent { use(try $0.resolve((any Session).self)) } }
}
@inline(never) func leavesByHand(_ count: Int) {
  for _ in 0..<count { use(leafByHand()) }
}
@inline(never) func leaves(_ container: Container, _ count: Int) throws {
  for _ in 0..<count { use(try container.resolve((any Leaf).self)) }
}
@inline(never) func lettersByHand(_ letters: @Sendable (Int) throws -> any Letter, _ count: Int) throws {
  for number in 0..<count { use(try letters(number)) }
}
@inline(never) func lettersByMaker(_ post: Post, _ count: Int) throws {
  for number in 0..<count { use(try post.letters(number)) }
}
@inline(never) func telegramsByHand(
  _ telegrams: @Sendable (Int) async throws -> any Telegram, _ count: Int
) async throws {
  for number in 0..<count { use(try await telegrams(number)) }
}
@inline(never) func telegramsByMaker(_ post: Post, _ count: Int) async throws {
  for number in 0..<count { use(try await post.telegrams(number)) }
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

@inline(never) func pairs(_ container: Container, _ count: Int) throws {
  for _ in 0..<count { use(try container.resolve(LeafPair.self)) }
}

let elsewhere = OverlayDefinition((any Other).self, returning: StoredOther())
let onIt = OverlayDefinition((any Session).self, returning: MockSession())

func row(
  _ name: String, _ targets: Row.Target?, counted: Int = 5_000, isParallel: Bool = false, limit: @escaping Row.Work,
  ours: @escaping Row.Work
) -> Row {
  let loop = Row.Loop(timed: 500_000, counted: isParallel ? nil : counted, isParallel: isParallel)
  guard let targets else { return Row(name, loop: loop, limit: limit, ours: ours) }
  return Row(name, targets, loop: loop, limit: limit, ours: ours)
}

try measure(
  [
    row(
      "singleton, by type", .instructions(1.1), limit: { storedByHand(holder, $0) }, ours: { try byType(container, $0) }
    ),
    row(
      "singleton, by handle", .instructions(1.0), limit: { storedByHand(holder, $0) },
      ours: { try byHandle(handle, $0) }),
    row(
      "singleton, borrowed", .instructions(1.2), limit: { borrowedByHand(holder, $0) },
      ours: { try borrowed(handle, $0) }
    ),
    row(
      "singleton, by live handle (limit: by handle)", .time(1.5), limit: { try byHandle(handle, $0) },
      ours: { try byLiveHandle(liveHandle, $0) }),
    row(
      "a request that resolves one singleton, in withCurrent (limit: by type)", nil,
      limit: { try byType(container, $0) },
      ours: { try byRequest(live, $0) }),
    row("transient leaf", .instructions(1.1), limit: { leavesByHand($0) }, ours: { try leaves(container, $0) }),
    row(
      "a maker's call (limit: a closure that captures the same)", .instructions(1.2),
      limit: { try lettersByHand(letters, $0) }, ours: { try lettersByMaker(post, $0) }),
    Row(
      "an asynchronous maker's call (limit: a closure that captures the same)", .instructions(1.2),
      loop: Row.Loop(timed: 20_000, counted: 500),
      limit: { count in try waiting { try await telegramsByHand(telegrams, count) } },
      ours: { count in try waiting { try await telegramsByMaker(post, count) } }),
    row(
      "transient graph of 15, closures that consume", .instructions(1.25), limit: { graphsByHand($0) },
      ours: { try graphsByOwning(container, $0) }),
    row(
      "transient graph of 15, Type.init", .instructions(1.25), limit: { graphsByHand($0) },
      ours: { try graphsByInit(container, $0) }),
    row("scoped, by type, in an open scope", nil, limit: { storedByHand(holder, $0) }, ours: { try visits(visit, $0) }),
    row(
      "singleton by type, an overlay elsewhere (limit: no overlay)", .instructions(1.0), counted: 50_000,
      limit: { try byType(container, $0) },
      ours: { count in
        let token = try container.overlay(elsewhere)
        try byType(container, count)
        token.remove()
      }),
    row(
      "singleton by type, an overlay on it", .nanoseconds(100), counted: 50_000, limit: { storedByHand(holder, $0) },
      ours: { count in
        let token = try container.overlay(onIt)
        try byType(container, count)
        token.remove()
      }),
    row(
      "two threads, one singleton, by type", .time(1.1), isParallel: true,
      limit: { count in try onTwoThreads { storedByHand(holder, count) } },
      ours: { count in try onTwoThreads { try byType(container, count) } }),
    row(
      "two threads, one singleton, borrowed", .time(1.5), isParallel: true,
      limit: { count in try onTwoThreads { borrowedLocallyByHand(holder, count) } },
      ours: { count in try onTwoThreads { try borrowedLocally(handle, count) } }),
    // At least 1.8 times the rate of one thread.
    row(
      "two threads, one graph service each time (limit: one thread)", .time(1.11), isParallel: true,
      limit: { try pairs(container, $0) }, ours: { count in try onTwoThreads { try pairs(container, count) } }),
    row(
      "two threads, one transient each time (limit: one thread)", .time(1.11), isParallel: true,
      limit: { try leaves(container, $0) }, ours: { count in try onTwoThreads { try leaves(container, count) } }),
  ] + scopeRows())
