/// The targets of a package whose names and folders are literals in `Package.swift`.
struct PackageTargets {
  struct Target {
    let name: String
    let kind: Kind
    /// The folder relative to the package's folder; `nil` for SwiftPM's default location.
    let path: String?
    /// The excluded files and folders, relative to the target's folder. Resources are not compiled either.
    let excluded: [String]
    /// The files and folders that are compiled, relative to the target's folder; empty for the whole folder.
    let sources: [String]
    /// Whether the files that are compiled are computed. The sources are then not read.
    let isComputed: Bool
    /// Whether the target names ConfigDI as a dependency.
    let usesLibrary: Bool
  }

  /// The functions that create targets.
  enum Kind: String { case target, executableTarget, testTarget, plugin, macro }

  /// The targets whose code is part of the program.
  private(set) var targets: [Target] = []
  /// The tests, plugins and macros.
  private(set) var others: [Target] = []
  /// Whether the program has targets whose name or folder is computed.
  private(set) var hasComputed = false
  /// The bytes of the calls that create a target whose folder or files are computed.
  private(set) var unread: [Range<Int>] = []

  init(_ bytes: [UInt8]) {
    let text = SwiftText(bytes)
    for index in text.lexemes.indices where text.isSign(index + 1, "(") && text.isSign(index - 1, ".") {
      guard let kind = Kind(rawValue: text.name(index)) else { continue }
      let isProgram = kind == .target || kind == .executableTarget
      // A dependency on another target is written the same way.
      let isDependency = text.openings(around: index).contains { open in
        text.isSign(open - 1, ":") && text.isWord(open - 2, "dependencies")
          || text.isSign(open - 1, "=") && text.isWord(open - 3, "Dependency")
      }
      guard !isDependency else { continue }
      let arguments = text.arguments(ofCallAt: index)
      func value(_ label: String) -> Range<Int>? { arguments.first { $0.label == label }?.value }
      let call = text.lexemes[index].range.lowerBound..<text.lexemes[index + 1].range.upperBound
      let path = value("path")
      let literal = path.flatMap { text.literal($0) }
      guard let name = value("name").flatMap({ text.literal($0) }), (path == nil) == (literal == nil) else {
        guard isProgram else { continue }
        hasComputed = true
        if path != nil { unread.append(call) }
        continue
      }
      let lists = ["exclude", "sources"].map { value($0).map { Self.literals(in: $0, text) } ?? [] }
      let resources = value("resources").map { $0.compactMap(text.literal) } ?? []
      let target = Target(
        name: name, kind: kind, path: literal,
        excluded: (lists[0] ?? []) + resources, sources: lists[1] ?? [], isComputed: lists.contains { $0 == nil },
        usesLibrary: value("dependencies").map { $0.contains { text.literal($0) == "ConfigDI" } } ?? false)
      if isProgram { targets.append(target) } else { others.append(target) }
      if isProgram, target.isComputed { unread.append(call) }
    }
  }

  /// The strings in a list; `nil` unless it consists of literals.
  private static func literals(in list: Range<Int>, _ text: SwiftText) -> [String]? {
    let open = list.lowerBound
    guard text.isSign(open, "["), text.end(of: open) == list.upperBound - 1 else { return nil }
    let elements = (open + 1..<list.upperBound - 1).filter { !text.isSign($0, ",") }
    let strings = elements.compactMap(text.literal)
    return strings.count == elements.count ? strings : nil
  }
}
