/// A positional argument of a command.
struct Operand: Sendable {
  let name: String
  let isOptional: Bool
  let isRepeatable: Bool
  let help: String
  let completion: Completion

  /// The kind of completion that a shell should offer for it.
  enum Completion: Sendable, Equatable { case none, file, folder, rule, command, key }

  init(
    _ name: String, optional: Bool = false, repeatable: Bool = false, completion: Completion = .none, _ help: String
  ) {
    self.name = name
    isOptional = optional
    isRepeatable = repeatable
    self.help = help
    self.completion = completion
  }

  var label: String { "<\(name)>" }

  static let manifest = Operand("path", completion: .file, "A manifest, or - for standard input.")
}
