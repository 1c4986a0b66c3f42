import ConfigDI

/// Finds the configuration that holds for a path: the nearest one upward. Each file is read once.
struct ConfigurationFinder {
  private let console: Console
  private var byFolder: [String: Configuration] = [:]
  private var byFile: [String: Configuration] = [:]
  /// What is wrong in the files that were read.
  private(set) var findings = Diagnostics()
  /// Those files, as paths from here.
  private(set) var files: [String] = []

  init(_ console: Console) {
    self.console = console
  }

  mutating func configuration(forFileAt path: String) -> Configuration {
    configuration(in: RepositoryPaths.folder(of: path))
  }

  mutating func configuration(in folder: String) -> Configuration {
    if let known = byFolder[folder] { return known }
    let found = find(from: console.files.resolve(folder.isEmpty ? "." : folder) ?? console.workingDirectory)
    byFolder[folder] = found
    return found
  }

  private mutating func find(from folder: String) -> Configuration {
    var parts = folder.split(separator: "/")
    while true {
      let main = "/" + (parts + [Substring(Configuration.name)]).joined(separator: "/")
      let other = "/" + (parts + [Substring(Configuration.otherName)]).joined(separator: "/")
      let hasOther = console.files.resolve(other) != nil
      let path = hasOther && console.files.resolve(main) == nil ? other : main
      if let known = byFile[path] { return known }
      if hasOther, path == main {
        let file = SourceFile(path: console.shown(main), bytes: [])
        findings.report(
          Diagnostic(
            .wrongShape, "expected one configuration file, found \(Configuration.otherName) beside it",
            at: file.beginning, help: ["remove one of the two"]))
      }
      do {
        let bytes = try console.files.read(path, limit: 1 << 20)
        let file = SourceFile(path: console.shown(path), bytes: bytes)
        let configuration = Configuration(reading: file, reporting: &findings)
        files.append(file.path)
        byFile[path] = configuration
        return configuration
      } catch {
        if error != .missing {
          let file = SourceFile(path: console.shown(path), bytes: [])
          findings.report(Diagnostic(.wrongShape, error.explanation, at: file.beginning))
          byFile[path] = Configuration()
          return Configuration()
        }
      }
      guard parts.popLast() != nil else { return Configuration() }
    }
  }
}

extension FileProblem {
  /// Why, in words.
  var explanation: String {
    switch self {
    case .missing: "there is no such file"
    case .notRegular(let what): "it is \(what), not a regular file"
    case .denied: "reading it is not permitted"
    case .tooLarge(let limit): "it is larger than \(limit) bytes"
    case .failed(let reason): reason
    }
  }
}
