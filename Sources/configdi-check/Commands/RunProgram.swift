import ConfigDI

func runProgram(_ arguments: [String], console: Console) -> ExitCode {
  let code = runCommand(arguments, console)
  guard let problem = console.outputProblem() else { return code }
  console.tell("error: cannot write to standard output: \(problem)\n")
  return .failure
}

private func runCommand(_ arguments: [String], _ console: Console) -> ExitCode {
  do {
    switch try CommandLineParser(width: console.width).parse(arguments) {
    case .print(let text):
      console.write(text)
      return .success
    case .run(let arguments):
      return try arguments.command.run(arguments, console)
    }
  } catch let error as UsageError {
    console.tell(error.text(CommandLineParser.command(of: arguments)))
    return .usage
  } catch {
    console.tell(explanation(of: error, console))
    return (error as? BadInput)?.code ?? (error as? Failure)?.code ?? .failure
  }
}

/// The text to print on standard error for an error that ended a command.
func explanation(of error: any Error, _ console: Console) -> String {
  switch error {
  case let error as Failure: "error: \(visible(error.message))\n"
  case let error as BadInput:
    Format.text.render(Report(diagnostics: error.findings), Style(width: console.width))
  case let error as TooMuchWork:
    Format.text.render(Report(diagnostics: [error.finding]), Style(width: console.width))
  default: "error: \(error)\n"
  }
}
