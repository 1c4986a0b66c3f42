extension String {
  /// The parameter name for a variable: `database.url` for `DATABASE_URL`.
  package static func parameterName(for variable: String) -> String {
    variable.lowercased().split(separator: "_").joined(separator: ".")
  }

  /// The variable that a parameter would usually be read from: `DATABASE_POOL_SIZE` for `database.poolSize`.
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
