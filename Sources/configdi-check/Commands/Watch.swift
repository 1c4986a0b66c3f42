import ConfigDI

/// Checks whenever a file changes, until the process is ended or nobody reads its output.
func watch(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
  // Errors of usage end the run; findings in the files do not.
  _ = try CheckOutput(arguments, console)
  _ = try Selection(arguments)
  if arguments.positionals.contains("-") {
    throw UsageError("Standard input cannot be watched", command: arguments.command)
  }
  let follower = FileFollower()
  var code = ExitCode.success
  var run = 0
  while !console.isOutputClosed(), console.outputProblem() == nil {
    run += 1
    if !arguments.has(.quiet), run > 1 || !console.isOutputTerminal { console.tell("--- run \(run) ---\n") }
    if console.isOutputTerminal { console.write("\u{1B}[2J\u{1B}[H") }
    var traced = console
    let files = TracingFiles(console.files)
    traced.files = files
    do {
      code = try checkOnce(arguments, traced)
    } catch let error as UsageError {
      throw error
    } catch {
      console.tell(explanation(of: error, console))
    }
    follower.wait(forChangeSince: files.trace) { problem in
      console.tell("\(problem); it is looked at from time to time\n")
    } while: {
      !console.isOutputClosed()
    }
  }
  return code
}
