extension Rule {
  package static let wrongShape = Rule(
    "DI005", "wrong-shape", .error, summary: "a value of another shape than its place asks for")
}
