import ConfigDI

/// The environment that a check assumes: this process's, then files of `NAME=VALUE` lines, the later over the earlier.
enum EnvironmentFiles {
  /// `nil` where no flag names an environment, so that nothing is known of it.
  static func environment(_ arguments: Arguments, _ console: Console) throws(Failure) -> [String: String]? {
    guard arguments.has(.env) || arguments.has(.envFile) else { return nil }
    var result = arguments.has(.env) ? console.environment : [:]
    for path in arguments.all(.envFile) {
      let bytes: [UInt8]
      do {
        bytes = try console.files.read(path, limit: 16 << 20)
      } catch {
        throw Failure("cannot read \(path): \(error.explanation)")
      }
      for (number, line) in String(decoding: bytes, as: UTF8.self).split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline
      ).enumerated() {
        guard let pair = try variable(line[...], at: "\(path):\(number + 1)") else { continue }
        result[pair.name] = pair.value
      }
    }
    return result
  }

  /// `nil` for an empty line or a comment.
  private static func variable(_ line: Substring, at place: String) throws(Failure) -> (name: String, value: String)? {
    var line = line.trimmingSpaces
    guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
    if line.hasPrefix("export ") { line = line.dropFirst(7).trimmingSpaces }
    guard let equals = line.firstIndex(of: "="), equals > line.startIndex, !line[..<equals].contains(" ") else {
      throw Failure("\(place): expected NAME=VALUE, found '\(line)'")
    }
    let name = String(line[..<equals])
    let value = line[line.index(after: equals)...].trimmingSpaces
    guard let quote = value.first, quote == "\"" || quote == "'" else {
      // An unquoted value ends where a comment begins.
      let end = value.indices.first {
        value[$0] == "#" && $0 > value.startIndex && value[value.index(before: $0)] == " "
      }
      return (name, String(value[..<(end ?? value.endIndex)].trimmingSpaces))
    }
    guard value.count > 1, value.last == quote else { throw Failure("\(place): the quote is not closed") }
    return (name, String(value.dropFirst().dropLast()))
  }
}
