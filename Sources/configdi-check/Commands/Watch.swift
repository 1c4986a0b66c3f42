import ConfigDI

/// Checks whenever a file changes, until the process is ended or nobody reads its output.
func watch(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
  // Errors of usage end the run; what the files say does not.
  _ = try CheckOutput(arguments, console)
  _ = try Selection(arguments)
  if arguments.positionals.contains("-") {
    throw UsageError("Standard input cannot be watched", command: arguments.command)
  }
  var watched: [String] = []
  var code = ExitCode.success
  var run = 0
  while !console.isOutputClosed(), console.outputProblem() == nil {
    run += 1
    if !arguments.has(.quiet), run > 1 || !console.isOutputTerminal { console.tell("--- run \(run) ---\n") }
    if console.isOutputTerminal { console.write("\u{1B}[2J\u{1B}[H") }
    do {
      (code, watched) = try checkOnce(arguments, console)
    } catch let error as UsageError {
      throw error
    } catch {
      console.tell(explanation(of: error, console))
      if watched.isEmpty { watched = arguments.positionals.isEmpty ? ["."] : arguments.positionals }
    }
    let before = stamps(of: watched)
    repeat { pause(milliseconds: 300) } while stamps(of: watched) == before && !console.isOutputClosed()
  }
  return code
}

/// Files are often replaced rather than written, so their folders count as well.
private func stamps(of paths: [String]) -> [String: FileStamp] {
  var result: [String: FileStamp] = [:]
  for path in paths {
    let folder = RepositoryPaths.folder(of: path)
    for path in [path, folder.isEmpty ? "." : folder] where result[path] == nil { result[path] = FileStamp(path) }
  }
  return result
}
