import ConfigDI

/// A way to print a report. Each format is declared in its own file, and listed in `all`.
struct Format: Sendable {
  let name: String
  /// The format's purpose, for the reference page.
  let purpose: String
  let render: @Sendable (Report, Style) -> String

  init(_ name: String, _ purpose: String, render: @escaping @Sendable (Report, Style) -> String) {
    self.name = name
    self.purpose = purpose
    self.render = render
  }

  static let all: [Format] = [.text, .concise, .json, .github, .gitlab, .sarif, .junit, .rdjson]

  static func named(_ name: String) -> Format? {
    all.first { $0.name == name }
  }
}

extension Severity {
  /// The word, number or color that stands for the severity in a format.
  func word<Word>(error: Word, warning: Word, note: Word) -> Word {
    switch self {
    case .error: error
    case .warning: warning
    case .note: note
    }
  }
}

/// The color, width and paths that a renderer uses.
struct Style: Sendable {
  var usesColor = false
  var width = 80
  var paths = RepositoryPaths()
}

extension Style {
  /// The style of text that a command prints, by its `--color` and the terminal.
  ///
  /// - Parameter told: Whether the text goes to standard error.
  init(_ arguments: Arguments, _ console: Console, _ paths: RepositoryPaths = RepositoryPaths(), told: Bool = false) {
    self.init(usesColor: console.usesColor(arguments[.color], told: told), width: console.width, paths: paths)
  }
}
