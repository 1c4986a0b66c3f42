/// One `# configdi:ignore` or `# configdi:ignore-file` comment, after reading it.
struct Suppression {
  let comment: Comment
  let isWholeFile: Bool
  let codes: [String]
  /// The line whose findings it suppresses.
  let line: Int

  /// The reason why a comment is not a suppression.
  struct Malformed: Error {
    let finding: Diagnostic

    init(_ finding: Diagnostic) {
      self.finding = finding
    }
  }

  /// - Parameter line: The comment's line, as `lines(of:)` gives it.
  init(_ comment: Comment, line: Int) throws(Malformed) {
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
    self.line = line
  }

  /// The texts before and after the first `--` that has blanks around it.
  private static func split(_ text: Substring) -> (codes: String, reason: String?) {
    let words = text.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "\t" }
    guard let dash = words.firstIndex(of: "--") else { return (trim(text), nil) }
    return (trim(words[..<dash].joined(separator: " ")[...]), trim(words[(dash + 1)...].joined(separator: " ")[...]))
  }

  /// For each comment of a file its own line or, if it stands alone, the next line with more than a comment.
  static func lines(of comments: [Comment]) -> [Int] {
    var lines = [Int](repeating: 0, count: comments.count)
    // From the last to the first: a comment above another that stands alone is for the same line.
    var known: [Int: Int] = [:]
    for (index, comment) in comments.enumerated().reversed() {
      let own = comment.location.start.line
      var line = own
      if comment.isAlone {
        let file = comment.location.file
        repeat {
          line += 1
        } while known[line] == nil
          && file.bytes[file.lineTable.range(ofLine: line, in: file.bytes)].first { !$0.isBlank } == UInt8(ascii: "#")
        line = known[line] ?? line
        known[own] = line
      }
      lines[index] = line
    }
    return lines
  }
}

private func trim(_ text: Substring) -> String {
  String(text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
}
