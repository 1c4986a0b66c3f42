import ConfigDI
import Testing

@testable import configdi_check

@Suite struct SummaryTests {
  @Test("the summary counts what was checked, found and skipped") func saysWhatWasCheckedFoundAndSkipped() {
    let errors = [Diagnostic](repeating: Diagnostic(Findings.rule, "bad", at: nil), count: 2)
    var report = Report(diagnostics: errors + [Diagnostic(Findings.mild, "odd", at: nil)])
    report.manifests = 3
    report.stages = 4
    report.services = 812
    report.skippedRules = (1...9).map { "DI40\($0)" }
    report.missingCatalog = "export"
    #expect(report.summary == "3 manifests, 4 stages, 812 services: 2 errors, 1 warning. 9 rules skipped: no catalog")
  }

  @Test("the summary says how many findings are hidden") func saysWhatWasLeftOut() {
    var report = Report(diagnostics: [])
    report.manifests = 1
    report.suppressedConsequences = 1
    #expect(
      report.summary == "1 manifest, 0 stages, 0 services: no findings. 1 follow-up finding hidden; "
        + "fix the findings above first")
  }
}
