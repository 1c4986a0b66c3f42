extension String {
  /// `DATABASE_URL` as a parameter: `database.url`.
  package static func parameterName(for variable: String) -> String {
    variable.lowercased().split(separator: "_").joined(separator: ".")
  }

  package static func declareVariable(_ variable: String) -> String {
    let name = parameterName(for: variable)
    return "declare parameters: { \(name): { env: \(variable) } }, and write ${\(name)}"
  }
}
