/// One `# configdi:ignore` or `# configdi:ignore-file`, understood.
struct Suppression {
  let comment: Comment
  let isWholeFile: Bool
  let codes: [String]
  /// The line whose findings it silences.
  let line: Int

  /// Why a comment is none.
  struct Malformed: Error {
    let finding: Diagnostic

    init(_ finding: Diagnostic) {
      self.finding = finding
    }
  }

  init(_ comment: Comment) throws(Malformed) {
    let words = comment.text.split(maxSplits: 1) { $0 == " " || $0 == "\t" }
    let instruction = words.first.map(String.init) ?? ""
    guard instruction == "ignore" || instruction == "ignore-file" else {
      throw Malformed(.unknownInstruction(instruction, in: comment))
    }
    let parts = Suppression.split(words.dropFirst().first ?? "")
    let codes = parts.codes.split(separator: ",", omittingEmptySubsequences: false).map(trim)
    guard !parts.codes.isEmpty else { throw Malformed(.malformedSuppression("it names no rule", in: comment)) }
    guard !codes.contains("") else {
      throw Malformed(.malformedSuppression("a code is missing beside a comma", in: comment))
    }
    guard !codes.contains(where: { $0.contains { $0 == " " || $0 == "\t" } }) else {
      throw Malformed(.malformedSuppression("there must be commas between codes, and '--' after them", in: comment))
    }
    guard parts.reason.map({ !$0.isEmpty }) == true else {
      throw Malformed(.malformedSuppression("it gives no reason", in: comment))
    }
    self.comment = comment
    self.codes = codes
    isWholeFile = instruction == "ignore-file"
    line = Suppression.line(of: comment)
  }

  /// The parts before and after the first `--` that stands alone.
  private static func split(_ text: Substring) -> (codes: String, reason: String?) {
    let words = text.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "\t" }
    guard let dash = words.firstIndex(of: "--") else { return (trim(text), nil) }
    return (trim(words[..<dash].joined(separator: " ")[...]), trim(words[(dash + 1)...].joined(separator: " ")[...]))
  }

  /// Its own line, or, where it stands alone, the next that is more than a comment.
  private static func line(of comment: Comment) -> Int {
    var line = comment.location.start.line
    guard comment.isAlone else { return line }
    let file = comment.location.file
    repeat {
      line += 1
    } while file.bytes[file.lineTable.range(ofLine: line, in: file.bytes)].first { !$0.isBlank } == UInt8(ascii: "#")
    return line
  }
}

private func trim(_ text: Substring) -> String {
  String(text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
}
