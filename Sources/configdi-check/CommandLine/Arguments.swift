/// The arguments given to a command. Each option has already validated its values.
struct Arguments: Sendable {
  let command: Command
  var positionals: [String] = []
  private var given: [String: [String]] = [:]

  init(_ command: Command) {
    self.command = command
  }

  /// The file that `--output` names; `nil` for standard output.
  var outputFile: String? { self[.output].flatMap { $0 == "-" ? nil : $0 } }

  mutating func add(_ value: String, to option: Option) {
    given[option.name, default: []].append(value)
  }

  func has(_ option: Option) -> Bool {
    given[option.name] != nil
  }

  /// The option's value, or its last one if the option is repeated.
  subscript(_ option: Option) -> String? {
    given[option.name]?.last
  }

  func all(_ option: Option) -> [String] {
    given[option.name] ?? []
  }

  func count(_ option: Option) -> Int? {
    self[option].flatMap { Int($0) }
  }

  /// The name-value pairs given with an option such as `--set NAME=VALUE`.
  func pairs(_ option: Option) -> [(name: String, value: String)] {
    all(option).compactMap(\.pair)
  }

  /// All elements given with an option that takes comma-separated lists.
  func list(_ option: Option) -> [String] {
    all(option).flatMap { $0.split(separator: ",").map { String($0.trimmingSpaces) } }.filter { !$0.isEmpty }
  }

  /// Keeps only these options, for checking other manifests.
  func keeping(_ options: [Option]) -> Arguments {
    var copy = Arguments(.check)
    for option in options { copy.given[option.name] = given[option.name] }
    return copy
  }

  func with(positionals: [String]) -> Arguments {
    var copy = self
    copy.positionals = positionals
    return copy
  }

  func positional(_ index: Int) -> String? {
    positionals.indices.contains(index) ? positionals[index] : nil
  }
}

extension String {
  /// The texts before and after the first `=`; `nil` if there is none.
  var pair: (name: String, value: String)? {
    firstIndex(of: "=").map { (String(self[..<$0]), String(self[index(after: $0)...])) }
  }
}

extension Substring {
  var trimmingSpaces: Substring {
    var rest = drop { $0 == " " || $0 == "\t" }
    while rest.last == " " || rest.last == "\t" { rest.removeLast() }
    return rest
  }
}
