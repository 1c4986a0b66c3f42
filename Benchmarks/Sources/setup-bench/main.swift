import Bench
import ConfigDI
import Native

/// Registering, then the whole way to a container, beside a dictionary of closures and beside libyaml's event loop over
/// the manifest's bytes; then what making every service once costs.
func rows(services count: Int) -> [Row] {
  let graph = Graph(count: count)
  let bytes = Array(graph.manifest.utf8)
  let timed = max(1, 10_000 / count)
  let loop = Row.Loop(timed: timed, runs: count > 10_000 ? 3 : 9, counted: count > 1_000 ? nil : 1)
  let ratio = count > 1_000 ? 10.0 : 6.0
  return [
    Row(
      "register, from code", size: count, .time(ratio), .bytes(140), parts: count, loop: loop,
      holdings: .init(limit: { graph.registerByHand() }, ours: { graph.register() }),
      limit: { for _ in 0..<$0 { keep(graph.registerByHand()) } },
      ours: { for _ in 0..<$0 { keep(graph.register()) } }),
    Row(
      "register, check and build, from a manifest", size: count, .time(ratio), .bytes(140), parts: count, loop: loop,
      holdings: .init(limit: { graph.registerByHand() }, ours: { try graph.container() }),
      limit: { for _ in 0..<$0 { keep(graph.registerByHand()) } },
      ours: { for _ in 0..<$0 { keep(try graph.container()) } }),
    Row(
      "the same, and every service made once (limit: initializers)", size: count, parts: count, loop: loop,
      limit: { for _ in 0..<$0 { keep(graph.madeByHand()) } },
      ours: { for _ in 0..<$0 { keep(try graph.madeContainer()) } }),
    Row(
      "register, check and build (limit: raw libyaml over the manifest)", size: count, parts: count,
      loop: .init(timed: timed, runs: count > 10_000 ? 3 : 9, counted: nil),
      limit: {
        for _ in 0..<$0 {
          precondition(bytes.withUnsafeBufferPointer { raw_libyaml_events($0.baseAddress, $0.count) } > 0)
        }
      },
      ours: { for _ in 0..<$0 { keep(try graph.container()) } }),
  ]
}

/// From a compiled manifest, beside the same in YAML.
func compiledRows(services count: Int) throws -> [Row] {
  let graph = Graph(count: count)
  let bytes = try graph.compiled()
  let loop = Row.Loop(
    timed: max(1, 10_000 / count), runs: count > 10_000 ? 3 : 9, counted: count > 1_000 ? nil : 1)
  return [
    Row(
      "register and build, from \(bytes.count) compiled bytes (limit: from \(graph.manifest.utf8.count) bytes of YAML)",
      size: count, .time(0.33), parts: count, loop: loop,
      holdings: .init(limit: { try graph.container() }, ours: { try graph.container(of: bytes) }),
      limit: { for _ in 0..<$0 { keep(try graph.container()) } },
      ours: { for _ in 0..<$0 { keep(try graph.container(of: bytes)) } })
  ]
}

/// What a small program pays before its last service is there.
func firstInstanceRow() throws -> Row {
  let graph = Graph(count: 20)
  let bytes = try graph.compiled()
  return Row(
    "from compiled bytes to an instance of each service (limit: initializers)", size: 20,
    loop: .init(timed: 500, counted: 10),
    limit: { for _ in 0..<$0 { keep(graph.madeByHand()) } },
    ours: { for _ in 0..<$0 { keep(try graph.made(try graph.container(of: bytes))) } })
}

/// The same with a generic type for each service. Not beyond 10,000: the runtime's own cache of generic types, which is
/// asked at each registration, is then all that is measured.
func numberedRows(services count: Int) -> [Row] {
  let graph = Graph(count: count)
  let numbered = NumberedServices(count: count)
  let loop = Row.Loop(timed: max(1, 10_000 / count), counted: count > 1_000 ? nil : 1)
  return [
    Row(
      "examine a registry, a type for each service", size: count, parts: count, loop: loop,
      limit: { for _ in 0..<$0 { keep(numbered.register()) } },
      ours: { for _ in 0..<$0 { precondition(numbered.register().findings.isEmpty) } }),
    Row(
      "register, check and build, a type for each service", size: count, parts: count, loop: loop,
      limit: { for _ in 0..<$0 { keep(graph.registerByHand()) } },
      ours: {
        for _ in 0..<$0 {
          let registry = numbered.register()
          keep(try Container(manifest: .yaml(numbered.manifest), registry: registry, options: graph.options))
        }
      }),
  ]
}

/// An edit of one service under a running program, beside reading the whole anew.
func swapRows(services count: Int) throws -> [Row] {
  let graph = Graph(count: count)
  let swapping = Swapping(graph)
  let reloading = try Reloading(graph)
  return [
    Row(
      "swap one service, from the rename to the first answer (limit: register, check and build)", size: count,
      parts: count, loop: .init(timed: max(1, 1_000 / count), runs: 9, counted: nil),
      limit: { for _ in 0..<$0 { keep(try graph.container()) } }, ours: { for _ in 0..<$0 { try swapping.swap() } }),
    Row(
      "swap one service, by reload() (limit: register, check and build)", size: count, parts: count,
      loop: .init(timed: max(1, 1_000 / count), runs: 9, counted: count > 1_000 ? nil : 1),
      limit: { for _ in 0..<$0 { keep(try graph.container()) } }, ours: { for _ in 0..<$0 { try reloading.reload() } }),
  ]
}

@inline(never) func keep(_ value: borrowing ByHand) {}
@inline(never) func keep(_ value: borrowing any Part) {}
@inline(never) func keep(_ value: borrowing [any Part]) {}
@inline(never) func keep(_ value: borrowing FactoryRegistry) {}
@inline(never) func keep(_ value: borrowing Container) {}

let sizes = [100, 1_000, 10_000, 100_000].filter { $0 <= largestSize() }
let compiled = try sizes.flatMap(compiledRows) + [firstInstanceRow()]
let small = sizes.filter { $0 <= 10_000 }
try measure(sizes.flatMap(rows) + compiled + small.flatMap(numberedRows) + small.flatMap(swapRows))
