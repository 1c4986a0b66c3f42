import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Imports through symbolic links, on a real disk.
@Suite struct LinkTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "configdi-links-\(UUID().uuidString)")
    for name in ["repo/app/parts", "repo/app/lib/deep", "repo/lib/deep", "outside"] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: name), withIntermediateDirectories: true)
    }
  }

  private func write(_ path: String, _ text: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: path))
  }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: path).path, withDestinationPath: target)
  }

  private func compose(_ path: String) -> (composed: ComposedManifest?, findings: [Diagnostic]) {
    var diagnostics = Diagnostics()
    let composed = compose(path, reporting: &diagnostics)
    return (composed, diagnostics.findings)
  }

  private func compose(_ path: String, reporting diagnostics: inout Diagnostics) -> ComposedManifest? {
    let entry = folder.appending(path: path).path
    defer { try? FileManager.default.removeItem(at: folder) }
    return Composer.compose(.path(entry), world: World(files: DiskFiles()), reporting: &diagnostics)
  }

  private func keys(_ composed: ComposedManifest?) -> [String] {
    composed?.stages.first?.services.map(\.key.value.text) ?? []
  }

  @Test("a link out of the root is refused") func aLinkOutOfTheRootIsRefused() throws {
    try write("outside/x.yaml", "configdi: 1\nservices: { X: x }\n")
    try link("repo/app/x.yaml", to: "../../outside/x.yaml")
    try link("repo/app/away", to: "../../outside")
    try write("repo/app/app.yaml", "configdi: 1\nimports: [x.yaml, away/x.yaml, 'away/*.yaml', away/gone.yaml]\n")
    let (composed, findings) = compose("repo/app/app.yaml")
    #expect(findings.map(\.rule.code) == ["DI103", "DI103", "DI103", "DI103"])
    #expect(keys(composed).isEmpty)
  }

  @Test("a file with two names counts once") func aFileReachedByTwoNamesCountsOnce() throws {
    try write("repo/app/x.yaml", "configdi: 1\nservices: { X: x }\n")
    try link("repo/app/y.yaml", to: "x.yaml")
    try link("repo/app/self.yaml", to: "app.yaml")
    try write("repo/app/app.yaml", "configdi: 1\nimports: [x.yaml, y.yaml, '*.yaml']\n")
    let (composed, findings) = compose("repo/app/app.yaml")
    #expect(findings.isEmpty)
    #expect(keys(composed) == ["X"])
  }

  @Test("a glob matches links to files, not to folders") func aGlobMatchesALinkToAFileAndNoneToAFolder() throws {
    try write("repo/app/lib/part", "configdi: 1\nservices: { Part: p }\n")
    try link("repo/app/parts/file.yaml", to: "../lib/part")
    try link("repo/app/parts/folder.yaml", to: "../lib/deep")
    try write("repo/app/app.yaml", "configdi: 1\nimports: ['parts/*.yaml']\n")
    let (composed, findings) = compose("repo/app/app.yaml")
    #expect(findings.isEmpty)
    #expect(keys(composed) == ["Part"])
  }

  @Test("findings that follow from a ring of links are hidden") func whatFollowsFromARingOfLinksIsLeftOut() throws {
    try link("repo/app/a.yaml", to: "b.yaml")
    try link("repo/app/b.yaml", to: "a.yaml")
    try write(
      "repo/app/app.yaml", "configdi: 1\nimports: [a.yaml]\nstages: { test: { services: { Nowhere: x } } }\n")
    var diagnostics = Diagnostics()
    _ = compose("repo/app/app.yaml", reporting: &diagnostics)
    #expect(diagnostics.findings.map(\.rule.code) == ["DI009"])
    #expect(diagnostics.suppressedConsequences == 1)
  }

  /// An optional import that is there and cannot be had is no absent one.
  @Test("a ring of links is reported, even for an optional import") func aRingOfLinksIsTold() throws {
    try link("repo/app/a.yaml", to: "b.yaml")
    try link("repo/app/b.yaml", to: "a.yaml")
    try link("repo/app/gone.yaml", to: "nothing")
    try write(
      "repo/app/app.yaml",
      "configdi: 1\nimports: [{ path: a.yaml, optional: true }, b.yaml, { path: gone.yaml, optional: true }]\n")
    let (_, findings) = compose("repo/app/app.yaml")
    #expect(findings.map(\.rule.code) == ["DI009", "DI009"])
    #expect(findings.allSatisfy { $0.message.contains("too many levels of symbolic links") })
  }

  /// `link/..` is the folder that the link leads to, not the one that it stands in.
  @Test(".. after a link is the target's parent") func theFolderAboveALinkIsWhereItLeads() throws {
    try write("repo/lib/x.yaml", "configdi: 1\nservices: { Right: x }\n")
    try write("repo/app/x.yaml", "configdi: 1\nservices: { Wrong: x }\n")
    try link("repo/app/link", to: "../lib/deep")
    try write("repo/app/app.yaml", "configdi: 1\nroot: ..\nimports: [link/../x.yaml]\n")
    let (composed, findings) = compose("repo/app/app.yaml")
    #expect(findings.isEmpty)
    #expect(keys(composed) == ["Right"])
    #expect(composed?.files.last?.file.path.hasSuffix("/app/link/../x.yaml") == true)
  }

  @Test("rings of links end") func ringsOfLinksEnd() throws {
    try link("repo/app/a", to: "b")
    try link("repo/app/b", to: "a")
    try link("repo/app/up", to: "..")
    try write("repo/app/app.yaml", "configdi: 1\nimports: [a, '**/*.yaml', { path: 'u?/x.yaml', optional: true }]\n")
    let (_, findings) = compose("repo/app/app.yaml")
    #expect(findings.map(\.rule.code) == ["DI009", "DI104"])
  }

  @Test func secretFilesAreRelativeToTheManifest() throws {
    try write("repo/app/key", "hush\n")
    try write(
      "repo/app/app.yaml",
      """
      configdi: 1
      parameters:
        key: { file: key, secret: true }
        preset: { file: gone, default: mine }
        absent: { file: gone }
        folder: { file: . }
        number: { type: int, file: key, secret: true }
      """)
    var diagnostics = Diagnostics()
    let entry = folder.appending(path: "repo/app/app.yaml").path
    let composed = try #require(
      Composer.compose(.path(entry), world: World(files: DiskFiles()), reporting: &diagnostics))
    let stage = try #require(composed.stages.first)
    let values = ParameterValues.resolve(
      stage.parameters, sources: ParameterSources(environment: [:], files: DiskFiles()), reporting: &diagnostics)
    try FileManager.default.removeItem(at: folder)
    #expect(values["key"]?.text == "hush")
    #expect(values["key"]?.secret == "key")
    #expect(values["preset"]?.text == "mine")
    #expect(diagnostics.sorted().map(\.rule.code) == ["DI505", "DI009", "DI506"])
    #expect(!diagnostics.findings.map(\.message).joined().contains("hush"))
  }
}
