import ConfigDI
import Foundation

// live-simulator [SEEDS [FIRST]]: lives of live containers, each of one seed, beside a model of what must hold.
//
// A seed is played exactly as before whenever it is played. Each process runs one life after another on one thread, and
// there is one for each core.

/// As many seeds are played a second time, in a process of their own, to see that nothing but the seed counts.
nonisolated let replayed: UInt64 = 20

/// The lives of every `step`-th seed, as lines for the process that asked for them.
nonisolated func play(_ seeds: StrideTo<UInt64>, from first: UInt64) {
  Schedule.takeOver()
  for seed in seeds {
    do {
      let played = try Life.run(seed: seed)
      if seed < first + replayed { print("played \(seed) \(String(played, radix: 16))") }
    } catch {
      print("broken seed \(seed): \(error)")
      return
    }
  }
}

/// Starts this program again for some of the seeds. Sets have the same order in each process.
nonisolated func begin(_ count: UInt64, _ first: UInt64, worker: Int, of workers: Int) throws -> (Process, Pipe) {
  let process = Process()
  let output = Pipe()
  process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
  process.arguments = ["play", "\(count)", "\(first)", "\(worker)", "\(workers)"]
  process.environment = ["SWIFT_DETERMINISTIC_HASHING": "1"]
  process.standardOutput = output
  try process.run()
  return (process, output)
}

nonisolated func lines(of workers: [(Process, Pipe)]) -> [String] {
  workers.flatMap { process, output in
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let isWhole = process.terminationReason == .exit && process.terminationStatus == 0
    return text.split(separator: "\n").map(String.init)
      + (isWhole ? [] : ["broken: a process ended with \(process.terminationStatus)"])
  }
}

let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let count = numbers.first ?? 1_000
let first = numbers.dropFirst().first ?? 1
if CommandLine.arguments.dropFirst().first == "play", numbers.count == 4 {
  play(stride(from: first + numbers[2], to: first + count, by: UInt64.Stride(numbers[3])), from: first)
  exit(0)
}
let start = ContinuousClock.now
let cores = ProcessInfo.processInfo.activeProcessorCount
let told = lines(of: try (0..<cores).map { try begin(count, first, worker: $0, of: cores) })
let again = lines(of: [try begin(min(count, replayed), first, worker: 0, of: 1)])
var broken = told.filter { $0.hasPrefix("broken") }
if broken.isEmpty, Set(told) != Set(again) {
  broken = Set(told).symmetricDifference(again).sorted().map { "broken: \($0), in one of two runs" }
}
for line in broken { print(line) }
let end = broken.isEmpty ? "all hold, and \(again.count) were played again as they were" : "broken"
print("\(count) seeds from \(first) in \(start.duration(to: .now)): \(end)")
exit(broken.isEmpty ? 0 : 1)
