import ConfigDI
import Foundation
import Testing

@testable import configdi_check

/// A secret hides its own text alone: every mistake beside it is told as it is without a secret.
@Suite struct SecretNeighborTests {
  private static let secret = "PLANTED"

  /// A parameter with a literal, secret or not, in as many characters.
  private static func planted(isSecret: Bool) -> String {
    "  kept.token: { value: \(secret)-1, secret: \(isSecret ? " true" : "false") }"
  }

  /// A text with that parameter among its own, or in a section at the end.
  private static func planting(in text: String, isSecret: Bool) -> String {
    let line = planted(isSecret: isSecret)
    if let range = text.range(of: "(?m)^parameters:[ ]*\n", options: .regularExpression) {
      return text.replacingCharacters(in: range, with: text[range] + line + "\n")
    }
    return text + (text.hasSuffix("\n") ? "" : "\n") + "parameters:\n\(line)\n"
  }

  @Test("a key's other reading is shown, although the value after it is secret", arguments: ["\nkind: overlay", ""])
  func theReadingOfAKeyIsShown(kind: String) {
    let part = "configdi: 1\(kind)\nparameters:\n  no: { value: hunter2, secret: true, exposed: true }\n"
    let section = kind.isEmpty ? "imports" : "overlays"
    let output = Recorder.run(
      "check", "app.yaml",
      files: InMemoryFiles(["app.yaml": "configdi: 1\n\(section): [part.yaml]\n", "part.yaml": part])
    ).output
    #expect(output.contains("'no' is text here, but the boolean false in YAML 1.1"), "\(output)")
    #expect(!output.contains("hunter2"))
  }

  private struct Finding: Hashable {
    let code, place: String
    let texts: [String]
  }

  /// What is found beside the parameter itself.
  private static func findings(_ files: [String: String], _ entry: String = "app.yaml") throws -> Set<Finding> {
    let result = Recorder.run("check", entry, "--format", "json", files: InMemoryFiles(files))
    let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let all = try #require(document?["diagnostics"] as? [[String: Any]])
    if files.values.contains(where: { $0.contains(planted(isSecret: true)) }) {
      let text = Recorder.run("check", entry, files: InMemoryFiles(files))
      #expect(!(text.output + text.error + result.output).contains(secret), "\(text.output)")
    }
    return Set(
      all.compactMap { finding in
        let location = finding["location"] as? [String: Any] ?? [:]
        let ends = ["start", "end"].compactMap { location[$0] as? [String: Int] }
        let place = "\(location["path"] ?? "") \(ends.map { "\($0["line"] ?? 0):\($0["column"] ?? 0)" })"
        let texts =
          [finding["message"], finding["label"]].compactMap { $0 as? String }
          + (finding["help"] as? [String] ?? []) + (finding["notes"] as? [String] ?? [])
        let code = finding["code"] as? String ?? ""
        // A secret with its value in the file is a finding of its own.
        return code == "DI509" ? nil : Finding(code: code, place: place, texts: texts)
      })
  }

  private static func expectSame(_ name: String, _ files: (_ isSecret: Bool) -> [String: String]) throws {
    let (plain, hidden) = (try findings(files(false)), try findings(files(true)))
    #expect(plain == hidden, "\(name): \(plain.symmetricDifference(hidden))")
    #expect(!plain.isEmpty, "\(name)")
  }

  private static let breakages = BreakageTests.all.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)

  @Test("a breakage has the same findings with and without secrets", arguments: breakages)
  func aBreakageIsToldAsWithoutASecret(breakage: BreakageTests.Breakage) throws {
    let files = try BreakageTests.example()
    try Self.expectSame(breakage.name) { isSecret in
      var files = files
      files["app.yaml"] = files["app.yaml"].map { Self.planting(in: $0, isSecret: isSecret) }
      let sound = files[breakage.file] ?? ""
      files[breakage.file] = sound.range(of: breakage.text).map {
        sound.replacingCharacters(in: $0, with: breakage.instead)
      }
      return files
    }
  }

  @Test("a fixture has the same findings with and without secrets", arguments: FixtureTests.names)
  func aFixtureIsToldAsWithoutASecret(name: String) throws {
    let folder = FixtureTests.root.appending(path: name)
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    let files = paths.reduce(into: [String: String]()) { files, path in
      files[path] = try? String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }
    guard let text = files["app.yaml"] else { return }
    let (plain, hidden) = (
      try Self.findings(files.merging(["app.yaml": Self.planting(in: text, isSecret: false)]) { $1 }),
      try Self.findings(files.merging(["app.yaml": Self.planting(in: text, isSecret: true)]) { $1 })
    )
    #expect(plain == hidden, "\(plain.symmetricDifference(hidden))")
  }

  /// What people do to a line, on every line of a manifest.
  private static let mutations: [(name: String, change: @Sendable (String) -> String)] = [
    ("a tab", { "\t" + $0 }), ("an open bracket", { $0 + " [" }), ("a closed bracket", { $0 + " ]" }),
    ("an open quote", { $0 + " \"" }), ("an apostrophe", { $0.replacingOccurrences(of: ": ", with: ": '") }),
    ("no space", { $0.replacingOccurrences(of: ": ", with: ":") }),
    ("no colon", { $0.replacingOccurrences(of: ":", with: "") }),
    ("an equals sign", { $0.replacingOccurrences(of: ": ", with: " = ") }),
    ("no end", { String($0.dropLast(2)) }), ("one space more", { " " + $0 }), ("twice", { $0 + "\n" + $0 }),
    ("a second document", { "---\n" + $0 }), ("a mark of a merge", { "<<<<<<< ours\n" + $0 }),
    ("a reserved sign", { $0.replacingOccurrences(of: ": ", with: ": @") }),
    ("an alias", { $0.replacingOccurrences(of: ": ", with: ": *") }),
  ]

  @Test("a broken line has the same findings with and without secrets", arguments: mutations.map(\.name))
  func aBrokenLineIsToldAsWithoutASecret(mutation: String) throws {
    let position = try #require(Self.mutations.firstIndex { $0.name == mutation })
    let files = try BreakageTests.example()
    let sound = try #require(files["app.yaml"])
    let count = Self.planting(in: sound, isSecret: true).components(separatedBy: "\n").count
    var different = 0
    for line in stride(from: position % 18, to: count, by: 18) {
      let texts = [false, true].map { isSecret in
        var lines = Self.planting(in: sound, isSecret: isSecret).components(separatedBy: "\n")
        if !lines[line].contains(Self.secret) { lines[line] = Self.mutations[position].change(lines[line]) }
        return lines.joined(separator: "\n")
      }
      let found = try texts.map { text in try Self.findings(files.merging(["app.yaml": text]) { $1 }) }
      #expect(found[0] == found[1], "line \(line + 1): \(found[0].symmetricDifference(found[1]))")
      if !found[0].isEmpty { different += 1 }
    }
    #expect(different > 2)
  }
}
