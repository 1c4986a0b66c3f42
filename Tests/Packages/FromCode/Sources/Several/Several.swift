import ConfigDI
import Synchronization

protocol Readable: Sendable {
  func read() -> Int
}

protocol Writable: Sendable {
  func write(_ value: Int)
}

protocol Described: Sendable {
  var words: String { get }
}

/// Serves two protocols, as the one instance that it is.
final class MemoryStore: Readable, Writable, Described {
  private let value = Mutex(0)

  func read() -> Int { value.withLock { $0 } }
  func write(_ value: Int) { self.value.withLock { $0 = value } }
  var words: String { "memory" }
}

protocol Machine: Sendable {
  func work() -> Int
}

struct Adder: Machine {
  let input: any Readable
  let output: any Writable

  func work() -> Int {
    output.write(input.read() + 1)
    return input.read()
  }
}

protocol Probe: Sendable {
  var isWell: Bool { get }
}

struct MachineProbe: Probe {
  let machine: any Machine
  var isWell: Bool { true }
}

struct StoreProbe: Probe {
  let store: any Readable
  var isWell: Bool { store.read() >= 0 }
}

/// - Factory: health
struct Health: Sendable {
  let machine: any Machine
  let probes: [any Probe]
}

enum SeveralProgram {
  static func run(_ container: Container) async throws -> String {
    let health = try container.resolve(Health.self)
    return "\(health.machine.work()) \(health.probes.count)"
  }
}
