/// Compares a generated Swift file with what would be written now.
enum SwiftCodeDifference {
  /// Whether the files differ at most in line endings, which a version control system may have changed.
  static func areEqual(_ old: [UInt8], _ new: [UInt8]) -> Bool {
    old.lazy.filter { $0 != 0x0D }.elementsEqual(new)
  }

  /// Describes the first line of code that differs, ignoring string literals and documentation.
  static func firstLine(from old: [UInt8], to new: [UInt8]) -> String? {
    func lines(_ text: [UInt8]) -> [Substring] {
      String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).map(\.trimmingSpaces)
        .filter { !$0.hasPrefix("\"") && !$0.hasPrefix("///") }
    }
    let (before, now) = (lines(old), lines(new))
    let index = zip(before, now).prefix { $0 == $1 }.count
    switch (before.dropFirst(index).first, now.dropFirst(index).first) {
    case (nil, nil): return nil
    case (let line?, nil): return "the line `\(line)` was removed"
    case (nil, let line?): return "the line `\(line)` is new"
    case (let line?, let other?): return "the line `\(line)` is now `\(other)`"
    }
  }
}
