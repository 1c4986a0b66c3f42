import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Parts of a manifest that are symbolic links, on a real disk.
@Suite final class LinkedPartsTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "configdi-linked-parts-\(UUID().uuidString)")
    for name in ["parts", "lib/deep"] {
      try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func write(_ path: String, _ text: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: path))
  }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: path).path, withDestinationPath: target)
  }

  private func compose() -> (services: [String], diagnostics: Diagnostics) {
    var diagnostics = Diagnostics()
    let entry = folder.appending(path: "app.yaml").path
    let composed = Composer.compose(.path(entry), world: World(files: DiskFiles()), reporting: &diagnostics)
    return (composed?.stages.first?.services.map(\.key.value.text) ?? [], diagnostics)
  }

  @Test("a glob matches links to files, not to folders") func aGlobMatchesALinkToAFileAndNoneToAFolder() throws {
    try write("lib/part", "configdi: 1\nservices: { Part: p }\n")
    try link("parts/file.yaml", to: "../lib/part")
    try link("parts/folder.yaml", to: "../lib/deep")
    try write("app.yaml", "configdi: 1\nimports: ['parts/*.yaml']\n")
    let (services, diagnostics) = compose()
    #expect(diagnostics.findings.isEmpty)
    #expect(services == ["Part"])
  }

  @Test("findings that follow from a ring of links are hidden") func whatFollowsFromARingOfLinksIsLeftOut() throws {
    try link("parts/a.yaml", to: "b.yaml")
    try link("parts/b.yaml", to: "a.yaml")
    try write("app.yaml", "configdi: 1\nimports: [parts/a.yaml]\nstages: { test: { services: { Nowhere: x } } }\n")
    let (_, diagnostics) = compose()
    #expect(diagnostics.findings.map(\.rule.code) == ["DI009"])
    #expect(diagnostics.suppressedConsequences == 1)
  }
}
