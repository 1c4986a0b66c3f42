import ConfigDI
import Testing

@testable import configdi_check

/// `diff` and `compile --check` for values that read alike but mean different things, or differ but mean the same.
@Suite struct LiteralDifferenceTests {
  @Test(
    "diff tells a value from a reference, a variable and a file",
    arguments: [
      ("value: \"x$${q}\"", "value: \"x${q}\"", "x$${q} → x${q}"),
      ("value: $Q", "env: Q", "\"$Q\" → $Q"),
      ("value: file q", "file: q", "\"file q\" → file q"),
    ]) func diffOfValues(before: String, after: String, expected: String)
  {
    func manifest(_ parameter: String) -> String {
      """
      configdi: 1
      parameters:
        p: { \(parameter), exposed: true }
        q: { value: y, exposed: true }
      services:
        A: a

      """
    }
    let files = InMemoryFiles(["old.yaml": manifest(before), "new.yaml": manifest(after)])
    let result = Recorder.run("diff", "old.yaml", "new.yaml", files: files)
    #expect(result.output == "parameter p: \(expected) (new.yaml:3)\n", "\(result.output)")
    #expect(Recorder.run("diff", "new.yaml", "old.yaml", "--exit-code", files: files).code == .findings)
  }

  @Test(
    "diff tells one enum case from two, a factory from a provided service, and null and numbers from text",
    arguments: [
      (
        "of: [\"a, b\"]", "of: [a, b]",
        "parameter e: enum $E, exposed, of: [\"a, b\"] → enum $E, exposed, of: [a, b] (new.yaml:3)"
      ),
      ("A: provided", "A: { provided: true }", "A: \"provided\" → provided (new.yaml:5)"),
      ("settings: ~", "settings: \"null\"", "B: settings ~ → \"null\" (new.yaml:6)"),
      ("settings: 0x10", "settings: \"16\"", "B: b + by 0x10 → b + by \"16\" (new.yaml:6)"),
    ]) func diffOfNames(before: String, after: String, expected: String)
  {
    let old = """
      configdi: 1
      parameters:
        e: { type: enum, of: ["a, b"], env: E, exposed: true }
      services:
        A: provided
        B: { factory: b, settings: ~, decorators: [{ factory: by, settings: 0x10 }] }

      """
    let files = InMemoryFiles(["old.yaml": old, "new.yaml": old.replacing(before, with: after)])
    let result = Recorder.run("diff", "old.yaml", "new.yaml", files: files)
    #expect(result.output == "\(expected)\n", "\(result.output)")
  }

  @Test(
    "another order of a mapping, or another spelling of one value, is no change",
    arguments: [
      ("n: ~, tls: true", "n: null, tls: True"), ("n: ~, tls: true", "tls: true, n: ~"), ("port: 16", "port: 0x10"),
      ("{ p: 1, q: [~] }", "{ q: [null], p: 1 }"), ("a: B, b: C", "b: C, a: B"), ("v1: B, v2: C", "v2: C, v1: B"),
      ("[c, d]", "[d, c]"), ("{ k: ~ }", "{ k: null }"),
    ])
  func sameMeaning(before: String, after: String) {
    let old = """
      configdi: 1
      parameters: { e: { type: enum, of: [v1, v2], env: E } }
      collections: { c: { of: A }, d: { of: A } }
      services:
        A:
          factory: a
          dependencies: { a: B, b: C }
          settings: { n: ~, tls: true, port: 16, deep: { p: 1, q: [~] } }
          collect: [c, d]
          decorators: [{ factory: by, settings: { k: ~ } }]
        B: b
        C: c
        S: { select: e, cases: { v1: B, v2: C } }

      """
    let new = old.replacing(before, with: after)
    #expect(new != old)
    let files = InMemoryFiles(["old.yaml": old, "new.yaml": new])
    let result = Recorder.run("diff", "old.yaml", "new.yaml", "--exit-code", files: files)
    #expect(result.output == "no changes in the wiring\n" && result.code == .success, "\(result.output)")
  }

  @Test(
    "compile --check tells a literal from a reference, and one element from two",
    arguments: [
      ("t: \"$${q}\"", "t: \"${q}\"", "a() { t: ${q} } (singleton) (was a() { t: $${q} } (singleton))"),
      ("l: [\"x, y\"]", "l: [x, y]", "a() { l: [x, y] } (singleton) (was a() { l: [\"x, y\"] } (singleton))"),
      ("t: \"~\"", "t: ~", "a() { t: null } (singleton) (was a() { t: \"~\" } (singleton))"),
    ]) func checkOfSettings(before: String, after: String, expected: String) throws
  {
    func manifest(_ setting: String) -> String {
      """
      configdi: 1
      parameters: { q: { value: y, exposed: true } }
      services: { A: { factory: a, settings: { \(setting) } } }

      """
    }
    let folder = try Folder([
      "app.yaml": manifest(before),
      "configdi.catalog.json": """
      { "configdiCatalog": 1, "factories": [{ "name": "a", "provides": "App.A", "settings": { "type": "S", "fields": [
        { "name": "l", "type": "list", "of": { "type": "string" }, "optional": true },
        { "name": "t", "type": "string", "optional": true }] } }] }
      """,
    ])
    let command = "$CHECK compile app.yaml --output app.configdi"
    #expect(try folder.shell(command).code == 0)
    try folder.write(manifest(after), to: "app.yaml")
    let run = try folder.shell("\(command) --check")
    #expect(run.code == 1)
    #expect(run.output.contains("  = note: A is now \(expected)\n"), "\(run.output)")
  }
}
