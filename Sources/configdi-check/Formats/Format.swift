import ConfigDI

/// A way to print a report: one renderer a file, and its line in the list.
struct Format: Sendable {
  let name: String
  /// What it is for, for the reference page.
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

/// What a renderer may know besides the report.
struct Style: Sendable {
  var usesColor = false
  var width = 80
  var paths = RepositoryPaths()
}
