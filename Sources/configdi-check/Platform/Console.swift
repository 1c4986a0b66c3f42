/// Where output goes, and what is known of who reads it. Passed in, so that tests can stand in for a terminal.
struct Console: Sendable {
  /// Writes to standard output: findings, and what else was asked for.
  let write: @Sendable (String) -> Void
  /// Writes to standard error: the summary, progress, and the tool's own errors.
  let tell: @Sendable (String) -> Void
  let environment: [String: String]
  let isOutputTerminal: Bool
  let isErrorTerminal: Bool
  /// Columns of the terminal; 80 where there is none.
  let width: Int

  /// Whether to colour standard output.
  func usesColor(_ choice: String?) -> Bool {
    switch choice {
    case "always": return true
    case "never": return false
    default: break
    }
    if let value = environment["NO_COLOR"], !value.isEmpty { return false }
    if let value = environment["FORCE_COLOR"], !value.isEmpty { return value != "0" && value != "false" }
    return isOutputTerminal && environment["TERM"] != "dumb"
  }
}
