import Testing

@testable import ConfigDI

/// Small manifests in which two things multiply.
@Suite struct WorkBudgetTests {
  private func check(_ files: [String: String], _ change: (inout Limits) -> Void = { _ in }) -> [Diagnostic] {
    var options = CompositionOptions()
    change(&options.limits)
    return Pipeline(world: World(files: InMemoryFiles(files)), options: options)
      .check(.path("app.yaml"), catalog: nil).diagnostics.sorted()
  }

  private func limit(_ found: [Diagnostic]) -> Diagnostic? { found.first { $0.rule == .resourceLimit } }

  /// A manifest of settings with 9^levels leaves in each service, in stages with parameters of their own.
  private func tree(levels: Int, services: Int, stages: Int, areAlike: Bool = false) -> String {
    let leaves = (1..<levels).map { level in
      "x-\(level): &a\(level) { " + (0..<9).map { "k\($0): *a\(level - 1)" }.joined(separator: ", ") + " }\n"
    }
    return "configdi: 1\nx-0: &a0 { a: \"${p}\" }\n" + leaves.joined()
      + "parameters: { p: 1 }\nservices:\n"
      + (0..<services).map { "  A/\($0): { factory: s, settings: *a\(levels - 1) }\n" }.joined()
      + "stages:\n"
      + (0..<stages).map { areAlike ? "  s\($0): {}\n" : "  s\($0): { parameters: { p: \($0) } }\n" }.joined()
  }

  @Test("settings that aliases repeat in each of many stages are refused before they are read")
  func aliasesTimesStages() throws {
    let found = try #require(limit(check(["app.yaml": tree(levels: 5, services: 10, stages: 100)])))
    #expect(found.message == "more than 5000000 units of work")
    #expect(found.help == ["make the input smaller, or raise the limit with --limit work=N (in code: Limits.work)"])
    #expect(found.notes.first?.contains("in 100 stages with different parameters") == true, "\(found.notes)")
    #expect(limit(check(["app.yaml": tree(levels: 5, services: 1, stages: 2)])) == nil)
  }

  @Test("stages that change nothing are judged once")
  func stagesThatChangeNothing() {
    let files = ["app.yaml": tree(levels: 5, services: 10, stages: 1000, areAlike: true)]
    #expect(limit(check(files)) == nil)
    let missing = check([
      "app.yaml":
        "configdi: 1\nservices: { A: { alias: B } }\nstages: { a: {}, b: {}, c: { services: { B: { new: true, factory: f } } } }\n"
    ])
    #expect(missing.first { $0.rule == .missingService }?.stages == ["a", "b"])
  }

  @Test("an overlay that many stages share is applied once, one with stages of their own is counted")
  func overlayTimesStages() throws {
    let services = (0..<1000).map { "  S\($0): f\n" }.joined()
    let overlay = "configdi: 1\nkind: overlay\nservices:\n" + (0..<1000).map { "  S\($0): { eager: true }\n" }.joined()
    func manifest(_ stage: (Int) -> String) -> [String: String] {
      [
        "app.yaml": "configdi: 1\nservices:\n\(services)stages:\n"
          + (0..<1000).map { "  s\($0): { \(stage($0)) }\n" }.joined(),
        "over.yaml": overlay,
      ]
    }
    #expect(limit(check(manifest { _ in "overlays: [over.yaml]" })) == nil)
    let found = try #require(
      limit(check(manifest { "overlays: [over.yaml], services: { S\($0): { eager: false } }" })))
    #expect(found.notes.first?.hasPrefix("an overlay of 1000 entries") == true, "\(found.notes)")
  }

  @Test("globs that enter the same folders again and again are refused where they pass the limit")
  func globsTimesFolders() throws {
    var files = [
      "app.yaml": "configdi: 1\nimports:\n"
        + (0..<200).map { "  - { path: '**/*\($0).yaml', optional: true }\n" }.joined()
    ]
    for index in 0..<100 { files["d\(index)/x.yml"] = "" }
    #expect(limit(check(files)) == nil)
    let found = try #require(limit(check(files) { $0.work = 10_000 }))
    #expect(found.location?.start.line ?? 0 > 2)
    #expect(check(files) { $0.work = 10_000 }.count { $0.rule == .resourceLimit } == 1)
  }

  @Test("the folders that one glob enters are not repeated work")
  func oneGlob() {
    var files = ["app.yaml": "configdi: 1\nimports: ['**/*.yaml']\n"]
    for index in 0..<100 { files["d\(index)/x.yaml"] = "configdi: 1\nservices: { S\(index): f }\n" }
    #expect(limit(check(files) { $0.work = 10_000 }) == nil)
  }

  @Test("a name in settings that aliases repeat is one use")
  func usesOfAliases() {
    let found = check([
      "app.yaml": "configdi: 1\nservices: { A: { factory: f, settings: { a: &a \"${q}\", b: *a, c: [*a, *a] } } }\n"
    ])
    #expect(found.count { $0.rule == .unknownParameter } == 1)
  }

  @Test("many unknown keys beside each other are reported with their suggestions")
  func misspeltSections() {
    let found = check([
      "app.yaml": "configdi: 1\n" + (0..<2000).map { "servces\($0): {}\n" }.joined() + "services: {}\n"
    ])
    #expect(found.count { $0.rule == .unknownField } == 2000)
    // The section is there already.
    #expect(found.first?.fixes.isEmpty == true)
  }
}
