import ConfigDI

/// A compiled manifest to write to a file.
struct CompiledOutput {
  let bytes: [UInt8]
  /// The type and member to write in Swift; `nil` to write only the bytes.
  let name: SwiftName?
  /// The manifest's path, as written in the file.
  let manifest: String
  let path: String

  /// Writes the file unless it is up to date, so that builds do not compile it again.
  func write(_ arguments: Arguments, _ console: Console) throws(Failure) -> ExitCode {
    let content = content
    if isCurrent(old(arguments, console)) { return .success }
    let kind: OutputKind = name == nil ? .compiledManifest : .compiledSwift
    try OutputFile.write(content, to: path, as: kind, within: console.writingBound(arguments))
    console.tell("wrote \(visible(path)), \(counted(content.count, "byte"))\n")
    return .success
  }

  /// Compares the existing file with the new content, and prints the differences.
  func check(_ arguments: Arguments, _ console: Console) throws(Failure) -> ExitCode {
    let old = old(arguments, console)
    if isCurrent(old) { return .success }
    let differences = old.map { self.differences(from: $0) } ?? ["the file does not exist"]
    console.write(
      "\(visible(path)):1: error: out of date: run the same command without --check to update it\n"
        + differences.map { "  = note: \(visible($0))\n" }.joined())
    return .findings
  }

  private func isCurrent(_ old: [UInt8]?) -> Bool {
    old.map { name == nil ? $0 == content : SwiftCodeDifference.areEqual($0, content) } ?? false
  }

  private func old(_ arguments: Arguments, _ console: Console) -> [UInt8]? {
    try? console.files.read(path, limit: Limits(arguments).fileBytes)
  }

  var content: [UInt8] {
    guard let name else { return bytes }
    let declaration = name.isExtension ? "extension" : "public enum"
    let (type, member) = (SwiftWords.escaped(name.type), SwiftWords.escaped(name.member))
    return Array(
      """
      // Written by configdi-check compile from \(manifest): do not edit.
      // swift-format-ignore-file
      \(declaration) \(type) {
        /// The manifest \(manifest), for `Container(manifest: .compiled(\(type).\(member)), …)`.
        public static var \(member): StaticString {
          "\(Base64.text(bytes))"
        }
      }

      """.utf8)
  }

  private func differences(from old: [UInt8]) -> [String] {
    var old = old
    let changedLine = name == nil ? nil : SwiftCodeDifference.firstLine(from: old, to: content)
    if name != nil {
      let text = String(decoding: old, as: UTF8.self)
      guard let type = text.firstRange(of: "StaticString {")?.upperBound,
        let start = text[type...].firstIndex(of: "\""),
        let end = text[text.index(after: start)...].firstIndex(of: "\"")
      else {
        return ["the file does not contain a compiled manifest"]
      }
      old = Base64.bytes(String(text[text.index(after: start)..<end])) ?? []
    }
    do {
      let before = try CompiledContents(old, name: path, folder: "")
      let now = try CompiledContents(bytes, name: path, folder: "")
      let changes = [changedLine].compactMap { $0 } + now.differences(from: before)
      guard changes.isEmpty else { return changes }
      return [
        old == bytes
          ? "the code around the compiled bytes differs" : "the wiring is the same, but source locations differ"
      ]
    } catch {
      return ["\(error)".split(separator: "\n").first.map(String.init) ?? ""]
    }
  }
}
