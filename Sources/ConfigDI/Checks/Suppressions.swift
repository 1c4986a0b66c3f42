/// One parsed `# configdi:ignore` or `# configdi:ignore-file` comment.
struct Suppression {
  let comment: Comment
  let codes: [String]
  /// The line whose findings the comment suppresses; `nil` for the whole file.
  let line: Int?

  /// Thrown if a comment is not a valid suppression.
  struct Malformed: Error {
    let finding: Diagnostic
  }

  /// - Parameter line: The line that the comment applies to, from `lines(of:)`.
  init(_ comment: Comment, line: Int) throws(Malformed) {
    let words = comment.text.split(maxSplits: 1) { $0 == " " || $0 == "\t" }
    let instruction = words.first.map(String.init) ?? ""
    let parts = Suppression.split(words.dropFirst().first ?? "")
    let codes = parts.codes.split(separator: ",", omittingEmptySubsequences: false).map(trim)
    guard comment.text.hasPrefix(instruction), instruction == "ignore" || instruction == "ignore-file",
      codes.allSatisfy({ !$0.isEmpty && !$0.contains { $0 == " " || $0 == "\t" } })
    else { throw Malformed("it is malformed", in: comment) }
    guard !codes.contains(Rule.badSuppression.code) else {
      throw Malformed(
        "\(Rule.badSuppression.code) itself cannot be suppressed", in: comment,
        help: "remove the code from this comment, and fix the other comment instead")
    }
    guard parts.reason?.isEmpty == false else { throw Malformed("the reason is missing", in: comment) }
    self.comment = comment
    self.codes = codes
    self.line = instruction == "ignore-file" ? nil : line
  }

  /// The text before and after the first `--` that is surrounded by blanks.
  private static func split(_ text: Substring) -> (codes: String, reason: String?) {
    let words = text.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "\t" }
    guard let dash = words.firstIndex(of: "--") else { return (trim(text), nil) }
    return (trim(words[..<dash].joined(separator: " ")[...]), trim(words[(dash + 1)...].joined(separator: " ")[...]))
  }

  /// The line to which each comment applies: the comment's own line or, if nothing else is on that line, the next line
  /// with other content.
  static func lines(of comments: [Comment]) -> [Int] {
    // From the last comment to the first: a comment above another one applies to the same line.
    var known: [Int: Int] = [:]
    return comments.reversed().map { comment in
      let own = comment.location.start.line
      guard comment.isAlone else { return own }
      let file = comment.location.file
      var line = own
      repeat {
        line += 1
      } while known[line] == nil
        && file.bytes[file.lineTable.range(ofLine: line, in: file.bytes)].drop(while: \.isBlank)
          .starts(with: comment.mark.utf8)
      line = known[line] ?? line
      known[own] = line
      return line
    }.reversed()
  }
}

private func trim(_ text: Substring) -> String {
  String(text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
}

/// The suppression comments of all files that were read.
package struct Suppressions {
  private var suppressions: [Suppression] = []
  private var malformed: [Diagnostic] = []
  package private(set) var lines = SuppressedLines()

  /// - Parameter documents: The files; a file that several manifests import may occur more than once.
  package init(documents: [YAMLDocument]) {
    self.init(comments: documents.map(\.comments))
  }

  /// - Parameter comments: The comments of each file; a file may occur more than once.
  package init(comments: [[Comment]]) {
    var seen = Set<String>()
    for comments in comments {
      guard let path = comments.first?.location.file.path, seen.insert(path).inserted else { continue }
      for (comment, line) in zip(comments, Suppression.lines(of: comments)) {
        do throws(Suppression.Malformed) {
          let suppression = try Suppression(comment, line: line)
          for code in suppression.codes { lines.suppress(code, in: path, line: suppression.line) }
          suppressions.append(suppression)
        } catch {
          malformed.append(error.finding)
        }
      }
    }
  }

  /// Removes suppressed findings, and reports comments that suppress nothing.
  ///
  /// - Parameters:
  ///   - notRun: The codes of the rules that this run skipped or excluded.
  ///   - isComplete: Whether every stage was checked; otherwise a comment may be for a stage that was not checked.
  /// - Returns: The removed findings.
  @discardableResult
  package func apply(
    to diagnostics: inout Diagnostics, notRun: Set<String> = [], isComplete: Bool = true
  ) -> [Diagnostic] {
    if suppressions.isEmpty, malformed.isEmpty { return [] }
    var used = Set<SuppressedLines.Use>()
    var removed: [Diagnostic] = []
    diagnostics.filter { finding in
      let uses = finding.rule == .badSuppression ? [] : lines.uses(for: finding)
      used.formUnion(uses)
      if !uses.isEmpty { removed.append(finding) }
      return uses.isEmpty
    }
    diagnostics.report(contentsOf: malformed)
    let known = Set(Rule.all.map(\.code))
    for suppression in suppressions {
      for code in suppression.codes {
        let comment = suppression.comment
        let use = SuppressedLines.Use(path: comment.location.file.path, line: suppression.line, code: code)
        if !known.contains(code) {
          let suggestions =
            Rule.all.first { $0.slug == code }.map { [$0.code] }
            ?? Spelling.suggestions(for: code, among: Rule.all.map(\.code))
          diagnostics.report(
            .badSuppression, "'\(code)' is not a rule code", at: comment.location,
            help: Spelling.help(for: suggestions))
        } else if isComplete, !notRun.contains(code), !used.contains(use) {
          let place =
            suppression.line == nil ? "in this file" : comment.isAlone ? "on the next line" : "on this line"
          let isOne = suppression.codes.count == 1
          diagnostics.report(
            .badSuppression,
            "\(isOne ? "this suppression" : "\(code) in this suppression") has no effect: there is no \(code) finding \(place)",
            at: comment.location, help: [isOne ? "remove the comment" : "remove \(code) from the comment"])
        }
      }
    }
    return removed
  }
}

extension Suppression.Malformed {
  fileprivate init(_ reason: String, in comment: Comment, help: String? = nil) {
    let (form, isComplete) = Self.form(comment)
    finding = Diagnostic(
      .badSuppression, "this suppression has no effect: \(reason)", at: comment.location,
      help: [help ?? "write it as '\(form)'"],
      fixes: help == nil && isComplete ? [.init(replacing: comment.location, with: form)] : [])
  }

  /// The comment in its correct form, with its own codes and reason, and whether it has both.
  private static func form(_ comment: Comment) -> (text: String, isComplete: Bool) {
    let words = comment.text.split { $0 == " " || $0 == "\t" }
    let isWholeFile = words.first.map { $0.hasPrefix("ignore") && $0.hasSuffix("file") } ?? false
    var rest = words.dropFirst()[...]
    var codes: [String] = []
    while let word = rest.first {
      let found = word.split { $0 == "," || $0 == ":" }.map(String.init)
      guard found.allSatisfy({ $0.utf8.count > 2 && $0.hasPrefix("DI") && $0.utf8.dropFirst(2).allSatisfy(\.isDigit) })
      else { break }
      codes += found
      rest = rest.dropFirst()
    }
    let reason = rest.joined(separator: " ").drop { "-–—: ".contains($0) }
    let known = codes.isEmpty ? [comment.mark == "#" ? "DI207" : "DI211"] : codes
    let text =
      "\(comment.mark) configdi:ignore\(isWholeFile ? "-file" : "") "
      + "\(known.joined(separator: ", ")) -- \(reason.isEmpty ? "reason" : reason)"
    return (text, !codes.isEmpty && !reason.isEmpty)
  }
}
