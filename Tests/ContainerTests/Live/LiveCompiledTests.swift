import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// A manifest that was compiled ahead, in a file that is replaced under the program.
@Suite(.timeLimit(.minutes(10))) struct LiveCompiledTests {
  typealias World = LiveWorld

  /// The file, and the text that it was compiled of.
  private final class Compiled: Sendable {
    let world: World
    let folder: URL
    var file: String { folder.appending(path: "app.configdi").path }

    init(_ text: String = World.manifest) throws {
      world = World(text)
      folder = FileManager.default.temporaryDirectory.appending(path: "compiled-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try write()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func bytes() throws -> [UInt8] {
      try Compilation(world.text, world.registry).bytes
    }

    func write() throws { try put(try bytes()) }

    func put(_ bytes: [UInt8]) throws {
      try Data(bytes).write(to: folder.appending(path: "app.configdi"), options: .atomic)
    }

    func edit(_ old: String, _ new: String) throws {
      world.edit(old, new)
      try write()
    }

    /// - Parameter interval: Only what the system tells is noticed within the test's time.
    func started(
      _ options: LiveOptions = LiveOptions(quiet: .milliseconds(5), interval: .seconds(600))
    ) async throws
      -> LiveContainer
    {
      let live = try LiveContainer(
        manifest: .compiled(file), registry: world.registry, options: ManifestOptions(environment: [:]),
        live: options)
      try await live.start()
      return live
    }
  }

  /// What is written is not noticed within the test's time.
  private static let byHand = LiveOptions(quiet: .seconds(600), interval: .seconds(600))

  private func word(_ live: LiveContainer) throws -> String { try live.current.resolve(World.Store.self).word }

  @Test("a recompiled file takes over") func aFileThatIsCompiledAnewIsTakenOver() async throws {
    let compiled = try Compiled()
    let live = try await compiled.started()
    let told = Told(live)
    let store = try live.current.resolve(World.Store.self)
    try compiled.edit("word: c }", "word: d }")
    await eventually { told.all.contains { $0.contains("is now current") } }
    #expect(
      told.all.first { $0.contains("is now current") }?.contains(
        "generation 2 is now current: Cache: settings { word: c } → { word: d }") == true, "\(told.all)")
    #expect(try live.current.resolve(World.Store.self) === store, "it means the same, and is the same instance")
    #expect(try live.current.resolve(World.Cache.self).word == "d")
    await eventually { compiled.world.log.count("close cache c") == 1 }
    #expect(compiled.world.log.count("close store one") == 0)
    #expect(compiled.world.log.count("reload again") == 1 && compiled.world.log.count("launch first") == 1)
    try await live.shutdown()
    #expect(compiled.world.log.count("close store one") == 1)
  }

  @Test("an unusable file is refused and the next one taken") func whatCannotBeUsedIsRefusedAndTheNextIsTaken()
    async throws
  {
    let compiled = try Compiled()
    let live = try await compiled.started(Self.byHand)
    try compiled.edit("value: one", "value: two")
    let whole = try compiled.bytes()
    for count in [0, 1, 7, 8, 16, whole.count / 2, whole.count - 1] {
      try compiled.put(Array(whole[..<count]))
      #expect(try await live.reload().error is ManifestError, "\(count) bytes of \(whole.count)")
    }
    try FileManager.default.removeItem(atPath: compiled.file)
    #expect("\(try await live.reload().error)".contains("there is no file '\(compiled.file)'"))
    try compiled.edit("word: a }", "word: refuse }")
    #expect("\(try await live.reload().error)".contains("the port is taken"))
    #expect(try word(live) == "one")
    try compiled.edit("word: refuse }", "word: a }")
    _ = try await live.reload().change
    #expect(try word(live) == "two")
    try await live.shutdown()
  }

  /// What cannot be read is followed too: nothing but the system's word is waited for here.
  @Test("a damaged file is still followed") func aFileThatWasDamagedIsFollowedStill() async throws {
    let compiled = try Compiled()
    let live = try await compiled.started()
    let told = Told(live)
    try compiled.put([1, 2, 3])
    #expect(await told.line(with: "was rejected").contains("'\(compiled.file)' is not a compiled manifest"))
    try compiled.edit("value: one", "value: two")
    try await eventually { try word(live) == "two" }
    try await live.shutdown()
  }

  @Test("a file for other factories is refused") func aFileForOtherFactoriesIsRefused() async throws {
    let compiled = try Compiled()
    let live = try await compiled.started(Self.byHand)
    var other = FactoryRegistry()
    other.register("store", as: World.Store.self) { (_: World.Settings, _: World.Cache?) throws -> World.Store in
      throw World.Refused()
    }
    try compiled.put(
      try Compilation("configdi: 1\nservices: { Store: { factory: store, settings: { word: x } } }\n", other).bytes)
    #expect("\(try await live.reload().error)".contains("was compiled for factories that differ from the program's"))
    #expect(try word(live) == "one")
    try await live.shutdown()
  }

  @Test("other bytes of the same meaning swap nothing") func theSameMeaningInOtherBytesSwapsNothing() async throws {
    let compiled = try Compiled()
    let live = try await compiled.started(Self.byHand)
    let before = try compiled.bytes()
    try compiled.edit("services:", "# a remark\nservices:")
    #expect(try compiled.bytes() != before, "places are others")
    #expect(try await live.reload().isUnchanged)
    try await live.shutdown()
  }

  @Test("parameter files of an embedded manifest are followed")
  func filesOfParametersAreFollowedAlsoWhereTheManifestIsInTheProgram() async throws {
    let compiled = try Compiled(World.manifest.replacing("{ value: one }", with: "{ file: word }"))
    let secret = compiled.folder.appending(path: "word")
    try Data("hunter2".utf8).write(to: secret)
    let live = try LiveContainer(
      manifest: .compiled(try compiled.bytes(), folder: compiled.folder.path), registry: compiled.world.registry,
      options: ManifestOptions(environment: [:]), live: LiveOptions(quiet: .milliseconds(5), interval: .seconds(600)))
    try await live.start()
    let told = Told(live)
    #expect(try word(live) == "hunter2")
    try Data("hunter3".utf8).write(to: secret, options: .atomic)
    try await eventually { try word(live) == "hunter3" }
    let line = await told.line(with: "is now current")
    #expect(line.contains("parameter word: hunter2 → hunter3 ("), "\(line)")
    try FileManager.default.removeItem(at: secret)
    #expect(await told.line(with: "was rejected").contains("app.yaml:3:"), "\(told.all)")
    #expect(try word(live) == "hunter3")
    try await live.shutdown()
  }

  @Test("a source may supply compiled manifests") func compiledSnapshots() async throws {
    let compiled = try Compiled()
    let store = LiveSnapshotTests.Texts(.compiled(try compiled.bytes()))
    let live = try await LiveContainer(
      manifest: store, registry: compiled.world.registry, options: ManifestOptions(environment: [:]))
    try await live.start()
    #expect(try word(live) == "one")
    compiled.world.edit("{ value: one }", "{ value: two }")
    store.put(.compiled(try compiled.bytes()))
    try await eventually { try word(live) == "two" }
    try await live.shutdown()
  }

  /// The same edits of the text and of the compiled file: the same is told, in the same order.
  @Test(
    "the changes are those of the text",
    arguments: [
      [("word: c }", "word: d }")], [("value: one", "value: two")], [("factory: store", "factory: other")],
      [("word: a }, eager: true", "word: a }")], [("  Store:", "  Store/b: { factory: other }\n  Store:")],
      [("  Api: { factory: api, settings: { word: a }, eager: true }\n", "")],
      [("parameters:", "parameters:\n  more: { value: x }"), ("{ word: c }", "{ word: \"${more}\" }")],
      [("cache, settings", "cache, scope: transient, settings"), (", eager: true }\n  Api", " }\n  Api")],
      [
        ("  Store:", "  Store/b: { factory: other }\n  Store:"),
        ("cache, settings", "cache, dependencies: [Store/b], settings"),
      ],
    ]) func theDifferencesAreThoseOfTheText(edits: [(String, String)]) async throws
  {
    let compiled = try Compiled()
    let ofBytes = try await compiled.started(Self.byHand)
    let text = World(World.manifest)
    let ofText = try await text.started()
    for (old, new) in edits {
      text.edit(old, new)
      compiled.world.edit(old, new)
    }
    try compiled.write()
    let changes = (try await ofBytes.reload().change, try await ofText.reload().change)
    func words(_ change: LiveChange) -> [String] {
      change.items.map { "\($0.kind) \($0.key) \($0.from ?? "-") \($0.to ?? "-") \($0.origin.start.line)" }
    }
    #expect(words(changes.0) == words(changes.1))
    #expect(!changes.0.items.isEmpty)
    #expect(changes.0.kept == changes.1.kept && changes.0.made == changes.1.made)
    try await ofBytes.shutdown()
    try await ofText.shutdown()
  }
}

