#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Other programs; their standard error is ours.
enum Subprocess {
  /// What a command for the shell prints, with a variable set to 1 in its environment.
  static func output(of command: String, setting variable: String, limit: Int) throws(Failure) -> [UInt8] {
    try output(of: ["/bin/sh", "-c", "export \(variable)=1\n\(command)"], named: command, limit: limit)
  }

  /// What a program prints, which is looked for in `PATH`.
  static func output(of words: [String], limit: Int) throws(Failure) -> [UInt8] {
    try output(of: words, named: words.joined(separator: " "), limit: limit)
  }

  /// Whether a program ends with zero; what it says is not shown.
  static func succeeds(_ words: [String]) -> Bool {
    let quiet = words.map {
      "'" + $0.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
    return (try? output(of: ["/bin/sh", "-c", quiet.joined(separator: " ") + " 2>/dev/null"], limit: 1 << 20)) != nil
  }

  /// Fails where it cannot be run, ends otherwise than with zero, or prints more than the limit.
  private static func output(of words: [String], named command: String, limit: Int) throws(Failure) -> [UInt8] {
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

    var child: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    let started = posix_spawnp(&child, words[0], &actions, nil, &arguments, environ)
    close(ends[1])
    guard started == 0 else {
      close(ends[0])
      throw Failure("cannot run '\(command)': \(String(cString: strerror(started)))")
    }
    let bytes = readAll(ends[0], limit: limit)
    close(ends[0])
    if bytes == nil { kill(child, SIGTERM) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard let bytes else { throw Failure("'\(command)' printed more than \(limit) bytes") }
    guard status == 0 else {
      let signal = status & 0x7F
      throw Failure(
        "'\(command)' \(signal != 0 ? "was ended by signal \(signal)" : "ended with exit code \(status >> 8)")")
    }
    return bytes
  }
}
