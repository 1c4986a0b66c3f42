import ConfigDI
import Foundation

// live-simulator [SEEDS [FIRST]]: lives of live containers, each of one seed, beside a model of what must hold.

/// The seeds that break something, at most one a worker.
nonisolated func broken(_ count: UInt64, from first: UInt64) async -> [String] {
  await withTaskGroup(of: String?.self, returning: [String].self) { group in
    let workers: UInt64 = 4
    for worker in 0..<workers {
      group.addTask {
        for seed in stride(from: first + worker, to: first + count, by: UInt64.Stride(workers)) {
          do { try await Life.run(seed: seed) } catch { return "seed \(seed): \(error)" }
        }
        return nil
      }
    }
    var broken: [String] = []
    for await line in group { if let line { broken.append(line) } }
    return broken
  }
}

let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let count = numbers.first ?? 1_000
let first = numbers.dropFirst().first ?? 1
let begin = ContinuousClock.now
let lines = await broken(count, from: first)
for line in lines { print(line) }
print("\(count) seeds from \(first) in \(begin.duration(to: .now)): \(lines.isEmpty ? "all hold" : "broken")")
exit(lines.isEmpty ? 0 : 1)
