import ConfigDI
import Foundation
import Testing

@testable import configdi_check

/// A stack that is saved in one process and restored in another: `plan` says the same of both.
@Suite struct RestoredStackTests {
  @Test("the wiring is the same after a restart") func theWiringIsTheSameAfterARestart() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "restart-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    await #expect(processExitsWith: .success) { [folder = folder as String] in
      let stack = try Line.stack()
      try await stack.replaceCurrent { $0.set("width", to: 72) }
      try await stack.push {
        $0.use("loud", for: Key<Line.Greeter>("Greeter"), settings: ["width": .template("${width}")])
        $0.set("password", to: "hunter2")
      }
      try await stack.save(to: FileStore(folder: folder), key: "before")
    }
    await #expect(processExitsWith: .success) { [folder = folder as String] in
      let stack = try Line.stack()
      try await stack.restore(from: FileStore(folder: folder), key: "before")
      guard try stack.current.resolve(Key<Line.Greeter>("Greeter")).text == "loud, 72" else { throw Line.Different() }
      try await stack.save(to: FileStore(folder: folder), key: "after")
    }
    let before = try plan(folder, "before")
    #expect(try plan(folder, "after") == before)
    #expect(before.contains("loud") && before.contains("72") && !before.contains("hunter2"))
    #expect(try plan(folder, nil) != before)
  }

  private func plan(_ folder: String, _ key: String?) throws -> String {
    var files = ["app.yaml": Line.manifest]
    var arguments = ["plan", "app.yaml"]
    if let key {
      let saved = try #require(try FileStore(folder: folder).value(for: key))
      for (index, level) in saved.split(separator: "---\n").enumerated() {
        files["level\(index).yaml"] = String(level)
        arguments += ["--overlay", "level\(index).yaml"]
      }
    }
    let recorder = Recorder()
    #expect(runProgram(arguments, console: recorder.console(files: InMemoryFiles(files))) == .success)
    return recorder.output
  }
}

private enum Line {
  static let manifest = """
    configdi: 1
    parameters:
      width: 80
      password: { type: string, env: LINE_PASSWORD, default: "", secret: true }
    services:
      Greeter: { factory: quiet, settings: { width: "${width}" } }

    """

  struct Settings: ServiceSettings { var width: Int }
  struct Different: Error {}

  struct Greeter: Sendable {
    let text: String
  }

  static func stack() throws -> ContainerStack {
    var registry = FactoryRegistry()
    let key = Key<Greeter>("Greeter")
    registry.declare(key)
    for name in ["quiet", "loud"] {
      registry.register(name, as: Greeter.self) { (settings: Settings) in
        Greeter(text: "\(name), \(settings.width)")
      }
    }
    return try ContainerStack(
      manifest: .yaml(manifest), registry: registry, options: ManifestOptions(environment: [:]))
  }
}
