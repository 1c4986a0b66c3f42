/// The folders of a package's targets. Targets that `Package.swift` does not describe with literals are missing.
struct PackageTargets {
  /// A target whose code is part of the program, rather than a test, plugin or macro.
  struct Target {
    let name: String
    let isExecutable: Bool
    /// The folder relative to the package's folder; `nil` for SwiftPM's default location.
    let path: String?
    /// The excluded files and folders, relative to the target's folder.
    let excluded: [String]
  }

  let targets: [Target]

  init(_ bytes: [UInt8]) {
    let text = SwiftText(bytes)
    let brackets = SwiftBrackets(text)
    var targets: [Target] = []
    for index in text.lexemes.indices where text.isSign(index + 1, "(") && text.isSign(index - 1, ".") {
      guard text.isWord(index, "target") || text.isWord(index, "executableTarget") else { continue }
      // A dependency on another target is written the same way.
      guard
        !brackets.openings(around: index).contains(where: {
          text.isSign($0 - 1, ":") && text.isWord($0 - 2, "dependencies")
        })
      else { continue }
      let arguments = SwiftArgument.all(ofCallAt: index, text, brackets)
      func value(_ label: String) -> Range<Int>? { arguments.first { $0.label == label }?.value }
      guard let name = value("name").flatMap({ text.literal($0) }) else { continue }
      let path = value("path")
      let literal = path.flatMap { text.literal($0) }
      guard path == nil || literal != nil else { continue }
      let excluded = value("exclude").map { range in
        range.compactMap { text.literal($0) }
      }
      targets.append(
        Target(
          name: name, isExecutable: text.isWord(index, "executableTarget"), path: literal, excluded: excluded ?? []))
    }
    self.targets = targets
  }
}
