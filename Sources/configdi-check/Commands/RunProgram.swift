/// The whole program: from its arguments to its exit code.
func runProgram(_ arguments: [String], console: Console) -> ExitCode {
  do {
    switch try CommandLineParser(width: console.width).parse(arguments) {
    case .print(let text):
      console.write(text)
      return .success
    case .run(let arguments):
      return try arguments.command.run(arguments, console)
    }
  } catch let error as UsageError {
    console.tell(error.text)
    return .usage
  } catch let error as Failure {
    console.tell("configdi-check: error: \(error.message)\n")
    return .failure
  } catch {
    console.tell("configdi-check: error: \(error)\n")
    return .failure
  }
}
