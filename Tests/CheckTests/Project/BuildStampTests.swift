import ConfigDI
import Foundation
import Testing

@testable import configdi_check

@Suite final class BuildStampTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  private var manifest: String { path("app.yaml") }
  private var stamp: String { path("Checked.swift") }
  private var inputs: String { path("inputs.txt") }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try "configdi: 1\nroots: [Clock]\nservices:\n  Clock: systemClock\n"
      .write(toFile: manifest, atomically: true, encoding: .utf8)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func path(_ name: String) -> String {
    folder.appending(path: name).path
  }

  private func check() -> ExitCode {
    Recorder.run("check", manifest, "--stamp", stamp, "--inputs", inputs, files: DiskFiles()).code
  }

  /// Sets a file's time long back, and tells whether it was written after that.
  private func ageFile(_ path: String) throws -> () throws -> Bool {
    let past = Date(timeIntervalSince1970: 1_000_000)
    try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: path)
    return { try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date != past }
  }

  @Test("only a passing check writes a stamp") func stampsWhatPassesOnly() throws {
    try "configdi: 1\nroots: [Clok]\n".write(toFile: manifest, atomically: true, encoding: .utf8)
    #expect(check() == .findings)
    #expect(!FileManager.default.fileExists(atPath: stamp))
    try "configdi: 1\n".write(toFile: manifest, atomically: true, encoding: .utf8)
    #expect(check() == .success)
    #expect(try String(contentsOfFile: stamp, encoding: .utf8).hasPrefix("//"))
  }

  @Test("a current stamp is not rewritten") func leavesAStampThatStands() throws {
    #expect(check() == .success)
    let wasWritten = try ageFile(stamp)
    #expect(check() == .success)
    #expect(try !wasWritten())
    try "something else".write(toFile: stamp, atomically: true, encoding: .utf8)
    #expect(check() == .success)
    #expect(try String(contentsOfFile: stamp, encoding: .utf8).hasPrefix("//"))
  }

  @Test("the inputs are touched when a manifest gains an import") func touchesTheInputsWhereTheBuildDoesNotWatchAll()
    throws
  {
    try "\(manifest)\n".write(toFile: inputs, atomically: true, encoding: .utf8)
    var wasWritten = try ageFile(inputs)
    #expect(check() == .success)
    #expect(try !wasWritten())

    try "configdi: 1\n".write(toFile: path("other.yaml"), atomically: true, encoding: .utf8)
    try "configdi: 1\nimports: [other.yaml]\nroots: [Clock]\nservices: { Clock: systemClock }\n"
      .write(toFile: manifest, atomically: true, encoding: .utf8)
    wasWritten = try ageFile(inputs)
    #expect(check() == .success)
    #expect(try wasWritten())
    #expect(try String(contentsOfFile: inputs, encoding: .utf8) == "\(manifest)\n")
  }
}
