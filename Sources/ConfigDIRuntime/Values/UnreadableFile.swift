extension Rule {
  package static let unreadableFile = Rule(
    "DI009", "unreadable-file", .error, summary: "a file that is there but cannot be read as one")
}

extension Diagnostic {
  package static func unreadable(
    _ problem: FileProblem, _ path: String, at location: SourceLocation, _ limits: Limits,
    limit: Limits.Name = .fileBytes
  ) -> Diagnostic {
    let message: String
    var help: [String] = []
    switch problem {
    case .tooLarge: return limits.passed(limit, at: location)
    case .missing:
      message = "there is no file '\(path)'"
      help = ["correct the path; one that a program or a command line gives begins at the working directory"]
    case .notRegular(let kind):
      message = "'\(path)' is \(kind), not a regular file"
      help = ["name a file; '*' stands for the files of a folder"]
    case .denied:
      message = "'\(path)' may not be read: permission denied"
      help = ["allow reading to the user who runs this"]
    case .failed(let reason):
      message = "'\(path)' could not be read: \(reason)"
    }
    return Diagnostic(.unreadableFile, message, at: location, help: help)
  }
}
