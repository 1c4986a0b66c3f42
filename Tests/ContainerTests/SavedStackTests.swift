import Foundation
import TestSupport
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct SavedStackTests {
  @Test("a saved stack is restored") func whatWasSavedIsWiredAgain() async throws {
    let store = InMemoryStore()
    let stack = try Shop.stack()
    try await stack.replaceCurrent { $0.set("greeting", to: "a ${b} 'c' \u{1F600}\n- d: #e") }
    try await stack.push {
      $0.use("account", for: (any Session).self)
      $0.use("fastAPI", for: (any API).self, settings: ["delay": .template("${api.delay}")])
      $0.set("api.delay", to: Duration.milliseconds(1500))
    }
    try await stack.save(to: store)
    let again = try Shop.stack()
    #expect(try await again.restore(from: store) == [])
    #expect(again.depth == 2)
    let parts = try Parts(again.current)
    #expect(parts.session.user == "account")
    #expect(parts.api.delay == .milliseconds(1500))
    #expect((parts.api as? CountedAPI)?.inner is FastAPI)
    #expect(try again.current.resolve(Greeting.self).text == "a ${b} 'c' \u{1F600}\n- d: #e")
    #expect(try Wires(again.current) == Wires(stack.current))
    try await again.pop()
    #expect(try Wires(again.current) == Wires(again.current))
    #expect(try again.current.resolve(Greeting.self).text == "a ${b} 'c' \u{1F600}\n- d: #e")
  }

  @Test("characters that YAML does not read as they are survive saving")
  func unusualCharactersAreRestored() async throws {
    let text = "\u{0}\u{1B}\u{7F}\u{85}\u{9F}\u{2028}\u{2029}\u{FEFF}\u{FFFE}\u{FFFF} \\ \" \r\n\t"
    let store = InMemoryStore()
    let stack = try Shop.stack()
    try await stack.replaceCurrent { $0.set("greeting", to: text) }
    try await stack.save(to: store)
    let again = try Shop.stack()
    #expect(try await again.restore(from: store) == [])
    #expect(try again.current.resolve(Greeting.self).text.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test("the saved text is a list of overlays") func theTextIsThatOfOverlays() async throws {
    let store = InMemoryStore()
    let stack = try Shop.stack()
    try await stack.push {
      $0.use("fastAPI", for: (any API).self, settings: ["delay": "1s"])
      $0.set("api.delay", to: Duration.seconds(2))
    }
    try await stack.save(to: store)
    #expect(
      store.value(for: "ConfigDI.stack") == """
        configdi: 1
        kind: overlay
        ---
        configdi: 1
        kind: overlay
        parameters:
          api.delay: '2s'
        services:
          API:
            factory: fastAPI
            settings:
              delay: '1s'
            decorators:
            - counted
            collect:
            - checks

        """)
  }

  @Test("a secret in the value of a parameter, or in a decorator's settings, is not saved")
  func otherSecretsAreNotSaved() async throws {
    let store = InMemoryStore()
    let stack = try Shop.stack()
    try await stack.push {
      $0.set("api.token", to: "hunter2")
      $0.set("greeting", to: "Bearer hunter2")
    }
    let error = await #expect(throws: ContainerError.self) { try await stack.save(to: store) }
    #expect("\(try #require(error))".hasPrefix("the value of parameter greeting contains a secret"))
    #expect(store.value(for: "ConfigDI.stack") == nil)

    struct Key: ServiceSettings { let key: Secret<String> }
    var registry = Shop.registry
    registry.registerDecorator("signing", of: (any Session).self) { (session: any Session, _: Key) in session }
    let signed = try ContainerStack(
      manifest: .yaml(
        """
        configdi: 1
        services: { Session: { factory: guest, decorators: [{ factory: signing, settings: { key: hunter2 } }] } }
        """), registry: registry)
    try await signed.push { $0.use("account", for: (any Session).self) }
    try await signed.save(to: store)
    #expect(store.value(for: "ConfigDI.stack")?.contains("hunter2") == false)
  }

  @Test("secrets and instances are not saved") func neitherSecretsNorInstancesAreSaved() async throws {
    let store = InMemoryStore()
    let stack = try Shop.stack()
    try await stack.push {
      $0.use(instance: User(name: "hunter2 herself"), for: (any Session).self)
      $0.set("api.token", to: "hunter2")
    }
    #expect(try stack.current.resolve((any API).self).token == "hunter2")
    try await stack.save(to: store)
    let text = try #require(store.value(for: "ConfigDI.stack"))
    #expect(!text.contains("hunter2") && text.contains("instance Session") && !text.contains("part "))
    await #expect(throws: ContainerError.self) {
      try await stack.push { $0.use("fastAPI", for: (any API).self, settings: ["delay": "1s", "token": "other"]) }
      try await stack.save(to: store)
    }
    #expect(store.value(for: "ConfigDI.stack") == text)
  }

  @Test("a saved stack that no longer fits is refused") func whatDoesNotFitAnyMoreIsRefused() async throws {
    let stack = try Shop.stack()
    try await stack.push { $0.use("account", for: (any Session).self) }
    let parts = try Parts(stack.current)
    for (text, message) in [
      (
        "configdi: 1\nkind: overlay\n---\nconfigdi: 1\nkind: overlay\nservices:\n  Session: { factory: gone }\n",
        "[DI401]"
      ),
      ("configdi: 1\nkind: overlay\nparameters: { api.dely: 1s }", "did you mean 'api.delay'?"),
      ("configdi: 1\nkind: overlay\nparameters: { api.delay: soon }", "[DI506]"),
      ("services: { Session: [a] }", "invalid saved stack: expected a factory for 'Session'"),
      (
        "configdi: 2\nkind: overlay\n",
        "<saved stack>:1:11: error: expected format version 1, found the whole number 2"
      ),
      ("a: [", "[DI001]"), ("", "[DI005]"),
    ] {
      let error = await #expect(throws: ManifestError.self) {
        try await stack.restore(from: InMemoryStore(["ConfigDI.stack": text]))
      }
      #expect(error.map { "\($0)".contains(message) } == true, "\(error.map { "\($0)" } ?? "")")
    }
    #expect(stack.depth == 2)
    #expect(try Parts(stack.current) == parts)
    #expect(try await stack.restore(from: InMemoryStore()) == nil)
  }

  @Test(
    "text that is not a saved stack is refused",
    arguments: [
      "hello", "- a\n", "{}", "parameters: {}\n", "configdi: 1\nparameters: {}\n", "kind: overlay\n",
      "configdi: 1\nkind: overlay\n---\nhello\n", "configdi: 1\nkind: overlay\n---\n", "---\n", "\u{0}",
      String(repeating: "---\n", count: 200_000),
      String(repeating: "configdi: 1\nkind: overlay\n---\n", count: 1001),
    ]) func whatIsNoSavedStackIsRefused(text: String) async throws
  {
    let stack = try Shop.stack()
    let error = await #expect(throws: ManifestError.self) {
      try await stack.restore(from: InMemoryStore(["ConfigDI.stack": text]))
    }
    #expect(
      error?.diagnostics.allSatisfy { $0.help.contains { $0.contains("save(to:)") } || $0.rule == .yamlSyntax } == true)
    #expect((error?.diagnostics.count ?? 0) < 5)
    #expect(stack.depth == 1)
  }

  @Test("a finding names its level and its line there") func aFindingNamesItsLevelAndItsLineThere() async throws {
    let text = "configdi: 1\nkind: overlay\n---\nconfigdi: 1\nkind: overlay\nservices: { Session: [a] }\n"
    let error = await #expect(throws: ManifestError.self) {
      try await Shop.stack().restore(from: InMemoryStore(["ConfigDI.stack": text]))
    }
    #expect(error.map { "\($0)".contains("<saved stack, level 2>:3:22: error: ") } == true)
  }

  @Test("restoring keeps unchanged instances") func restoringKeepsWhatIsTheSame() async throws {
    let store = InMemoryStore()
    let stack = try Shop.stack()
    let parts = try Parts(stack.current)
    try await stack.push { $0.use("account", for: (any Session).self) }
    try await stack.save(to: store)
    let above = try Parts(stack.current)
    try await stack.restore(from: store)
    let again = try Parts(stack.current)
    #expect(again.log === parts.log && again.api === parts.api)
    #expect(above.session.isClosed && !again.session.isClosed)
    try await stack.pop()
    #expect(try Parts(stack.current) == parts)
  }

  @Test("a FileStore keeps texts in a folder") func aFolderKeepsTexts() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "configdi-\(UUID())/deep").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = FileStore(folder: folder)
    #expect(try store.value(for: "a/../b") == nil)
    try store.set("one", for: "a/../b")
    try store.set("two", for: "a/../b")
    #expect(try FileStore(folder: folder).value(for: "a/../b") == "two")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names == ["a%2F..%2Fb.yaml"])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + (try #require(names.first)))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    try store.set(nil, for: "a/../b")
    try store.set(nil, for: "a/../b")
    #expect(try store.value(for: "a/../b") == nil)
    #expect(throws: ContainerError.self) { try FileStore(folder: "/dev/null/x").set("a", for: "b") }
  }
}

/// The wiring of a container as its plan has it.
private struct Wires: Equatable {
  let services: [String]

  init(_ container: Container) throws {
    services = container.wiring.plan.services.map { service in
      let factories = service.factories
      return "\(service.key) \(service.scope) \(factories.map(\.name)) \(factories.map { $0.arguments.map(\.targets) })"
    }
  }
}
