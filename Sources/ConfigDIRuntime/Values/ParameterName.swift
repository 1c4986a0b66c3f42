/// Checks names of parameters and recognizes forms that other tools use.
package enum ParameterName {
  /// Whether a string is a valid name: `[A-Za-z_][A-Za-z0-9_.-]*`.
  package static func isValid(_ text: String) -> Bool {
    guard let first = text.utf8.first, first.isLetter || first == UInt8(ascii: "_") else { return false }
    return text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "_.-".utf8.contains($0) }
  }

  /// The variable and the default in the shell form `${NAME:-text}`; `nil` for any other form.
  package static func shellDefault(_ name: String) -> (variable: String, preset: String)? {
    guard let colon = name.firstIndex(of: ":") else { return nil }
    let variable = String(name[..<colon])
    let rest = name[name.index(after: colon)...]
    guard let sign = rest.first, "-=?+".contains(sign), isValid(variable) else { return nil }
    return (variable, String(rest.dropFirst()))
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
