import Testing

@testable import configdi_check

@Suite struct UsageErrorTests {
  @Test(arguments: [
    (["--formt", "json"], "Unknown option '--formt'. Did you mean '--format'?"),
    (["check", "-x"], "Unknown option '-x'"),
    (["--select"], "Missing value for '--select <codes>'"),
    (["--select="], "Missing value for '--select <codes>'"),
    (["--select", "--quiet"], "Missing value for '--select <codes>'"),
    (["--quiet=yes"], "The option '--quiet' does not take any value, but 'yes' was specified."),
    (["--limit", "files=x"], "The value 'files=x' is invalid for '--limit <name=n>'"),
    (
      ["--limit", "files=99999999999999999999"],
      "The value 'files=99999999999999999999' is invalid for '--limit <name=n>'"
    ),
    (["--limit", "fils=3"], "Unknown limit 'fils'. Did you mean 'files'?"),
    (["--limit", "wrok=3"], "Unknown limit 'wrok'. Did you mean 'work'?"),
    (["--limit", "files"], "The value 'files' is invalid for '--limit <name=n>'"),
    (["--set", "a"], "The value is invalid for '--set <name=value>'"),
    (
      ["--color", "red"],
      "The value 'red' is invalid for '--color <when>'. Please provide one of 'auto', 'always' or 'never'."
    ),
    (["keys"], "Missing expected argument '<path>'"),
    (["env", "a", "x"], "Unexpected argument 'x'"),
    (["env", "a", "x", "y"], "2 unexpected arguments: 'x', 'y'"),
    (["check", "--select", ","], "Unknown rule ''. 'configdi-check explain' lists them all."),
    (["explain", "DI9999"], "Unknown rule 'DI9999'. 'configdi-check explain' lists them all."),
    (["graph", "a", "--open", "--format", "dot"], "'--open' opens an HTML page: remove '--format dot'"),
    (["graph", "a", "--depth", "1"], "'--depth' needs '--focus <key>'"),
    (["compile", "a", "--extension", "--output", "b"], "'--extension' needs '--swift <name>'"),
    (
      ["diff", "a"],
      "Name two manifests, or one file and its revisions: diff OLD NEW, diff --base A PATH, or diff A..B PATH"
    ),
    (["help", "chek"], "Unknown subcommand 'chek'. Did you mean 'check'?"),
    (["-", "--watch"], "Standard input cannot be watched"),
    (["fix", "-"], "Standard input cannot be fixed"),
    (
      ["--report", "json=a", "--report", "sarif=./a"],
      "Two options write the file './a'. Name a different file for each"
    ),
    (
      ["--report", "json=b/../a", "--write-baseline", "a"],
      "Two options write the file 'a'. Name a different file for each"
    ),
    (["--generate-completion-script"], "Missing value for '--generate-completion-script <shell>'"),
  ]) func says(arguments: [String], message: String) {
    let recorder = Recorder()
    #expect(runProgram(arguments, console: recorder.console()) == .usage)
    #expect(recorder.output.isEmpty)
    #expect(recorder.error.hasPrefix("Error: \(message)\n"), "\(recorder.error)")
  }

  @Test("a usage error shows the usage and where to find help") func showsTheUsageAndWhereHelpIs() {
    #expect(
      Recorder.run("check", "--formt").error == """
        Error: Unknown option '--formt'. Did you mean '--format'?
        Usage: configdi-check check [<options>] [<path> ...]
          See 'configdi-check check --help' for more information.

        """)
  }
}
