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
    (["--max-files", "x"], "The value 'x' is invalid for '--max-files <n>'"),
    (["--max-files", "99999999999999999999"], "The value '99999999999999999999' is invalid for '--max-files <n>'"),
    (["--set", "a"], "The value is invalid for '--set <name=value>'"),
    (
      ["--color", "red"],
      "The value 'red' is invalid for '--color <when>'. Please provide one of 'auto', 'always' or 'never'."
    ),
    (["explain"], "Missing expected argument '<code>'"),
    (["rules", "x"], "Unexpected argument 'x'"),
    (["rules", "x", "y"], "2 unexpected arguments: 'x', 'y'"),
    (["help", "chek"], "Unknown subcommand 'chek'. Did you mean 'check'?"),
    (["-", "--watch"], "Standard input cannot be watched"),
    (["fix", "-"], "Standard input cannot be fixed"),
    (["--generate-completion-script"], "Missing value for '--generate-completion-script <shell>'"),
  ]) func says(arguments: [String], message: String) {
    let recorder = Recorder()
    #expect(runProgram(arguments, console: recorder.console()) == .usage)
    #expect(recorder.output.isEmpty)
    #expect(recorder.error.hasPrefix("Error: \(message)\n"), "\(recorder.error)")
  }

  @Test func showsTheUsageAndWhereHelpIs() {
    #expect(
      Recorder.run("check", "--formt").error == """
        Error: Unknown option '--formt'. Did you mean '--format'?
        Usage: configdi-check check [<options>] [<path> ...]
          See 'configdi-check check --help' for more information.

        """)
  }
}
