switch CommandLine.arguments.dropFirst().first {
case "answer": answer()
case "measure": measure(nodeCount: CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 1_000_000)
default: print("usage: graph answer < graphs > answers | graph measure [NODES]")
}
