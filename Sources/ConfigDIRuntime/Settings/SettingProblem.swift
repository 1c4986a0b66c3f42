/// The reason why a setting was not decoded, with the facts for a finding.
struct SettingProblem: Error {
  enum Kind { case wrong, missing, exposed, unknownValue }

  let kind: Kind
  let message: String
  let location: SourceLocation
  var help: [String] = []

  init(_ kind: Kind, _ message: String, at location: SourceLocation, help: [String] = []) {
    self.kind = kind
    self.message = message
    self.location = location
    self.help = help
  }
}

extension SettingProblem: CustomStringConvertible {
  var description: String { message }
}
