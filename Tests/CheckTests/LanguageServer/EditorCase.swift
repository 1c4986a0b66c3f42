import Testing

/// One case of a marker file.
struct EditorCase {
  struct File {
    let path: String
    /// With its marks.
    var lines: [String]
  }

  private(set) var files: [File] = []
  private var section = Section.none

  private enum Section {
    case none
    case file(Int)
    /// The lines that go and those that come, of the change that is being read.
    case change(Int, old: [String], new: [String])
  }

  mutating func begin(_ header: Substring, workspace: [File]) throws {
    try finish()
    if header == "workspace" {
      files = workspace
    } else if header.hasPrefix("change ") {
      let path = header.dropFirst(7)
      let index = try #require(files.firstIndex { $0.path == path }, "there is no \(path) to change")
      section = .change(index, old: [], new: [])
    } else if let index = files.firstIndex(where: { $0.path == header }) {
      files[index].lines = []
      section = .file(index)
    } else {
      files.append(File(path: String(header), lines: []))
      section = .file(files.count - 1)
    }
  }

  mutating func add(_ line: Substring) throws {
    switch section {
    case .none: break
    case .file(let index): files[index].lines.append(String(line))
    case .change(let index, var old, var new):
      if line.hasPrefix("- ") {
        if !new.isEmpty {
          try finish()
          (old, new) = ([], [])
        }
        old.append(String(line.dropFirst(2)))
      } else {
        new.append(String(line.dropFirst(2)))
      }
      section = .change(index, old: old, new: new)
    }
  }

  /// Ends a file, or makes the change that was read.
  mutating func finish() throws {
    defer { section = .none }
    guard case .change(let index, let old, let new) = section else { return }
    let lines = files[index].lines.map(EditorCase.withoutMarks)
    let start = try #require(
      lines.indices.first { lines[$0...].starts(with: old) }, "\(files[index].path) has no lines \(old)")
    files[index].lines.replaceSubrange(start..<start + old.count, with: new)
  }

  static func withoutMarks(_ line: String) -> String {
    line.replacing(/«[^»]*»/, with: "")
  }
}

/// The cases of one file.
struct EditorCases {
  private let lines: [Substring]
  let workspace: [EditorCase.File]

  init(_ text: String, workspace: String) throws {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var shared = EditorCase()
    for line in workspace.split(separator: "\n") {
      if line.hasPrefix("=== ") { try shared.begin(line.dropFirst(4), workspace: []) } else { try shared.add(line) }
    }
    self.workspace = shared.files
  }

  private static let questions = [
    "completion", "hover", "definition", "type", "implementation", "references", "highlight", "prepare", "rename",
    "symbols", "search", "folding", "selection", "links", "findings", "actions", "apply", "lenses", "hints", "callers",
    "callees", "tokens",
  ]

  static func isQuestion(_ line: Substring) -> Bool {
    questions.contains { line == $0 || line.hasPrefix($0 + " ") }
  }

  /// The same text with the answers of today.
  func answered() throws -> String {
    var output: [String] = []
    var title = ""
    var current = EditorCase()
    var stage: EditorStage?
    for line in lines where stage == nil || !line.hasPrefix(">") {
      output.append(String(line))
      if line.hasPrefix("#### ") {
        title = String(line.dropFirst(5))
        current = EditorCase()
        stage = nil
      } else if line == "=== ask" {
        try current.finish()
        let options = title.split(separator: "|").dropFirst().first.map(String.init) ?? ""
        stage = try EditorStage(current.files, options: options)
      } else if line.hasPrefix("=== ") {
        try current.begin(line.dropFirst(4), workspace: workspace)
      } else if let stage {
        guard Self.isQuestion(line) else { continue }
        output += try stage.answer(String(line)).map { $0.isEmpty ? ">" : "> \($0)" }
      } else {
        try current.add(line)
      }
    }
    return output.joined(separator: "\n")
  }
}
