import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct GlobTests {
  private let files = InMemoryFiles(
    Dictionary(
      uniqueKeysWithValues: [
        "a.yaml", "b.yaml", "ab.yaml", "é.yaml", ".x.yaml", "sub/a.yaml", "sub/deep/a.yaml", "sub/deep/b.yml",
        ".git/a.yaml", "..data/a.yaml", "[z].yaml", "a]b.yaml", "a-b.yaml",
      ].map { ($0, "") }))

  @Test(arguments: [
    ("*.yaml", "[z].yaml a-b.yaml a.yaml a]b.yaml ab.yaml b.yaml é.yaml"), ("?.yaml", "a.yaml b.yaml é.yaml"),
    ("[ab].yaml", "a.yaml b.yaml"), ("[!a].yaml", "b.yaml é.yaml"), ("[^a].yaml", "b.yaml é.yaml"),
    ("[a-z].yaml", "a.yaml b.yaml"), ("[à-ü].yaml", "é.yaml"), ("a[]b]b.yaml", "a]b.yaml"), ("a[-]b.yaml", "a-b.yaml"),
    ("[[]z].yaml", "[z].yaml"), ("**/a.yaml", "a.yaml sub/a.yaml sub/deep/a.yaml"),
    ("sub/**", "sub/a.yaml sub/deep/a.yaml sub/deep/b.yml"),
    ("**/deep/*.y*ml", "sub/deep/a.yaml sub/deep/b.yml"), ("sub/**/**/a.yaml", "sub/a.yaml sub/deep/a.yaml"),
    ("*/a.yaml", "sub/a.yaml"), (".*.yaml", ""), ("sub", ""),
    ("*", "[z].yaml a-b.yaml a.yaml a]b.yaml ab.yaml b.yaml é.yaml"),
    ("**b.yaml", "a-b.yaml a]b.yaml ab.yaml b.yaml"), ("[a.yaml", ""), ("./s?b/./a.yaml", "sub/a.yaml"),
  ])
  func matches(pattern: String, result: String) {
    #expect(Glob(pattern).matches(in: "", files).joined(separator: " ") == result)
  }

  @Test("many stars match in linear time") func manyStarsTakeNoTime() {
    let name = String(repeating: "a", count: 200)
    let files = InMemoryFiles([name: ""])
    let pattern = String(repeating: "*a", count: 60) + "b"
    #expect(Glob(pattern).matches(in: "", files).isEmpty)
    #expect(Glob(String(repeating: "**/", count: 200) + "*").matches(in: "", files) == [name])
  }
}

extension Glob {
  fileprivate func matches(in folder: String, _ files: any FileAccess) -> [String] {
    var listings = Listings()
    var work = WorkBudget(Limits())
    return matches(in: folder, files, &listings, &work) ?? []
  }
}
