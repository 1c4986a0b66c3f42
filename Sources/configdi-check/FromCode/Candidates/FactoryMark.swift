/// The line of a documentation comment about a type's factory: `- Factory: name`, or `- Factory: none`.
enum FactoryMark: Equatable {
  case name(String)
  case none

  init?(in documentation: [String]) {
    for line in documentation {
      let text = Substring(line).trimmingSpaces
      guard text.hasPrefix("- Factory:") else { continue }
      let word = text.dropFirst(10).trimmingSpaces
      guard !word.isEmpty else { continue }
      self = word == "none" ? .none : .name(String(word))
      return
    }
    return nil
  }
}
