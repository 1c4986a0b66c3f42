import ConfigDI

extension Format {
  static let junit = Format("junit", "for test reports: one suite per file, with a passing case for each clean file") {
    report, style in
    let files = report.files.map { (name: style.paths.relative($0), finding: Diagnostic?.none) }
    let findings = report.diagnostics.map { finding in
      (name: finding.place.map { style.paths.relative($0.file.path) } ?? "configdi-check", finding: Optional(finding))
    }
    let suites = (files + findings).grouped(by: \.name).map {
      (name: $0.key, findings: $0.elements.compactMap(\.finding))
    }
    let tests = suites.reduce(0) { $0 + max(1, $1.findings.count) }
    let failures = report.diagnostics.count { report.isFailure($0) }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"configdi-check\" tests=\"\(tests)\" failures=\"\(failures)\" errors=\"0\">\n"
    for suite in suites {
      let failures = suite.findings.count { report.isFailure($0) }
      text += "  <testsuite name=\"\(xml(suite.name))\" tests=\"\(max(1, suite.findings.count))\""
      text += " failures=\"\(failures)\" errors=\"0\" skipped=\"0\">\n"
      if suite.findings.isEmpty {
        text += "    <testcase classname=\"\(xml(suite.name))\" name=\"no findings\"/>\n"
      }
      for finding in suite.findings { text += testCase(finding, in: suite.name, fails: report.isFailure(finding)) }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }
}

/// A test case for a finding. A finding that does not fail the run becomes a passing test with the finding as output.
private func testCase(_ diagnostic: Diagnostic, in suite: String, fails: Bool) -> String {
  let place = diagnostic.place.map { " at \($0.start.line):\($0.start.column)" } ?? ""
  let name = "\(diagnostic.rule.code) \(diagnostic.rule.slug)\(place)"
  let body = xml(Format.text.render(Report(diagnostics: [diagnostic]), Style()), keepsLines: true)
  let element =
    fails
    ? "<failure type=\"\(xml(diagnostic.rule.code))\" message=\"\(xml(diagnostic.message))\">\(body)</failure>"
    : "<system-out>\(body)</system-out>"
  return "    <testcase classname=\"\(xml(suite))\" name=\"\(xml(name))\">\n      \(element)\n    </testcase>\n"
}

/// Escapes a string for XML content and attributes, and replaces characters that XML does not allow.
private func xml(_ text: String, keepsLines: Bool = false) -> String {
  text.escaped { scalar in
    switch scalar {
    case "\"": "&quot;"
    case "\n" where keepsLines: nil
    case "\t", "\n", "\r": "&#\(scalar.value);"
    case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
    default: scalar.entity
    }
  }
}
