import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct EnvironmentFileTests {
  @Test(arguments: [
    ("A=1", "1"), ("A = 1 ", "1"), ("export A=1", "1"), ("export\tA=1", "1"), ("# words\n\nA=1", "1"),
    ("A=1 # words", "1"), ("A=1#words", "1#words"), ("A=", ""), ("A=#1", ""), ("A='a # b' # words", "a # b"),
    (#"A="a\nb\t\"c\"\\ \$d \x""#, "a\nb\t\"c\"\\ $d \\x"), (#"A='a\nb'"#, #"a\nb"#), ("A=\"a\nb\"\nB=2", "a\nb"),
    ("A=a=b", "a=b"), ("A=\"\"", ""), ("A=1\r\nB=2\r\n", "1"), ("A=1\nA=2", "2"), ("\u{FEFF}A=1", "1"),
    ("A=it's", "it's"), ("export=1\nA=2", "2"),
  ])
  func reads(text: String, value: String) throws {
    #expect(try EnvironmentFile.parse(Array(text.utf8))["A"] == value)
  }

  @Test(arguments: [("A", 1), ("\nA B=1", 2), ("=1", 1), ("A='open\n", 1), ("A=1\nB=\"x\" y", 2), ("export ", 1)])
  func refuses(text: String, line: Int) {
    #expect {
      try EnvironmentFile.parse(Array(text.utf8))
    } throws: {
      ($0 as? EnvironmentFile.Problem)?.line == line
    }
  }
}
