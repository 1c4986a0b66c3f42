/// The suppression comments of all files that were read.
package struct Suppressions {
  private struct File {
    var whole: Set<String> = []
    var byLine: [Int: Set<String>] = [:]
  }

  private var suppressions: [Suppression] = []
  private var malformed: [Diagnostic] = []
  private var files: [String: File] = [:]

  /// A file that several manifests import may be given more than once.
  package init(documents: [YAMLDocument]) {
    var seen = Set<String>()
    for document in documents where !document.comments.isEmpty && seen.insert(document.file.path).inserted {
      var file = File()
      for (comment, line) in zip(document.comments, Suppression.lines(of: document.comments)) {
        do throws(Suppression.Malformed) {
          let suppression = try Suppression(comment, line: line)
          if suppression.isWholeFile {
            file.whole.formUnion(suppression.codes)
          } else {
            file.byLine[suppression.line, default: []].formUnion(suppression.codes)
          }
          suppressions.append(suppression)
        } catch {
          malformed.append(error.finding)
        }
      }
      files[document.file.path] = file
    }
  }

  /// Removes what is suppressed, and reports comments that suppress nothing.
  ///
  /// - Parameters:
  ///   - rules: All that exist.
  ///   - notRun: The codes of those that this run skipped or was told to leave out.
  ///   - isComplete: Whether every stage was judged; otherwise a comment may be for what was not looked at.
  /// - Returns: What was removed.
  @discardableResult
  package func apply(
    to diagnostics: inout Diagnostics, rules: [Rule], notRun: Set<String> = [], isComplete: Bool = true
  ) -> [Diagnostic] {
    if suppressions.isEmpty, malformed.isEmpty { return [] }
    var used = Set<Use>()
    var removed: [Diagnostic] = []
    diagnostics.filter { finding in
      let uses = self.uses(for: finding)
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
        } else if isComplete, !notRun.contains(code), !used.contains(Use(of: suppression, code: code)) {
          diagnostics.report(
            .unusedSuppression(code, isWholeFile: suppression.isWholeFile, in: suppression.comment))
        }
      }
    }
    return removed
  }

  /// What comments did: all that stand for one line, or for a whole file, and name one code, did it together.
  fileprivate struct Use: Hashable {
    let path: String
    /// `nil` for the whole file.
    let line: Int?
    let code: String
  }

  /// What silences a finding.
  private func uses(for finding: Diagnostic) -> [Use] {
    guard let primary = finding.location, finding.rule != .badSuppression else { return [] }
    let code = finding.rule.code
    var uses: [Use] = []
    if files[primary.file.path]?.whole.contains(code) == true {
      uses.append(Use(path: primary.file.path, line: nil, code: code))
    }
    for location in [primary] + finding.related.map(\.location) {
      guard let file = files[location.file.path], !file.byLine.isEmpty else { continue }
      let line = location.start.line
      if file.byLine[line]?.contains(code) == true {
        uses.append(Use(path: location.file.path, line: line, code: code))
      }
    }
    return uses
  }
}

extension Suppressions.Use {
  fileprivate init(of suppression: Suppression, code: String) {
    self.init(
      path: suppression.comment.location.file.path, line: suppression.isWholeFile ? nil : suppression.line, code: code)
  }
}
