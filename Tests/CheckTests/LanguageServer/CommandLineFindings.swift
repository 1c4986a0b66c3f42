import ConfigDI
import Testing

@testable import configdi_check

/// What `check --format json` says in a folder, as the protocol would.
struct CommandLineFindings {
  private let byURI: [String: [JSON]]

  /// - Returns: `nil` where nothing can be checked.
  init?(in folder: String, _ files: any FileAccess) throws {
    let recorder = Recorder()
    let base = recorder.console(files: files)
    let console = Console(
      write: base.write, tell: base.tell, readInput: base.readInput,
      files: WorkspaceFiles(root: folder, disk: FileCache(files), texts: [:]), environment: [:],
      workingDirectory: folder, isOutputTerminal: false, isErrorTerminal: false, width: 80)
    let code = runProgram(["check", "--format", "json"], console: console)
    guard code != .failure else { return nil }
    let report = try JSON(reading: Array(recorder.output.utf8))
    var found: [String: [JSON]] = [:]
    for finding in report["diagnostics"]?.elements ?? [] {
      guard let location = finding["location"], let path = location["path"]?.string else { continue }
      func position(_ name: String) -> JSON {
        [
          "line": .int((location[name]?["line"]?.int ?? 1) - 1),
          "character": .int((location[name]?["column"]?.int ?? 1) - 1),
        ]
      }
      let uri = DocumentURI.uri(FilePath.withoutDots(path.hasPrefix("/") ? path : "\(folder)/\(path)"))
      found[uri, default: []].append([
        "range": ["start": position("start"), "end": position("end")], "code": finding["code"] ?? .null,
        "message": finding["message"] ?? .null,
      ])
    }
    byURI = found
  }

  /// - Parameter encoding: Places are compared where the session counts as reports do, in bytes.
  func expectShown(by session: LanguageSession, _ encoding: String = "utf-8") {
    let names = encoding == "utf-8" ? ["range", "code", "message"] : ["code", "message"]
    func text(_ items: [JSON]) -> [String] {
      items.map { item in JSON.object(names.map { ($0, item[$0] ?? .null) }).compactText }
    }
    // What a catalog lacks of the Swift files beside it, the editor alone says.
    let shown = session.shown.mapValues { $0.filter { $0["code"]?.string != "DI701" } }.filter { !$0.value.isEmpty }
    #expect(Set(shown.keys) == Set(byURI.keys))
    for (uri, findings) in byURI { #expect(shown[uri].map(text) == text(findings), "\(uri)") }
  }
}
