import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct AmbiguousScalarTests {
  @Test(
    "YAML 1.1 reads these scalars differently",
    arguments: [
      "yes", "Yes", "YES", "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF",
      "010", "0644", "-010", "+010", "08", "0_7", "0b101", "-0b1", "0x1_F", "+0x1F", "-0x1",
      "1_000", "1_000.5", "1_0.5e+3", "-1_000", "22:30", "22:30:15", "1:30.5", "0:30.5", "-1:30", "190:20:30", "1__0",
      "99999999999999999999:30",
    ])
  func differ(text: String) {
    #expect(Reading("a: \(text)").places == ["DI003 1:4"])
    #expect(Reading("\(text): a").places == ["DI003 1:1"])
    #expect(Reading("a: \"\(text)\"").places.isEmpty)
    #expect(Reading("a: !!str \(text)").places.isEmpty)
  }

  @Test(
    "YAML 1.1 reads these scalars alike",
    arguments: [
      "y", "n", "Y", "N", "true", "False", "null", "~", "yES", "oN", "nope", "online", "offset", "0", "00", "007", "10",
      "-10", "0x1F", "0o17", "1.5", ".5", "1e3", "1.5e+3", ".inf", ".nan", "08:30", "22:60", "22:99", "8080:80",
      "1:2:x",
      "127.0.0.1:80", "2024-05-01", "2024-05-01T10:00:00Z", "1.2.3", "a_b", "_1", "0b", "0b2", "1_000x", "1.5_x",
      "+", "-", ".", "a:1", "1:3.5.6", "v1_0", "30s", "64KiB", "+44 20", "08_0", "x-1",
    ])
  func agree(text: String) {
    #expect(Reading("[\(text)]").places.isEmpty)
  }

  @Test("the message has both readings") func saysBothReadings() throws {
    let findings = Reading("[no, 010, 22:30, 08]").findings
    #expect(
      findings.map(\.message) == [
        "'no' is text here, but the boolean false in YAML 1.1",
        "'010' is the number 10 here, but the number 8 in YAML 1.1",
        "'22:30' is text here, but a base-60 number in YAML 1.1",
        "'08' is the number 8 here, but text in YAML 1.1",
      ])
    let fixes = findings.flatMap(\.fixes)
    #expect(fixes.map(\.text) == ["\"no\"", "10", "\"22:30\"", "8"])
    // Quoting a number turns it into text, which its setting may not take.
    #expect(findings.flatMap { $0.remedies.dropFirst() }.flatMap(\.fixes).map(\.text) == ["\"010\"", "\"08\""])
    #expect(fixes.map(\.safe) == [true, false, true, false])
  }

  @Test("extensions are exempt unless an alias repeats them outside") func extensionsAreExemptUnlessRepeatedOutside() {
    #expect(Reading("x-a: [no, !env b]\nc: d").places.isEmpty)
    #expect(Reading("x-a: {b: &b [no], c: off}\nd: *b\ne: *b").places == ["DI003 1:14"])
    #expect(Reading("x-a: &a [no]\nx-b: &b {c: *a, d: off}\ne: *b").places == ["DI003 1:10", "DI003 2:20"])
    #expect(Reading("x-a: &a [no]\nx-b: &b {c: *a, d: off}\ne: f").places.isEmpty)
    #expect(Reading("a: {x-b: no}").places == ["DI003 1:10"])
    #expect(Reading("x-a: 1\nno: b").places == ["DI003 2:1"])
  }
}
