/// Checks names of parameters and recognizes forms that other tools use.
package enum ParameterName {
  /// Whether a string is a valid name: `[A-Za-z_][A-Za-z0-9_.-]*`.
  package static func isValid(_ text: String) -> Bool {
    var isFirst = true
    for byte in text.utf8 {
      switch byte {
      case 0x41...0x5A, 0x61...0x7A, 0x5F: break
      case 0x30...0x39, 0x2E, 0x2D: if isFirst { return false }
      default: return false
      }
      isFirst = false
    }
    return !isFirst
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
