import Foundation

@testable import configdi_check

/// Texts of a workspace, by path, for tests that change it.
struct EditorWorkspace {
  let texts: [String: String]

  init(_ texts: [String: String]) {
    self.texts = texts
  }

  /// The files of a folder of the repository.
  init(folder: String, without excluded: String = "/") {
    let root = EditorDiagnosticsTests.repository.appending(path: folder)
    var texts: [String: String] = [:]
    for case let path as String in FileManager.default.enumerator(atPath: root.path) ?? .init()
    where !path.hasPrefix(excluded) {
      if let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8) { texts[path] = text }
    }
    self.texts = texts
  }

  /// That of the marker cases.
  init() throws {
    let text = try String(contentsOf: EditorCaseTests.folder.appending(path: "workspace.txt"), encoding: .utf8)
    texts = Dictionary(
      uniqueKeysWithValues: try EditorCases("", workspace: text).workspace.map { file in
        (file.path, file.lines.map { EditorCase.withoutMarks($0) + "\n" }.joined())
      })
  }

  /// As manifests of this folder.
  func files(in folder: String) -> [String: String] {
    Dictionary(uniqueKeysWithValues: texts.map { ("\(folder)/\($0.key)", $0.value) })
  }
}
