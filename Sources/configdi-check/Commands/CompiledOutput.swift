import ConfigDI

/// A compiled manifest to write to a file.
struct CompiledOutput {
  let bytes: [UInt8]
  /// The type and member to write in Swift; `nil` to write only the bytes.
  let name: SwiftName?
  /// The manifest's path, as written in the file.
  let manifest: String
  let path: String

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

  func differences(from old: [UInt8]) -> [String] {
    var old = old
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
      let changes = now.differences(from: before)
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
