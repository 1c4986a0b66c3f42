extension Rule {
  package static let unreadableFile = Rule(
    "DI009", "unreadable-file", .error, summary: "a file that is there but cannot be read as one")
}

extension Diagnostic {
  package static func unreadable(
    _ problem: FileProblem, _ path: String, at location: SourceLocation, _ limits: Limits,
    limit: Limits.Name = .fileBytes
  ) -> Diagnostic {
    let help: [String]
    switch problem {
    case .tooLarge: return limits.passed(limit, at: location)
    case .missing:
      help = ["correct the path; one that a program or a command line gives begins at the working directory"]
    case .notRegular: help = ["name a file; '*' stands for the files of a folder"]
    case .denied: help = ["allow reading to the user who runs this"]
    case .failed: help = []
    }
    return Diagnostic(.unreadableFile, .unreadable(path, problem), at: location, help: help)
  }
}

extension String {
  static func unreadable(_ path: String, _ problem: FileProblem) -> String {
    switch problem {
    case .missing: "there is no file '\(path)'"
    case .notRegular(let kind): "'\(path)' is \(kind), not a regular file"
    case .denied: "'\(path)' may not be read: permission denied"
    case .tooLarge(let limit): "'\(path)' has more than \(limit) bytes"
    case .failed(let reason): "'\(path)' could not be read: \(reason)"
    }
  }
}
