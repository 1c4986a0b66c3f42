extension String {
  /// The parameter name for a variable: `database.url` for `DATABASE_URL`.
  package static func parameterName(for variable: String) -> String {
    variable.lowercased().split(separator: "_").joined(separator: ".")
  }

  package static func declareVariable(_ variable: String) -> String {
    let name = parameterName(for: variable)
    return "declare parameters: { \(name): { env: \(variable) } }, and write ${\(name)}"
  }
}
