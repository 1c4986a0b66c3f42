import ConfigDI
import Foundation
import Testing

private struct Broken: Error, CustomStringConvertible {
  var description: String { "the disk is full" }
}

private struct Link: ServiceSettings {
  var url: Secret<String>
}

private struct Unreachable: Error, CustomStringConvertible {
  let url: String
  var description: String { "cannot reach \(url)" }
}

final class NoisyPart: Closeable, Sendable {
  func close() { print("closed") }
}

private func registry() -> FactoryRegistry {
  var registry = FactoryRegistry()
  registry.register("noisy", as: NoisyPart.self) { NoisyPart() }
  return registry
}

@Suite("How a program ends that runProgram runs") struct RunProgramTests {
  @Test("it returns after a sound body, and the container is closed") func returns() async throws {
    let result = await #expect(processExitsWith: .exitCode(3), observing: [\.standardOutputContent]) {
      await Container.runProgram(
        try Container(manifest: .yaml("configdi: 1\nservices: { NoisyPart: noisy }"), registry: registry())
      ) {
        _ = try $0.resolve(NoisyPart.self)
        print("body")
      }
      print("after")
      exit(3)
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    #expect(output.contains("body\nclosed\nafter\n"), "\(output)")
  }

  @Test("a manifest with a mistake is 78, told as the checker tells it") func aWrongManifest() async throws {
    let result = await #expect(processExitsWith: .exitCode(78), observing: [\.standardErrorContent]) {
      await Container.runProgram(
        try Container(manifest: .yaml("configdi: 1\nservices: { NoisyPart: nosy }"), registry: registry())
      ) { _ in }
    }
    let error = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(error.contains("<manifest>:2:24: error: unknown factory 'nosy' [DI401]\n"), "\(error)")
    #expect(error.contains("did you mean 'noisy'?"))
    #expect(!error.contains("Fatal error"))
  }

  @Test("an error of the body is 1, and the container is closed first") func aBodyThatThrows() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(1), observing: [\.standardErrorContent, \.standardOutputContent]
    ) {
      await Container.runProgram(
        try Container(manifest: .yaml("configdi: 1\nservices: { NoisyPart: noisy }"), registry: registry())
      ) {
        _ = try $0.resolve(NoisyPart.self)
        throw Broken()
      }
    }
    let ended = try #require(result)
    let error = String(decoding: ended.standardErrorContent, as: UTF8.self)
    #expect(error.contains("error: the disk is full\n"), "\(error)")
    #expect(!error.contains("Fatal error"))
    #expect(String(decoding: ended.standardOutputContent, as: UTF8.self).contains("closed"))
  }

  @Test("an error of the body shows no secret") func anErrorWithASecret() async throws {
    let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
      let text = """
        configdi: 1
        parameters: { url: { env: URL, secret: true } }
        services: { NoisyPart: { factory: linked, settings: { url: "${url}" } } }
        """
      var registry = FactoryRegistry()
      registry.register("linked", as: NoisyPart.self) { (_: Link) in NoisyPart() }
      await Container.runProgram(
        try Container(
          manifest: .yaml(text), registry: registry,
          options: ManifestOptions(environment: ["URL": "db://ada:hush@host"]))
      ) { _ in throw Unreachable(url: "db://ada:hush@host") }
    }
    let error = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(error.contains("error: cannot reach <secret url>\n"), "\(error)")
    #expect(!error.contains("hush"))
  }
}
