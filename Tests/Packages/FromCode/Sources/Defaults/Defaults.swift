import ConfigDI

protocol Clock: Sendable {
  var now: Int { get }
}

struct SystemClock: Clock {
  var now: Int { 7 }
}

protocol Uploader: Sendable {
  func upload() -> String
}

final class RetryingUploader: Uploader {
  private let clock: any Clock
  private let attempts: Int
  private let separator: String

  init(clock: any Clock = SystemClock(), attempts: Int = 3, separator: String = ", (") {
    self.clock = clock
    self.attempts = attempts
    self.separator = separator
  }

  convenience init(once clock: any Clock) { self.init(clock: clock, attempts: 1) }

  func upload() -> String { "\(clock.now)\(separator)\(attempts)" }
}

protocol Counter: Sendable {
  func count() -> Int
}

final class SharedCounter: Counter {
  static let shared = SharedCounter()

  private init() {}

  func count() -> Int { 1 }
}

protocol Screen: Sendable {
  var text: String { get }
}

struct StartScreen: Screen {
  let uploader: any Uploader
  let counter: any Counter
  var text: String { uploader.upload() + "\(counter.count())" }
}

struct PathScreen: Screen {
  let path: String
  var text: String { path }
}

struct TwoWays: Screen {
  let text: String

  init(uploader: any Uploader) { text = uploader.upload() }

  /// - Factory: counted
  init(counter: any Counter) { text = "\(counter.count())" }
}

enum DefaultsProgram {
  static func run(_ container: Container) async throws -> String {
    try container.resolve((any Screen).self).text
  }
}
