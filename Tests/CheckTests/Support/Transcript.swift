import Foundation
import Testing

/// Holds text against a committed file. With `CONFIGDI_RECORD=1` the file is written anew, and the test fails.
func expectTranscript(
  _ text: String, _ name: String, file: String = #filePath, location: SourceLocation = #_sourceLocation
) throws {
  let folder = URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent().appending(
    path: "Transcripts")
  let url = folder.appending(path: name)
  if ProcessInfo.processInfo.environment["CONFIGDI_RECORD"] == "1" {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    Issue.record("recorded \(name)", sourceLocation: location)
    return
  }
  let expected = try String(decoding: Data(contentsOf: url), as: UTF8.self)
  #expect(text == expected, "differs from Transcripts/\(name)", sourceLocation: location)
}
