import Testing

@testable import configdi_check

/// Every command line of the checker in the documentation is one that it understands.
@Suite struct CommandTests {
  @Test("command lines in the documentation parse", arguments: Page.all) func commandLinesAreUnderstood(page: Page) {
    for command in page.commands {
      do {
        _ = try CommandLineParser(width: 80).parse(command.split(separator: " ").map(String.init))
      } catch {
        Issue.record("\(page.name): configdi-check \(command): \(error.message)")
      }
    }
  }

  @Test("the documentation has command lines") func thereAreCommandsToRead() {
    #expect(Page.all.flatMap(\.commands).count > 5)
  }
}

extension Page {
  /// The arguments of each, up to what only a shell reads.
  fileprivate var commands: [String] {
    let lines = blocks.flatMap { $0.text.split(separator: "\n") }.map(String.init)
    let spans = prose.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element.replacing("\n", with: " ")) }
    return (lines + spans).compactMap { line in
      guard let command = line.firstMatch(of: /^(?:swift run |- run: swift run )?configdi-check (.*)$/) else {
        return nil
      }
      let words = String(command.output.1.replacing(/'[^']*'/, with: "quoted").prefix { !"|>…".contains($0) })
      // The name of a subcommand alone is no command line.
      return words.contains(" ") ? words : nil
    }
  }
}
