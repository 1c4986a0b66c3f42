import ConfigDI
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import configdi_check

/// What `plan` prints is what a container makes: random manifests, printed by the command and built by the library.
@Suite struct PlanAgreementTests {
  final class Link: Sendable {}

  struct Named: ServiceSettings {
    var id: String
  }

  final class Log: Sendable {
    private let names = Mutex<[String]>([])

    func add(_ name: String) -> Link {
      names.withLock { $0.append(name) }
      return Link()
    }

    var made: [String] { names.withLock { $0 } }
  }

  static func registry(_ log: Log) -> FactoryRegistry {
    var registry = FactoryRegistry()
    registry.register("none", as: Link.self) { (settings: Named) in log.add(settings.id) }
    registry.register("one", as: Link.self) { (settings: Named, _: Link) in log.add(settings.id) }
    registry.register("two", as: Link.self) { (settings: Named, _: Link, _: Link) in log.add(settings.id) }
    registry.registerDecorator("wrap", of: Link.self) { (inner: Link, settings: Named, _: Link) in
      _ = log.add(settings.id)
      return inner
    }
    return registry
  }

  /// Services that need earlier ones, written in any order, with aliases, choices and decorators among them.
  static func manifest(_ random: inout some RandomNumberGenerator) -> String {
    let count = Int.random(in: 2...14, using: &random)
    var entries: [String] = []
    for index in 0..<count {
      func key() -> String { "Link/\(Int.random(in: 0..<index, using: &random))" }
      let kind = index == 0 ? 0 : Int.random(in: 0..<6, using: &random)
      let settings = "settings: { id: \"\(index)${suffix}\" }"
      let entry =
        switch kind {
        case 0: "Link/\(index): { factory: none, \(settings) }"
        case 1: "Link/\(index): { factory: one, dependencies: [\(key())], \(settings) }"
        case 2: "Link/\(index): { factory: two, dependencies: [\(key()), \(key())], \(settings) }"
        case 3: "Link/\(index): { alias: \(key()) }"
        case 4: "Link/\(index): { select: mode, cases: { a: \(key()), b: \(key()) } }"
        default:
          "Link/\(index): { factory: none, \(settings), decorators: "
            + "[{ factory: wrap, dependencies: [\(key())], settings: { id: \"+\(index)${suffix}\" } }] }"
        }
      entries.append(entry)
    }
    return """
      configdi: 1
      parameters:
        mode: { type: enum, of: [a, b], value: \(Bool.random(using: &random) ? "a" : "b") }
        suffix: { type: string, value: x }
      services:
        \(entries.shuffled(using: &random).joined(separator: "\n  "))

      """
  }

  struct Printed: Decodable {
    struct Service: Decodable {
      let key: String
      let kind: String
      let settings: Named?
      let decorators: [Decorator]
    }
    struct Decorator: Decodable {
      let dependencies: [Dependency]
      let settings: Named
    }
    struct Dependency: Decodable {
      let key: String
    }
    let services: [Service]
  }

  @Test func whatIsPrintedIsWhatIsMadeInThatOrder() throws {
    var random = Seeded(14)
    var decorated = 0
    for _ in 0..<200 {
      let text = Self.manifest(&random)
      let log = Log()
      let registry = Self.registry(log)
      let recorder = Recorder()
      let files = InMemoryFiles(["app.yaml": text, "configdi.catalog.json": registry.catalog.json])
      try #require(
        runProgram(["plan", "app.yaml", "--format", "json"], console: recorder.console(files: files)) == .success,
        "\(text)\(recorder.error)")
      let printed = try JSONDecoder().decode(Printed.self, from: Data(recorder.output.utf8))
      let container = try Container(manifest: .yaml(text), registry: registry)
      for service in printed.services {
        _ = try container.resolve(Link.self, named: String(service.key.dropFirst("Link/".count)))
      }
      let expected = printed.services.filter { $0.kind == "factory" }.flatMap { service in
        [service.settings?.id ?? ""] + service.decorators.map(\.settings.id)
      }
      #expect(log.made == expected, "\(text)")
      decorated += printed.services.flatMap(\.decorators).filter { $0.dependencies.count == 1 }.count
    }
    #expect(decorated > 50)
  }
}
