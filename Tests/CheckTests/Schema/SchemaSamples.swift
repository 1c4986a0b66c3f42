import ConfigDI
import Foundation
import Testing

@testable import configdi_check

private let samplesFolder = ProcessInfo.processInfo.environment["CONFIGDI_SCHEMA_SAMPLES"]

/// Writes the rules' examples for the script that holds the schema to a validator that is not ours.
@Suite(.enabled(if: samplesFolder != nil)) struct SchemaSamples {
  @Test(arguments: Rule.all) func write(rule: Rule) throws {
    let folder = URL(filePath: try #require(samplesFolder))
    for (kind, example) in [("bad", rule.page.bad), ("good", rule.page.good)] {
      for file in example?.files ?? [] {
        let url = folder.appending(path: "\(rule.code)-\(kind)/\(file.name)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.text.utf8).write(to: url)
      }
    }
  }
}
