import ConfigDI

/// Checks again whenever a file changes, until the process ends or its output is closed.
func watch(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
  // Usage errors end the run, but findings in files do not.
  _ = try CheckOutput(arguments, console)
  _ = try Selection(arguments)
  if arguments.positionals.contains("-") { throw UsageError("Standard input cannot be watched") }
  let follower = FileFollower()
  var code = ExitCode.success
  var run = 0
  while !console.isOutputClosed(), console.outputProblem() == nil {
    run += 1
    if !arguments.has(.quiet), run > 1 || !console.isOutputTerminal { console.tell("--- run \(run) ---\n") }
    if console.isOutputTerminal { console.write("\u{1B}[2J\u{1B}[H") }
    var traced = console
    var files = RememberingFiles(console.files)
    traced.files = files
    do {
      let unfixed = try fixFirst(arguments, traced)
      // The check sees the fixed files. Changes to other manifests, which may have prevented a fix, are noticed, too.
      if arguments.has(.fix) { files = files.readAgain() }
      traced.files = files
      code = try checkOnce(arguments, traced, unfixed: unfixed)
    } catch let error as UsageError {
      throw error
    } catch {
      console.tell(explanation(of: error, console))
    }
    if !arguments.has(.quiet) {
      console.tell(
        "watching \(counted(files.paths.count, "file and folder", "files and folders")) since \(timeOfDay())\n")
    }
    follower.wait(forChangeSince: files.trace) { problem in
      console.tell("\(problem); falling back to polling\n")
    } while: {
      !console.isOutputClosed()
    }
  }
  return code
}

/// The local time of day, such as `14:03:59`.
private func timeOfDay() -> String {
  var now = time(nil)
  var parts = tm()
  localtime_r(&now, &parts)
  func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
  return [parts.tm_hour, parts.tm_min, parts.tm_sec].map(twoDigits).joined(separator: ":")
}
