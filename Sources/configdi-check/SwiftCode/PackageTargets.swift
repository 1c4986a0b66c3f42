/// The targets of a package whose names and folders are literals in `Package.swift`.
struct PackageTargets {
  struct Target {
    let name: String
    let isExecutable: Bool
    /// The folder relative to the package's folder; `nil` for SwiftPM's default location.
    let path: String?
    /// The excluded files and folders, relative to the target's folder. Resources are not compiled either.
    let excluded: [String]
    /// The files and folders that are compiled, relative to the target's folder; empty for the whole folder.
    let sources: [String]
  }

  /// The targets whose code is part of the program.
  private(set) var targets: [Target] = []
  /// The tests, plugins and macros.
  private(set) var others: [Target] = []
  /// Whether the program has targets whose name or folder is computed.
  private(set) var hasComputed = false
  /// The bytes of the calls that create a target in a computed folder.
  private(set) var unread: [Range<Int>] = []

  init(_ bytes: [UInt8]) {
    let text = SwiftText(bytes)
    let brackets = SwiftBrackets(text)
    for index in text.lexemes.indices where text.isSign(index + 1, "(") && text.isSign(index - 1, ".") {
      let isProgram = text.isWord(index, "target") || text.isWord(index, "executableTarget")
      guard isProgram || Self.others.contains(text.name(index)) else { continue }
      // A dependency on another target is written the same way.
      let isDependency = brackets.openings(around: index).contains { open in
        text.isSign(open - 1, ":") && text.isWord(open - 2, "dependencies")
          || text.isSign(open - 1, "=") && text.isWord(open - 3, "Dependency")
      }
      guard !isDependency else { continue }
      let arguments = SwiftArgument.all(ofCallAt: index, text, brackets)
      func value(_ label: String) -> Range<Int>? { arguments.first { $0.label == label }?.value }
      func literals(_ label: String) -> [String] { value(label).map { $0.compactMap(text.literal) } ?? [] }
      let path = value("path")
      let literal = path.flatMap { text.literal($0) }
      guard let name = value("name").flatMap({ text.literal($0) }), (path == nil) == (literal == nil) else {
        guard isProgram else { continue }
        hasComputed = true
        if path != nil {
          unread.append(text.lexemes[index].range.lowerBound..<text.lexemes[index + 1].range.upperBound)
        }
        continue
      }
      let target = Target(
        name: name, isExecutable: text.isWord(index, "executableTarget"), path: literal,
        excluded: literals("exclude") + literals("resources"), sources: literals("sources"))
      if isProgram { targets.append(target) } else { others.append(target) }
    }
  }

  private static let others: Set = ["testTarget", "plugin", "macro"]
}
