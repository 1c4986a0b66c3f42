import ConfigDI

@testable import ConfigDIRuntime

/// What happened, in order.
final class Diary: Sendable {
  private let lines = Lock<[String]>([])
  var entries: [String] { lines.withLock { $0 } }
  func write(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A service that writes down when it is made and closed.
final class Part: Sendable, Closeable {
  let name: String
  let needed: [Part]
  let diary: Diary
  let fails: Bool

  init(_ name: String, _ needed: [Part], _ diary: Diary, fails: Bool = false) {
    self.name = name
    self.needed = needed
    self.diary = diary
    self.fails = fails
    diary.write("made \(name)")
  }

  func close() throws {
    diary.write("closed \(name)")
    if fails { throw Refusal(text: name) }
  }
}

/// A service whose closing takes time.
final class SlowPart: Sendable, AsyncCloseable {
  let part: Part
  let diary: Diary

  init(_ part: Part, _ diary: Diary) {
    self.part = part
    self.diary = diary
  }

  func close() async throws {
    try await Task.sleep(for: .milliseconds(5))
    diary.write("closed slow")
  }
}

extension Part {
  /// The factories of parts, by name.
  static func registry(_ diary: Diary, failing: Set<String> = []) -> FactoryRegistry {
    var registry = FactoryRegistry()
    registry.declare(Key<Part>("Part"))
    registry.declare(Key<SlowPart>("SlowPart"))
    for name in ["a", "b", "c", "d"] {
      registry.register(name, as: Part.self) { (needed: [Part]) in
        Part(name, needed, diary, fails: failing.contains(name))
      }
    }
    registry.register("slow", as: SlowPart.self) { (part: Part) in SlowPart(part, diary) }
    registry.registerDecorator("wrap", of: Part.self) { inner in Part("wrapped \(inner.name)", [inner], diary) }
    registry.registerDecorator("off", of: Part.self) { inner in inner }
    registry.register("same", as: Part.self) { (part: Part) in part }
    registry.registerAsync("async", as: Part.self) { (needed: [Part]) in
      try await Task.sleep(for: .milliseconds(5))
      return Part("async", needed, diary)
    }
    registry.registerAsync("failing", as: Part.self) { () -> Part in
      try await Task.sleep(for: .milliseconds(5))
      throw Refusal(text: "failing")
    }
    registry.registerAsync("endless", as: Part.self) { () -> Part in
      diary.write("begun endless")
      try await Task.sleep(for: .seconds(60))
      return Part("endless", [], diary)
    }
    return registry
  }
}
