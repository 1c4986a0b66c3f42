import ConfigDI
import Testing

@testable import configdi_check

@Suite struct HelpTextTests {
  @Test func theProgramsPage() throws {
    try expectTranscript(Recorder.run("--help").output, "help/configdi-check.txt")
  }

  @Test("each subcommand has a help page", arguments: Command.all.map(\.name)) func eachSubcommandsPage(
    name: String
  ) throws {
    let (code, output, _) = Recorder.run("help", name)
    #expect(code == .success)
    #expect(Recorder.run(name, "--help").output == output)
    try expectTranscript(output, "help/\(name).txt")
  }

  @Test(arguments: Command.all.map(\.name)) func aPageFitsAScreenOfFiftyLines(name: String) {
    #expect(Recorder.run(name, "--help").output.split(separator: "\n", omittingEmptySubsequences: false).count <= 51)
  }

  @Test func theLimitsHaveAPageOfTheirOwn() {
    let page = Recorder.run("check", "--help-limits").output
    for limit in Limits.Name.all {
      #expect(page.contains("  \(limit.name) "))
      #expect(page.contains("\(Limits()[keyPath: limit.value])"))
    }
    #expect(Recorder.run("plan", "--help-limits").output == page)
    #expect(Recorder.run("lsp", "--help-limits").code == .usage)
  }

  @Test func noLineIsWiderThanTheTerminal() {
    for width in [60, 80, 120] {
      for command in Command.all {
        for line in HelpText(command: command).text(width: width).split(separator: "\n") where !line.hasPrefix("USAGE")
        {
          #expect(line.count <= width)
        }
      }
    }
  }
}
