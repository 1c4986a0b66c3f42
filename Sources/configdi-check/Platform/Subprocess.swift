import ConfigDI
import Synchronization

/// Runs other programs, which share this program's standard error.
enum Subprocess {
  /// The output of a shell command. The given environment variable is set to 1 while the command runs.
  static func output(
    of command: String, setting variable: String, limit: Int, seconds: Int
  ) throws(Failure) -> [UInt8] {
    try output(
      of: ["/bin/sh", "-c", "export \(variable)=1\n\(command)"], named: command, limit: limit, seconds: seconds)
  }

  /// The output of a program that is looked up in `PATH`.
  static func output(of words: [String], limit: Int) throws(Failure) -> [UInt8] {
    try output(of: words, named: words.joined(separator: " "), limit: limit, seconds: 300)
  }

  /// The lines of a program's output, without showing its errors; `nil` if it does not exit with zero.
  static func lines(_ words: String...) -> [String]? {
    let command = words.map(shellWord).joined(separator: " ") + " 2>/dev/null"
    let bytes = try? output(of: ["/bin/sh", "-c", command], limit: 64 << 20)
    return bytes.map { String(decoding: $0, as: UTF8.self).split(separator: "\n").map(String.init) }
  }

  /// Runs a program and returns its output. Throws if it cannot be run, exits with a nonzero code, prints more than the
  /// limit, or takes too long.
  private static func output(
    of words: [String], named command: String, limit: Int, seconds: Int
  ) throws(Failure) -> [UInt8] {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure("cannot run '\(command)': \(String(cString: strerror(errno)))") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The program gets its own process group, so that programs that it starts end together with it. Writing to a closed
    // pipe ends it, as usual.
    var broken = sigset_t()
    sigemptyset(&broken)
    sigaddset(&broken, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &broken)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))

    var child: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    let started = posix_spawnp(&child, words[0], &actions, &attributes, &arguments, environ)
    close(ends[1])
    guard started == 0 else {
      close(ends[0])
      throw Failure("cannot run '\(command)': \(String(cString: strerror(started)))")
    }
    defer { close(ends[0]) }
    let interrupted = EndingWithUs(child)
    defer { interrupted.stop() }
    let bytes: [UInt8]
    let status: Int32
    do {
      let deadline = Deadline(seconds: seconds)
      bytes = try read(ends[0], limit: limit, until: deadline)
      status = try wait(for: child, until: deadline)
    } catch {
      kill(-child, SIGKILL)
      while waitpid(child, nil, 0) < 0, errno == EINTR {}
      switch error {
      case .tooMuch: throw Failure("'\(command)' printed more than \(limit) bytes")
      case .tooLate: throw Failure("'\(command)' took longer than \(counted(seconds, "second")) and was stopped")
      case .failed(let reason): throw Failure("cannot read the output of '\(command)': \(reason)")
      }
    }
    guard status == 0 else {
      let signal = status & 0x7F
      throw Failure(
        "'\(command)' \(signal != 0 ? "was ended by signal \(signal)" : "ended with exit code \(status >> 8)")")
    }
    return bytes
  }

  private enum Problem: Error {
    case tooMuch, tooLate
    case failed(String)
  }

  private struct Deadline {
    private let end: ContinuousClock.Instant

    init(seconds: Int) { end = .now + .seconds(seconds) }

    /// The remaining time to pass to `poll`, rounded up, and at most a minute.
    var milliseconds: Int32 {
      let left = ContinuousClock.now.duration(to: end)
      return Int32(max(0, min(60_000, left / .milliseconds(1)).rounded(.up)))
    }
  }

  private static func read(_ descriptor: Int32, limit: Int, until deadline: Deadline) throws(Problem) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      var end = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&end, 1, deadline.milliseconds) > 0 || deadline.milliseconds > 0 else { throw .tooLate }
      guard end.revents != 0 else { continue }
      let part: [UInt8]
      do { part = try readSome(descriptor) } catch { throw .failed(error.explanation) }
      if part.isEmpty { return bytes }
      bytes += part
    }
    throw .tooMuch
  }

  /// Waits until the program exits, which may happen some time after it closes its output.
  private static func wait(for child: pid_t, until deadline: Deadline) throws(Problem) -> Int32 {
    var status: Int32 = 0
    while true {
      let ended = waitpid(child, &status, WNOHANG)
      if ended == child { return status }
      if ended < 0, errno != EINTR { throw .failed(ProgramProcess.systemError) }
      guard deadline.milliseconds > 0 else { throw .tooLate }
      pause(milliseconds: 2)
    }
  }
}

/// Ends a process group when a signal ends this program. Signals from the terminal reach only this program's own group.
private struct EndingWithUs {
  private static let group = Atomic<Int32>(0)
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  init(_ child: pid_t) {
    Self.group.store(child, ordering: .sequentiallyConsistent)
    for number in Self.signals {
      signal(number) { number in
        kill(-EndingWithUs.group.load(ordering: .sequentiallyConsistent), SIGKILL)
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  func stop() {
    for number in Self.signals { signal(number, SIG_DFL) }
  }
}
