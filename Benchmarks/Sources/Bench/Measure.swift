import Native

/// Prints what the command line asks for, a line a row, for `Scripts/bench` to read: `times`, or `counts` under callgrind.
///
/// A second argument is for the programs' own rows: the largest number of services. A third, `ours`, does not
/// count the limits.
public func measure(_ rows: [Row]) throws {
  let arguments = CommandLine.arguments.dropFirst()
  switch arguments.first {
  case "times": for row in rows { try row.printTimes() }
  case "counts": for row in rows { try row.count(oursAlone: arguments.dropFirst(2).first == "ours") }
  default: print("usage: times | counts [SERVICES [ours]]")
  }
}

/// The largest number of services that the command line asks for.
public func largestSize() -> Int {
  CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 10_000
}

extension Row {
  private var label: String { "\(name)\t\(size ?? 0)" }

  fileprivate func printTimes() throws {
    var times: (limit: [Double], ours: [Double]) = ([], [])
    for run in 0...loop.runs {
      let limit = try time(limit)
      let ours = try time(ours)
      // The first warms up.
      guard run > 0 else { continue }
      times.limit.append(limit)
      times.ours.append(ours)
    }
    let bytes = try holdings.map { (try held($0.limit), try held($0.ours)) } ?? (0, 0)
    let targets = targets.map(\.text).joined(separator: ",")
    print(label, parts, targets, median(times.limit), median(times.ours), bytes.0, bytes.1, separator: "\t")
  }

  private func time(_ work: Work) throws -> Double {
    let clock = ContinuousClock()
    let (before, start) = (processor_nanoseconds(), clock.now)
    try work(loop.timed)
    let (after, elapsed) = (processor_nanoseconds(), (clock.now - start).components)
    let wall = Double(elapsed.seconds) * 1e9 + Double(elapsed.attoseconds) / 1e9
    return (loop.isParallel ? wall : after - before) / Double(loop.timed * parts)
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private func held(_ make: () throws -> Any) throws -> Double {
    // Whatever is made once, at the first time.
    _ = try make()
    let before = allocated_bytes()
    let result = try make()
    let after = allocated_bytes()
    return withExtendedLifetime(result) { Double(Int(after) - Int(before)) / Double(parts) }
  }

  /// Two lengths of the loop, each between two marks; their difference is the work alone.
  fileprivate func count(oursAlone: Bool) throws {
    guard let count = loop.counted else { return }
    for (side, work) in [("limit", limit), ("ours", ours)] {
      // Also where the limit is not counted: what is allocated before is then the same.
      try work(count)
      if oursAlone, side == "limit" { continue }
      for loops in [count, 2 * count] {
        benchmark_mark()
        try work(loops)
        benchmark_mark()
        print(label, parts, side, loops, separator: "\t")
      }
    }
  }
}

extension Row.Target {
  fileprivate var text: String {
    switch self {
    case .instructions(let ratio): "instructions:\(ratio)"
    case .time(let ratio): "time:\(ratio)"
    case .nanoseconds(let count): "nanoseconds:\(count)"
    case .bytes(let count): "bytes:\(count)"
    }
  }
}
