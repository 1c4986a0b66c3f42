let console = Console.process()
exitProcess(runProgram(Array(CommandLine.arguments.dropFirst()), console: console))
