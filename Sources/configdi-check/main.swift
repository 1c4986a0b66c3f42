let console = Console.process()
exit(runProgram(Array(CommandLine.arguments.dropFirst()), console: console).rawValue)
