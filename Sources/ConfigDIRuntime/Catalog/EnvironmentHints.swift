extension String {
  /// The parameter name that corresponds to an environment variable: `database.url` for `DATABASE_URL`.
  package static func parameterName(for variable: String) -> String {
    variable.lowercased().split(separator: "_").joined(separator: ".")
  }

  /// The environment variable that a parameter is usually read from: `DATABASE_POOL_SIZE` for `database.poolSize`.
  package static func variable(for parameter: String) -> String {
    var name = ""
    var isAfterSmallLetter = false
    for character in parameter {
      if character.isUppercase, isAfterSmallLetter { name += "_" }
      name += character.isLetter || character.isNumber ? character.uppercased() : "_"
      isAfterSmallLetter = character.isLowercase
    }
    return name
  }
}
