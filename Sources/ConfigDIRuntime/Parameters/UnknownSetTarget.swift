extension Diagnostic {
  package static func unknownSetTarget(_ name: String, givenBy giver: String, among parameters: [String]) -> Diagnostic
  {
    let suggestions = Spelling.suggestions(for: name, among: parameters)
    var finding = Diagnostic(
      .unknownSetTarget, "\(giver) names '\(name)', which is not a parameter of the manifest", at: nil,
      help: Spelling.help(for: suggestions))
    if let meant = Spelling.meaning(of: name, among: suggestions) { finding.hides.append(Absence(.source, meant)) }
    return finding
  }
}
