import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Checks every manifest of `Tests/Data/Cases` against the marks in it: `#! DI201 DI301(test,prod)` at the end of a line says
/// which findings begin there, with their stages where those are not all. What is not marked must not be found.
///
/// `name.catalog.json` beside `name.yaml` is its catalog.
@Suite struct MarkedCaseTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Data/Cases")

  static let names: [String] = {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return entries.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
  }()

  @Test("the marked lines have the marked findings", arguments: names) func findsWhatIsMarked(name: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: "\(name).yaml"), encoding: .utf8)
    let catalog = try? String(contentsOf: Self.folder.appending(path: "\(name).catalog.json"), encoding: .utf8)
    let found = try Checking.check(text, catalog: catalog)
    let marks = found.map { finding in
      let stages = finding.stages.map { "(\($0.joined(separator: ",")))" } ?? ""
      return "\(finding.location?.start.line ?? 0): \(finding.rule.code)\(stages)"
    }
    #expect(marks.sorted() == Self.expected(text).sorted())
  }

  @Test("there are more than 20 cases") func thereAreCases() {
    #expect(Self.names.count > 20)
  }

  private static func expected(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { line, content -> [String] in
      guard let mark = content.range(of: "#! ") else { return [] }
      return content[mark.upperBound...].split(separator: " ").map { "\(line + 1): \($0)" }
    }
  }
}
