import ConfigDI

/// Finds the nearest configuration file in a folder or a folder above. Each file is read once.
struct ConfigurationFinder {
  private let console: Console
  /// The folder to which the command line confines files, with links resolved.
  private let bound: String?
  private var byFolder: [String: ConfigurationFile] = [:]
  /// The configurations by the folder that contains their file.
  private var byFile: [String: ConfigurationFile] = [:]
  /// The locations of settings whose paths were reported.
  private var required: Set<SourceLocation> = []
  private(set) var findings = Diagnostics()
  /// The configuration files that were read, as paths relative to the working directory.
  private(set) var files: [String] = []

  init(_ console: Console, bound: String?) {
    self.console = console
    self.bound = bound
  }

  mutating func configuration(in folder: String) -> ConfigurationFile {
    if let known = byFolder[folder] { return known }
    let found = find(from: start(folder.isEmpty ? "." : folder))
    byFolder[folder] = found
    return found
  }

  /// Reports the paths in these settings that the run cannot use. Each path is reported once.
  mutating func require(_ fields: [ConfigurationFile.Field], of configuration: ConfigurationFile) {
    for finding in fields.flatMap({ configuration.unusable[$0] ?? [] }) {
      if finding.location.map({ required.insert($0).inserted }) ?? true { findings.report(finding) }
    }
  }

  /// The folder to start from, or the working directory if that folder does not exist.
  private mutating func start(_ folder: String) -> String {
    do {
      return try console.files.locate(folder)
    } catch {
      if error != .missing {
        let place = SourceFile(path: folder, lines: 1).beginning
        findings.report(Diagnostic(.unreadableFile, "'\(folder)': \(error.explanation)", at: place))
      }
      return console.workingDirectory
    }
  }

  private mutating func find(from folder: String) -> ConfigurationFile {
    for folder in FilePath.enclosing(folder) {
      if let known = byFile[folder] { return known }
      let there = ConfigurationFile.names.map { FilePath.join(folder, $0) }.filter(isThere)
      guard let path = there.first else { continue }
      let configuration = read(path, in: folder)
      if there.count > 1 {
        let paths = there.map { console.shown($0) }
        findings.report(
          Diagnostic(
            .wrongShape, "two configuration files in the same folder: \(paths.joined(separator: " and "))",
            at: SourceFile(path: paths[0], lines: 1).beginning,
            help: ["move all settings into one of them and remove the other"]))
      }
      byFile[folder] = configuration
      return configuration
    }
    return ConfigurationFile()
  }

  /// Whether a file exists, even if it cannot be read.
  private func isThere(_ path: String) -> Bool {
    do {
      _ = try console.files.locate(path)
      return true
    } catch {
      return error != .missing
    }
  }

  private mutating func read(_ path: String, in folder: String) -> ConfigurationFile {
    let shown = console.shown(path)
    let confinement = ConfigurationBound(bound: bound, own: folder, files: console.files)
    let place = SourceFile(path: shown, lines: 1).beginning
    if let outside = confinement.folder(leftBy: path) {
      findings.report(
        Diagnostic(.importEscapesRoot, "'\(shown)' is a link to a file outside the folder '\(outside)'", at: place))
      return ConfigurationFile()
    }
    do {
      let file = SourceFile(path: shown, bytes: try console.files.read(path, limit: 1 << 20))
      files.append(shown)
      return ConfigurationFile(reading: file, within: confinement, reporting: &findings)
    } catch {
      findings.report(Diagnostic(.unreadableFile, "'\(shown)': \(error.explanation)", at: place))
      return ConfigurationFile()
    }
  }
}
