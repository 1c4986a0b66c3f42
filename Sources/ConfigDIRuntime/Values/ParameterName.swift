/// Checks names of parameters and recognizes forms that other tools use.
package enum ParameterName {
  /// Whether a string is a valid name: `[A-Za-z_][A-Za-z0-9_.-]*`.
  package static func isValid(_ text: String) -> Bool {
    guard let first = text.utf8.first, first.isLetter || first == UInt8(ascii: "_") else { return false }
    return text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "_.-".utf8.contains($0) }
  }

  /// The name at the beginning of a malformed reference, possibly with spaces.
  package static func beginning(of text: String) -> String {
    String(decoding: text.utf8.prefix { $0.isLetter || $0.isDigit || "_.- \t".utf8.contains($0) }, as: UTF8.self)
  }

  /// The parts of `${NAME:-text}`, the form of a shell, or of `${name:text}`; `nil` for any other form.
  package static func parts(_ name: String) -> (name: String, sign: Character?, text: String)? {
    guard let colon = name.firstIndex(of: ":"), environmentVariable(name) == nil, isValid(String(name[..<colon])) else {
      return nil
    }
    let rest = name[name.index(after: colon)...]
    let sign = rest.first.flatMap { "-=?+".contains($0) ? $0 : nil }
    return (String(name[..<colon]), sign, String(rest.dropFirst(sign == nil ? 0 : 1)))
  }

  /// The variable in `${env.NAME}` or `${env:NAME}`, the forms that other tools use.
  package static func environmentVariable(_ name: String) -> String? {
    for prefix in ["env.", "env:", "ENV.", "ENV:", "environment.", "process.env."] where name.hasPrefix(prefix) {
      let variable = String(name.dropFirst(prefix.count))
      return isValid(variable) ? variable : nil
    }
    return nil
  }
}
