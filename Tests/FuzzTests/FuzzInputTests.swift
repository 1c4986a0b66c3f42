import Foundation
import Testing

private let environment = ProcessInfo.processInfo.environment

/// The fuzzer's targets with given inputs, in a build without instruments. `Scripts/judges/fuzz/run --smoke` writes the
/// inputs: no expectation fails, but a trap ends the process.
@Suite struct FuzzInputTests {
  @Test(.enabled(if: environment["FUZZ_SAMPLE"] != nil)) func sample() throws {
    let path = try #require(environment["FUZZ_SAMPLE"])
    try Data(Target.compiledSample()).write(to: URL(filePath: path))
  }

  @Test(
    .enabled(if: environment["FUZZ_INPUTS"] != nil), .timeLimit(.minutes(10)), arguments: Target.all.map(\.name))
  func inputs(of name: String) throws {
    let target = try #require(Target.named(name))
    let current = URL(filePath: try #require(environment["FUZZ_CURRENT"])).appending(path: "\(name).input")
    var count = 0
    for folder in try #require(environment["FUZZ_INPUTS"]).split(separator: ":") {
      let inputs = URL(filePath: "\(folder)/\(name)")
      let files = (try? FileManager.default.contentsOfDirectory(at: inputs, includingPropertiesForKeys: nil)) ?? []
      for file in files.sorted(by: { $0.path < $1.path }) {
        let bytes = try Data(contentsOf: file)
        try bytes.write(to: current)
        target.run([UInt8](bytes))
        count += 1
      }
    }
    try FileManager.default.removeItem(at: current)
    #expect(count > 0)
    print("\(name): \(count) inputs, no find")
  }
}
