/// The suppression comments of all files that were read.
package struct Suppressions {
  private var suppressions: [Suppression] = []
  private var malformed: [Diagnostic] = []
  package private(set) var lines = SuppressedLines()

  /// - Parameter documents: The files; a file that several manifests import may occur more than once.
  package init(documents: [YAMLDocument]) {
    var seen = Set<String>()
    for document in documents where !document.comments.isEmpty && seen.insert(document.file.path).inserted {
      for (comment, line) in zip(document.comments, Suppression.lines(of: document.comments)) {
        do throws(Suppression.Malformed) {
          let suppression = try Suppression(comment, line: line)
          for code in suppression.codes {
            lines.suppress(code, in: document.file.path, line: suppression.isWholeFile ? nil : suppression.line)
          }
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
  ///   - rules: All existing rules.
  ///   - notRun: The codes of the rules that this run skipped or was told to leave out.
  ///   - isComplete: Whether every stage was checked; otherwise a comment may be for a stage that was not.
  /// - Returns: The removed findings.
  @discardableResult
  package func apply(
    to diagnostics: inout Diagnostics, rules: [Rule], notRun: Set<String> = [], isComplete: Bool = true
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
    let known = Set(rules.map(\.code))
    for suppression in suppressions {
      for code in suppression.codes {
        if !known.contains(code) {
          diagnostics.report(.unknownSuppressedRule(code, among: rules, in: suppression.comment))
        } else if isComplete, !notRun.contains(code), !used.contains(.init(of: suppression, code: code)) {
          diagnostics.report(
            .unusedSuppression(code, isWholeFile: suppression.isWholeFile, in: suppression.comment))
        }
      }
    }
    return removed
  }
}

extension SuppressedLines.Use {
  fileprivate init(of suppression: Suppression, code: String) {
    self.init(
      path: suppression.comment.location.file.path, line: suppression.isWholeFile ? nil : suppression.line, code: code)
  }
}
