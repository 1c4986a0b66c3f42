import ConfigDI
import Foundation
import Testing

@testable import configdi_check

/// Two hundred ways in which people break a manifest, half of them habits of other tools, and the first mistakes of new
/// users. Each is one change to `Examples/config` and gives one finding, whose place, cause and remedy stand in
/// `Tests/Data/Breakages`.
@Suite struct BreakageTests {
  struct Breakage: Sendable, CustomTestStringConvertible {
    let name, file, text, instead, code, place, cause, remedy: String

    var testDescription: String { name }
  }

  static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  static let all: [Breakage] = {
    let text = ["breakages.txt", "mistakes.txt"].map { name in
      (try? String(contentsOf: tests.appending(path: "Data/Breakages/\(name)"), encoding: .utf8)) ?? ""
    }.joined(separator: "\n")
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      let cells = line.components(separatedBy: " | ").map(unescaped)
      guard cells.count == 8 else { return nil }
      return Breakage(
        name: cells[0], file: cells[1], text: cells[2], instead: cells[3], code: cells[4], place: cells[5],
        cause: cells[6], remedy: cells[7])
    }
  }()

  @Test("at least 200 breakages are recorded") func thereAreTwoHundred() {
    #expect(Self.all.count >= 200)
  }

  @Test("each breakage has exactly the predicted finding", arguments: all) func givesTheOneFindingThatWasPredicted(
    breakage: Breakage
  ) throws {
    var files = try Self.example()
    let sound = try #require(files[breakage.file])
    let range = try #require(sound.range(of: breakage.text))
    let broken = sound.replacingCharacters(in: range, with: breakage.instead)
    files[breakage.file] = broken

    let result = Recorder.run("check", "app.yaml", "--format", "json", files: InMemoryFiles(files))
    let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let findings = try #require(document?["diagnostics"] as? [[String: Any]])
    #expect(findings.count == 1, "\(findings.map { $0["message"] ?? "" })")
    let finding = try #require(findings.first)
    #expect(finding["code"] as? String == breakage.code)
    #expect((finding["message"] as? String ?? "").lowercased().contains(breakage.cause.lowercased()))
    let fixes = (finding["fixes"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
    #expect(
      ((finding["help"] as? [String] ?? []) + fixes).joined(separator: " ").contains(breakage.remedy)
        || breakage.remedy.isEmpty)
    let location = try #require(finding["location"] as? [String: Any])
    #expect(location["path"] as? String == breakage.file)
    let start = try #require(location["start"] as? [String: Int])
    let lines = broken.components(separatedBy: "\n").map { Array($0.utf8) }
    let after = lines.dropFirst((start["line"] ?? 1) - 1).joined(separator: [0x0A])
    let rest = Array(after).dropFirst((start["column"] ?? 1) - 1)
    #expect(rest.starts(with: Array(breakage.place.utf8)), "\(String(decoding: rest.prefix(30), as: UTF8.self))")
  }

  static func example() throws -> [String: String] {
    let folder = tests.deletingLastPathComponent().appending(path: "Examples/config")
    let names = [
      "app.yaml", "configdi.catalog.json", "demo-password.txt", "shared/observability.yaml", "overlays/test.yaml",
      "overlays/staging.yaml", "overlays/production.yaml",
    ]
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) })
  }

  private static let unreadable = all.filter { $0.code == "DI001" }

  @Test("a text that is not YAML has the same finding where lines end with CRLF", arguments: unreadable)
  func lineEndsChangeNothing(breakage: Breakage) throws {
    var files = try Self.example()
    let sound = try #require(files[breakage.file])
    let range = try #require(sound.range(of: breakage.text))
    files[breakage.file] = sound.replacingCharacters(in: range, with: breakage.instead)
    func output() -> String {
      Recorder.run("check", "app.yaml", "--format", "concise", files: InMemoryFiles(files)).output
    }
    let plain = output()
    files[breakage.file] = files[breakage.file]?.replacingOccurrences(of: "\n", with: "\r\n")
    #expect(output() == plain)
  }

  private static func unescaped(_ text: String) -> String {
    text.replacingOccurrences(of: "\\n", with: "\n").replacingOccurrences(of: "\\t", with: "\t")
      .replacingOccurrences(of: "\\u{A0}", with: "\u{A0}").replacingOccurrences(of: "\\u{200B}", with: "\u{200B}")
  }
}
