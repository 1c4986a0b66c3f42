import ConfigDI

func run(_ container: Container) throws {
  try container.resolve((any Greeter).self).greet()
  print(try container.resolve(Summary.self))
}