/// What is told of a compiled stage, much as `diff` tells it.
@Suite struct CompiledChangeTests {
  struct Account: ServiceSettings {
    var token: Secret<String>
    var host: String
  }

  struct Size: ServiceSettings {
    var count: Int
    var name: String
  }

  final class Store: Sendable {}
  final class User: Sendable {}

  private static var registry: FactoryRegistry {
    var registry = FactoryRegistry()
    registry.register("store", as: Store.self) { (_: Account) in Store() }
    registry.register("plain", as: Store.self) { Store() }
    registry.register("sized", as: Store.self) { (_: Size) in Store() }
    registry.registerDecorator("audited", of: Store.self) { (inner: Store, _: Account) in inner }
    registry.register("user", as: User.self) { (_: Lazy<Store>) in User() }
    return registry
  }

  private static func contents(_ services: String) throws -> CompiledContents {
    let text = "configdi: 1\nparameters: { key: { value: k }, host: { value: h } }\nservices:\n  \(services)\n"
    return try CompiledContents(try Compilation(text, registry).bytes, name: "app.configdi", folder: "")
  }

  private static func told(_ old: String, _ new: String) throws -> [String] {
    let plans = (try #require(try contents(old).plan(of: 0)), try #require(try contents(new).plan(of: 0)))
    var known: WiringTable.Known = [:]
    return plans.1.table.differences(from: plans.0.table, &known).map { "\($0)" }
  }

  @Test("text beside a secret parameter is not shown") func textOfASecretBesideAParameterIsNeverShown() throws {
    let service = "Store: { factory: store, settings: { token: \"Bearer ${key}\", host: \"${host}\" } }"
    let told = try Self.told(service, service.replacing("Bearer", with: "Basic"))
    #expect(told.count == 1)
    #expect(
      told.first?.hasPrefix("Store: settings { token: ***${key}, host: ${host} }, with a different value") == true)
    let old = try Self.contents(service)
    let new = try Self.contents(service.replacing("Bearer", with: "Basic"))
    #expect(
      new.differences(from: old)
        == ["Store is still store() { token: ***${key}, host: ${host} } (singleton), but with a different value"])
  }

  @Test("a decorator with settings is one change") func aDecoratorWithSettingsIsOneChange() throws {
    let account = "settings: { token: \"${key}\", host: h }"
    let told = try Self.told(
      "Store: { factory: plain }", "Store: { factory: plain, decorators: [{ factory: audited, \(account) }] }")
    #expect(told == ["Store: plain → plain + audited { token: ${key}, host: h } (app.yaml:4)"])
  }

  @Test(
    "another order or another spelling of a number is no change",
    arguments: [
      ("count: 16, name", "count: 0x10, name"), ("count: 16, name: \"${host}\"", "name: \"${host}\", count: 16"),
      ("c: { of: Store }, d: { of: Store }", "d: { of: Store }, c: { of: Store }"),
    ]) func ofTheSameMeaning(before: String, after: String) throws
  {
    let old = """
      Store: { factory: sized, settings: { count: 16, name: "${host}" }, collect: [c, d] }
      collections: { c: { of: Store }, d: { of: Store } }
      """
    let new = old.replacing(before, with: after)
    #expect(new != old)
    #expect(try Self.told(old, new).isEmpty)
  }

  @Test("dependencies are printed as written") func dependenciesAreToldAsTheyAreWritten() throws {
    let store = "Store: { factory: plain }\n  Store/b: { factory: plain }\n  "
    let told = try Self.told(
      store + "User: { factory: user, dependencies: [{ lazy: Store }] }",
      store + "User: { factory: user, dependencies: [{ lazy: Store/b }] }")
    #expect(told == ["User: dependencies [{ lazy: Store }] → [{ lazy: Store/b }] (app.yaml:6)"])
  }
}
