import ConfigDI
import ConfigDIRuntime

/// What a program finds when it starts: variables, secret files, and values of its own for parameters.
struct Surroundings: CustomStringConvertible {
  let description: String
  var environment: [String: String] = [:]
  var files: [String: [UInt8]] = [:]
  var parameters: [String: String] = [:]

  init(_ description: String) {
    self.description = description
  }

  /// Some in which a stage's parameters have values, and some in which they are missing or wrong.
  static func all(of stage: ComposedStage) -> [Surroundings] {
    var result = [Surroundings("nothing")]
    guard !stage.parameters.isEmpty else { return result }
    let values: [(name: String, value: (ComposedParameter) -> String)] = [
      ("fitting", fitting), ("wrong", { _ in "?" }), ("empty", { _ in "" }),
      ("large", { _ in "99999999999999999999" }), ("negative", { _ in "-1" }),
    ]
    for (name, value) in values {
      var outside = Surroundings(name)
      var given = Surroundings("\(name), given by the program")
      for parameter in stage.parameters {
        given.parameters[parameter.name.value] = value(parameter)
        switch parameter.source {
        case .env(let variable)?: outside.environment[variable.value] = value(parameter)
        case .file(let path)?:
          let folder = FilePath.folder(of: path.location.file.path)
          outside.files[FilePath.join(folder, path.value)] = Array("\(value(parameter))\n".utf8)
        case .value?, nil: break
        }
      }
      result += [outside, given]
    }
    return result
  }

  private static func fitting(_ parameter: ComposedParameter) -> String {
    switch parameter.type {
    case .string: "a text"
    case .int, .bytes: "7"
    case .float: "1.5"
    case .bool: "true"
    case .duration: "2s"
    case .url: "https://host.example/path"
    case .path: "some/path"
    case .enum: parameter.cases.first?.value ?? ""
    case .list: "one,two"
    }
  }
}
