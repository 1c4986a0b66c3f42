enum ExitCode: Int32, Sendable {
  case success = 0
  /// There are findings at or above `--fail-on`.
  case findings = 1
  /// The work could not be completed.
  case failure = 2
  case usage = 64
}
