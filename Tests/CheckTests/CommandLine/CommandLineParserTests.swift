import ConfigDI
import Testing

@testable import configdi_check

@Suite struct CommandLineParserTests {
  private func parse(_ words: String...) throws -> Arguments? {
    guard case .run(let arguments) = try CommandLineParser(width: 80).parse(words) else { return nil }
    return arguments
  }

  @Test func checkIsTheDefaultSubcommand() throws {
    let arguments = try #require(try parse("app.yaml", "--quiet"))
    #expect(arguments.command.name == "check")
    #expect(arguments.positionals == ["app.yaml"])
    #expect(arguments.has(.quiet))
  }

  @Test func valuesFollowASpaceOrAnEqualsSign() throws {
    let arguments = try #require(try parse("check", "--fail-on=never", "--set", "a=b=c", "--stage", "x", "--stage=y"))
    #expect(arguments[.failOn] == "never")
    #expect(arguments.pairs(.set).map(\.name) == ["a"])
    #expect(arguments.pairs(.set).map(\.value) == ["b=c"])
    #expect(arguments.all(.stages) == ["x", "y"])
  }

  @Test("the last of two values wins") func theLastOfTwoValuesCounts() throws {
    #expect(try parse("--fail-on", "never", "--fail-on", "note")?[.failOn] == "note")
  }

  @Test("nothing after -- is an option") func afterTheTerminatorNothingIsAnOption() throws {
    #expect(try parse("check", "--", "--quiet", "-")?.positionals == ["--quiet", "-"])
  }

  @Test func standardInputIsAPositional() throws {
    #expect(try parse("-")?.positionals == ["-"])
  }

  @Test func listsAreSplitAtCommas() throws {
    #expect(try parse("--ignore", "DI2, DI301", "--ignore=DI4")?.list(.ignore) == ["DI2", "DI301", "DI4"])
  }

  @Test func numbersAreRead() throws {
    #expect(try parse("--limit", "nodes=12").map { Limits($0).nodes } == 12)
  }

  @Test("--help wins over usage errors") func helpWinsOverMistakes() throws {
    guard case .print(let text) = try CommandLineParser(width: 80).parse(["check", "--nonsense", "-h"]) else {
      Issue.record("not help")
      return
    }
    #expect(text.hasPrefix("OVERVIEW: "))
  }

  @Test func theVersionIsPrinted() {
    #expect(Recorder.run("--version").output == Version.current + "\n")
  }
}
