import ConfigDI
import Testing

@testable import configdi_check

/// What a run says about a finding that not all of its manifests have.
@Suite struct RunFindingsTests {
  private func check(_ files: [String: String], _ arguments: String...) -> String {
    let recorder = Recorder()
    _ = runProgram(["check", "--quiet"] + arguments, console: recorder.console(files: InMemoryFiles(files)))
    return recorder.output
  }

  @Test("a finding about an option names the one manifest that has it") func options() {
    let files = [
      "a.yaml": "configdi: 1\nparameters: { size: { type: int, env: SIZE } }\n",
      "b.yaml": "configdi: 1\nparameters: { name: { env: NAME } }\n",
    ]
    let unknown = check(files, "--set", "size=3")
    let only = "  = note: reported only for"
    #expect(unknown.contains("[DI111]\n\(only) b.yaml, not for the other manifests\n"), "\(unknown)")
    #expect(!check(files, "--set", "other=3").contains("reported only"))
    #expect(!check(files, "b.yaml", "--set", "size=3").contains("reported only"))
    let wrong = check(files, "--set", "size=large")
    #expect(wrong.contains("[DI506]\n\(only) a.yaml, not for the other manifests\n"), "\(wrong)")
  }

  @Test("a finding in a shared file has only the notes that are true for each of its manifests") func notes() {
    let added = "{ services: { B: { new: true, factory: b } } }"
    let files = [
      "a.yaml": "configdi: 1\nimports: [lib.yaml]\nstages: { x: {}, y: \(added) }\n",
      "b.yaml": "configdi: 1\nimports: [lib.yaml]\nstages: { x: \(added), z: {} }\n",
      "lib.yaml": "configdi: 1\nservices: { L: { factory: l, dependencies: [B] } }\n",
    ]
    let both = check(files)
    #expect(both.contains("= note: in 2 manifests: a.yaml, b.yaml"), "\(both)")
    #expect(!both.contains("is defined only in stage"), "\(both)")
    #expect(check(files, "a.yaml").contains("= note: B is defined only in stage y\n"))
  }
}
