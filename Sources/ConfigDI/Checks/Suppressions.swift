/// The suppression comments of all files that were read.
package struct Suppressions {
  private struct File {
    var whole: [Int] = []
    var byLine: [Int: [Int]] = [:]
  }

  private var suppressions: [Suppression] = []
  private var malformed: [Diagnostic] = []
  private var files: [String: File] = [:]

  /// A file that several manifests import may be given more than once.
  package init(documents: [YAMLDocument]) {
    var seen = Set<String>()
    for document in documents where !document.comments.isEmpty && seen.insert(document.file.path).inserted {
      var file = File()
      for comment in document.comments {
        do throws(Suppression.Malformed) {
          let suppression = try Suppression(comment)
          if suppression.isWholeFile {
            file.whole.append(suppressions.count)
          } else {
            file.byLine[suppression.line, default: []].append(suppressions.count)
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
    for (index, suppression) in suppressions.enumerated() {
      for code in suppression.codes {
        if !known.contains(code) {
          diagnostics.report(.unknownSuppressedRule(code, among: rules, in: suppression.comment))
        } else if isComplete, !notRun.contains(code), !used.contains(Use(suppression: index, code: code)) {
          diagnostics.report(
            .unusedSuppression(code, isWholeFile: suppression.isWholeFile, in: suppression.comment))
        }
      }
    }
    return removed
  }

  private struct Use: Hashable {
    let suppression: Int
    let code: String
  }

  /// The comments that silence a finding.
  private func uses(for finding: Diagnostic) -> [Use] {
    guard let primary = finding.location, finding.rule != .badSuppression else { return [] }
    let code = finding.rule.code
    var candidates = files[primary.file.path]?.whole ?? []
    for location in [primary] + finding.related.map(\.location) {
      guard let file = files[location.file.path], !file.byLine.isEmpty else { continue }
      candidates += file.byLine[location.start.line] ?? []
    }
    return candidates.filter { suppressions[$0].codes.contains(code) }.map { Use(suppression: $0, code: code) }
  }
}
