import ConfigDI

/// URLs that open a location in an editor or on the repository's server.
struct PlaceLinks: Sendable {
  /// A URL with `{path}`, and optionally `{root}`, `{line}` and `{column}`.
  let template: String
  private let repository: RepositoryPaths

  /// The repository's absolute path; empty unless the template uses it, so that other pages do not reveal where they
  /// were created.
  var root: String { template.contains("{root}") ? repository.absolute("") : "" }

  func path(of file: String) -> String { repository.relative(file) }

  /// Creates links from `--link-template`, or else to the checked-out commit on GitHub or GitLab; `nil` if neither is
  /// available.
  init?(_ arguments: Arguments, _ console: Console, entry: String) throws(UsageError) {
    repository = console.repository(of: entry)
    if let written = arguments[.linkTemplate] {
      let scheme = written.split(separator: ":", maxSplits: 1).first.map(String.init) ?? ""
      guard written.contains("{path}"), written.contains(":"), scheme.wholeMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*/) != nil,
        !["javascript", "data", "vbscript"].contains(scheme.lowercased())
      else {
        throw UsageError(
          "The value '\(written)' is invalid for '--link-template': expected an address with {path}, such as "
            + "vscode://file/{root}/{path}:{line}:{column}")
      }
      let names = ["path", "root", "line", "column"]
      for match in written.matches(of: /\{(\w+)\}/) where !names.contains(String(match.1)) {
        throw .unknown(
          "placeholder", String(match.1), among: names, " in '--link-template'",
          advice: ". The placeholders are {path}, {root}, {line} and {column}.")
      }
      template = written
      return
    }
    guard console.repositoryFolder != nil,
      let remote = Subprocess.lines("git", "config", "--get", "remote.origin.url")?.first,
      let commit = Subprocess.lines("git", "rev-parse", "--verify", "--quiet", "HEAD")?.first,
      let made = Self.template(remote: remote, commit: commit)
    else { return nil }
    template = made
  }

  /// The template for a remote such as `git@github.com:owner/name.git`, without any password; `nil` for other servers.
  static func template(remote: String, commit: String) -> String? {
    let address = /(?:\w+:\/\/)?(?:[^@\/]*@)?([\w.\-]+)(?::\d+)?[:\/]([\w.\-\/]+?)(?:\.git)?\/?/
    guard let match = remote.wholeMatch(of: address) else { return nil }
    let (host, name) = (match.1, match.2)
    if host == "github.com" || host.hasPrefix("github.") {
      return "https://\(host)/\(name)/blob/\(commit)/{path}#L{line}"
    }
    if host == "gitlab.com" || host.hasPrefix("gitlab.") {
      return "https://\(host)/\(name)/-/blob/\(commit)/{path}#L{line}"
    }
    return nil
  }
}
