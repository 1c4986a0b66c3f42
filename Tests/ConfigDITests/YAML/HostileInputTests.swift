import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Each input runs in a process of its own, so that its memory can be told from other tests'.
@Suite struct HostileInputTests {
  enum Input: String, CaseIterable, Codable {
    case brackets, braces, bracketsAndBraces, blockEntries, complexKeys, directives, secondDirectives, tags, longTags
    case laughs, cycle, aliases, anchors, nul, badUTF8, control, plain, quoted, block, keys, commas, quotes, comments

    var text: [UInt8] {
      switch self {
      case .brackets: repeated("[")
      case .braces: repeated("{")
      case .bracketsAndBraces: repeated("[{a: ")
      case .blockEntries: repeated("- ")
      case .complexKeys: repeated("? ")
      case .directives: numbered { "%TAG !t\($0)! tag:t\n" } + Array("---\na: b".utf8)
      case .secondDirectives: Array("a: b\n...\n".utf8) + numbered { "%TAG !t\($0)! tag:t\n" }
      case .tags: Array("%TAG !t! tag:\(String(repeating: "t", count: 2_000))\n--- [".utf8) + repeated("!t!a b, ")
      case .longTags: Array("!".utf8) + repeated("tag") + Array(" a".utf8)
      case .laughs: Array("a0: &a0 [a, a]\n".utf8) + numbered(60) { "a\($0 + 1): &a\($0 + 1) [*a\($0), *a\($0)]\n" }
      case .cycle: Array("a: &a [".utf8) + numbered { "&b\($0) b, " } + Array("*a]".utf8)
      case .aliases: Array("- &a [".utf8) + repeated("b, ", 1_000) + Array("]\n".utf8) + repeated("- *a\n")
      case .anchors: numbered { "- &anchor\($0) a\n" } + Array("- *anchor\n".utf8)
      case .nul: repeated("- a\n") + [0] + repeated("- a\n")
      case .badUTF8: repeated("- a\n") + [0xFF] + repeated("- a\n")
      case .control: repeated("\u{7}")
      case .plain: repeated("a", 2 << 20)
      case .quoted: Array("\"".utf8) + repeated("\\n", 2 << 20) + Array("\"".utf8)
      case .block: Array("|\n".utf8) + repeated(" a\n", 2 << 20)
      case .keys: Array("{".utf8) + repeated("a", 2 << 20) + Array(": b}".utf8)
      case .commas: repeated(",")
      case .quotes: repeated("'", 100_001)
      case .comments: repeated("# configdi:ignore\n") + Array("a: [".utf8)
      }
    }

    private func repeated(_ text: String, _ count: Int = 100_000) -> [UInt8] {
      Array(String(repeating: text, count: count).utf8)
    }

    private func numbered(_ count: Int = 100_000, _ line: (Int) -> String) -> [UInt8] {
      (0..<count).flatMap { Array(line($0).utf8) }
    }
  }

  @Test("hostile input ends in one finding with little time and memory", arguments: Input.allCases)
  func endsInOneFindingWithLittleTimeAndMemory(input: Input) async {
    await #expect(processExitsWith: .success) { [input = input as Input] in
      let text = input.text
      let before = peakMemory()
      // The processor's time, since other tests run beside this one.
      let start = clock()
      let reading = Reading(text)
      let elapsed = Double(clock() - start) / Double(CLOCKS_PER_SEC)
      let memory = peakMemory() - before
      guard reading.findings.count == 1, elapsed < 4, memory < 200 << 20 else {
        print(input, reading.findings.count, elapsed, memory)
        exit(1)
      }
    }
  }
}

/// In bytes.
private func peakMemory() -> Int {
  var usage = rusage()
  // RUSAGE_SELF, which the two platforms import as different types.
  getrusage(0, &usage)
  #if os(Linux)
    return usage.ru_maxrss * 1024
  #else
    return usage.ru_maxrss
  #endif
}
