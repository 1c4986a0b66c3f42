import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct WrongShapeTests {
  @Test(arguments: [
    ("a: !env B", ["DI005 1:4"]), ("a: !!binary aGk=", ["DI005 1:4"]), ("a: &x !!set {b}", ["DI005 1:7"]),
    ("a: !!timestamp 2024-05-01", ["DI005 1:4"]), ("a: !<x> b", ["DI005 1:4"]), ("!foo\na: b", ["DI005 1:1"]),
    ("!foo a: b", ["DI005 1:1"]), ("%TAG !e! tag:e.com,2000:\n---\na: !e!x b", ["DI005 3:4"]),
    ("a: !!str [b]", ["DI005 1:4"]), ("a: !!map [b]", ["DI005 1:4"]), ("a: !!seq {b: c}", ["DI005 1:4"]),
    ("a: !!map b", ["DI005 1:4"]), ("a: !!int b", ["DI005 1:4"]), ("a: !!bool 1", ["DI005 1:4"]),
    ("a: !!null b", ["DI005 1:4"]), ("a: !!float x", ["DI005 1:4"]), ("a: !!int 1.5", ["DI005 1:4"]),
    ("a: !!int 1\nb: !!float 2\nc: !!null\nd: !!bool true\ne: !!seq [f]\ng: !!map {h: i}\nj: ! 1\nk: ! [l]", []),
    ("a: !!int ${db.pool}", []), ("a: !<tag:yaml.org,2002:int> 1", []),
  ])
  func tags(text: String, places: [String]) {
    #expect(Reading(text).places == places)
  }

  @Test(
    "keys that are not scalars are reported",
    arguments: [
      ("a: {<<: {b: 1}, c: 2}", ["DI005 1:5"], "{'a': {'c': 2}}"),
      ("a:\n  <<: 1\n  <<: 2\n", ["DI005 2:3", "DI005 3:3"], "{'a': {}}"),
      ("a: {\"<<\": 1}", [], "{'a': {'<<': 1}}"),
      ("{[b]: 1, c: 2}", ["DI005 1:2"], "{'c': 2}"),
      ("? {b: 1}\n: 1\nc: 2", ["DI005 1:3"], "{'c': 2}"),
      ("a: &a [b]\n*a : 1", ["DI005 2:1"], "{'a': ['b']}"),
      ("a: {{ .Values.a }}", ["DI005 1:5"], "{'a': {}}"),
    ])
  func keysThatAreNone(text: String, places: [String], outline: String) {
    let reading = Reading(text)
    #expect(reading.places == places)
    #expect(reading.root?.outline == outline)
  }

  @Test(arguments: [
    ("a: 1\n---\nb: 2\n", "2:1"), ("a: 1\n...\n---\nb: 2\n", "3:1"), ("a: 1\n...\nb: 2\n", "3:1"),
    ("---\na: 1\n# end\n--- # next\n", "4:1"), ("a: 1\n...\n%YAML 1.2\n---\nb: 2\n", "3:1"), ("---\n---\n", "2:1"),
  ])
  func secondDocument(text: String, place: String) {
    let reading = Reading(text)
    #expect(reading.places == ["DI005 \(place)"])
    #expect(reading.document != nil)
  }

  @Test(arguments: ["a: 1\n...\n", "a: 1\n...\n# end\n...\n", "---\na: 1\n\n# end", "%YAML 1.2\n---\na: 1\n"])
  func oneDocument(text: String) {
    #expect(Reading(text).places.isEmpty)
    #expect(Reading(text).root?.outline == "{'a': 1}")
  }
}
