let console = Console.process(environment: processEnvironment())
exitProcess(runProgram(Array(CommandLine.arguments.dropFirst()), console: console))
