import ConfigDI

/// Shows a page in the user's browser.
enum Browser {
  #if canImport(Darwin)
    private static let opener = "open"
  #else
    private static let opener = "xdg-open"
  #endif

  /// Opens a page in the browser, and prints its location.
  ///
  /// - Parameter path: The file to write; by default, a new file in the system's temporary folder.
  static func open(
    _ page: String, at path: String?, as kind: OutputKind, _ arguments: Arguments, _ console: Console
  ) throws(Failure) {
    let folder = path == nil ? try temporaryFolder(console) : nil
    let file = path ?? FilePath.join(folder ?? "", "\(arguments.command.name).html")
    let bound = folder.map { Bound(folder: $0, workingDirectory: $0) } ?? console.writingBound(arguments)
    try OutputFile.write(page, to: file, as: kind, within: bound)
    // Run in the background, since some browsers do not exit until they are closed.
    let script = #"command -v "$0" >/dev/null && { "$0" "$1" >/dev/null 2>&1 & }"#
    guard Subprocess.lines("/bin/sh", "-c", script, opener, file) != nil else {
      throw Failure("could not open a browser, since '\(opener)' is not installed; the page is in \(file)")
    }
    console.tell("opened \(visible(file))\n")
  }

  /// Creates a folder that only this user can read.
  private static func temporaryFolder(_ console: Console) throws(Failure) -> String {
    let parent = console.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let template = strdup(FilePath.join(parent, "configdi-XXXXXX"))
    defer { free(template) }
    guard let template, mkdtemp(template) != nil else {
      throw Failure("cannot create a folder in \(parent): \(ProgramProcess.systemError)")
    }
    return String(cString: template)
  }
}
