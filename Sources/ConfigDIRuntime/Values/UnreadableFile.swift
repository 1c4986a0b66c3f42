extension Diagnostic {
  package static func unreadable(
    _ problem: FileProblem, _ path: String, at location: SourceLocation, _ limits: Limits,
    limit: Limits.Name = .fileBytes
  ) -> Diagnostic {
    let help: [String]
    switch problem {
    case .tooLarge: return limits.passed(limit, at: location)
    case .missing where path.contains("\n"): help = ["pass the text of a manifest as .yaml(\"…\")"]
    case .missing:
      help = ["correct the path: a path from a program or a command line is relative to the working directory"]
    case .notRegular("a folder"): help = ["name a file; '*' matches the files in a folder"]
    case .notRegular: help = ["name a regular file"]
    case .denied: help = ["allow the current user to read it"]
    case .failed: help = []
    }
    return Diagnostic(.unreadableFile, .unreadable(path, problem), at: location, help: help)
  }
}

extension FileProblem {
  /// The reason for the error, as text.
  package var explanation: String {
    switch self {
    case .missing: "no such file"
    case .notRegular(let what): "it is \(what), not a regular file"
    case .denied: "permission denied"
    case .tooLarge(let limit): "it has more than \(limit) bytes"
    case .failed(let reason): reason
    }
  }
}

extension String {
  package static func unreadable(_ path: String, _ problem: FileProblem) -> String {
    switch problem {
    case .missing: "there is no file '\(path)'"
    case .notRegular(let kind): "'\(path)' is \(kind), not a regular file"
    case .denied: "'\(path)' cannot be read: permission denied"
    case .tooLarge(let limit): "'\(path)' has more than \(limit) bytes"
    case .failed(let reason): "'\(path)' could not be read: \(reason)"
    }
  }
}
