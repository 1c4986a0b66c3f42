import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// What `dump` and debuggers show: never a secret.
@Suite struct MirrorTests {
  private static let secret = "hunter2"

  private struct Settings: ServiceSettings { var password: Secret<String> }

  private struct Gate: Sendable, Closeable {
    let password: String
    func close() throws { throw Leak(text: password) }
  }

  private struct Leak: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
  }

  private struct Launch: Initializable {
    let gate: Gate
    func perform(_ phase: Phase, with configuration: ExposedParameters) async throws { throw Leak(text: gate.password) }
  }

  private struct Hook: Assembly {
    var password = MirrorTests.secret
    func assemble(_ registry: inout FactoryRegistry) {
      registry.declare(Key<Gate>("Gate"))
      registry.declare(Key<String>("text"))
      registry.register("gate", as: Gate.self) { (settings: Settings) in Gate(password: settings.password.value) }
      registry.register("failing", as: String.self) { (settings: Settings) throws -> String in
        throw Leak(text: settings.password.value)
      }
      registry.registerInstance("ready", as: String.self, password)
      registry.registerInitializer("launch", Launch.init)
    }
    func containerDidAssemble(_ container: Container) async throws {
      if try container.configuration["fails", as: Bool.self] { throw Leak(text: password) }
    }
  }

  private static let manifest = """
    configdi: 1
    parameters:
      fails: { value: false, exposed: true }
      password: { env: PASSWORD, secret: true, exposed: true }
    services:
      Gate: { factory: gate, settings: { password: "${password}" } }
      text: { factory: failing, settings: { password: "${password}" } }
    lifecycle:
      launch: []
      leak: [launch]
    """

  private let options = ManifestOptions(environment: ["PASSWORD": MirrorTests.secret])

  private func dumped(_ value: some Any) -> String {
    var text = "\(value) \(String(reflecting: value)) "
    dump(value, to: &text)
    return text
  }

  @Test("reflection shows no slots, secrets or settings") func nothingOfSlotsSecretsAndSettingsShowsThrough()
    async throws
  {
    let registry = FactoryRegistry(Hook())
    let stack = try ContainerStack(manifest: .yaml(Self.manifest), registry: registry, options: options)
    let container = stack.current
    let gate = try container.resolve(Key<Gate>("Gate"))
    #expect(gate.password == Self.secret, "the secret is there to be found")
    let gates = try container.handle(for: Key<Gate>("Gate"))
    _ = try gates()
    let token = try container.overlay(Key<String>("text"), returning: Self.secret)
    let definition = OverlayDefinition(for: Key<String>("text"), returning: Self.secret)
    var shown = [
      dumped(stack), dumped(container), dumped(await MainActor.run { container.main }), dumped(gates), dumped(token),
      dumped(definition), dumped(Provided(Self.secret, for: Key<String>("text"))), dumped(options), dumped(registry),
      dumped(Checker(registry: registry, options: options)), dumped(container.configuration),
      dumped(Provider { Self.secret }), dumped(Lazy { Self.secret }),
      dumped(Setting(.string(Self.secret), at: HandMadePlan.line(1))),
      dumped(ManifestOptions(parameters: ["password": Self.secret])),
      dumped(ManifestLocation.yaml("parameters: { password: \(Self.secret) }")),
    ]
    try await stack.push {
      $0.use(instance: Self.secret, for: Key<String>("text"))
      $0.set("password", to: Self.secret)
      shown.append(dumped($0))
    }
    shown.append(dumped(stack))
    await token.removed()
    for (index, text) in shown.enumerated() { #expect(!text.contains(Self.secret), "\(index): \(text)") }
  }

  @Test("errors show no secret") func errorsShowNoSecretEither() async throws {
    func container(_ overlay: String? = nil) throws -> Container {
      try Container(
        manifest: .yaml(Self.manifest), registry: FactoryRegistry(Hook()),
        overlay: overlay.map { .yaml("configdi: 1\nkind: overlay\n\($0)") }, options: options
      )
    }
    let first = try container()
    _ = try first.resolve(Key<Gate>("Gate"))
    var errors: [any Error] = []
    do { _ = try first.resolve(Key<String>("text")) } catch { errors.append(error) }
    do { try await first.run("leak") } catch { errors.append(error) }
    do {
      try await first.close()
    } catch {
      errors.append(error)
    }
    do { _ = try first.resolve(Key<String>("text")) } catch { errors.append(error) }
    do { try await container("parameters: { fails: { value: true } }").start() } catch { errors.append(error) }
    #expect(errors.count == 5)
    #expect(errors.first is ResolutionError && errors.last is ContainerError)
    #expect(errors.contains { $0 is ContainerClosed })
    for error in errors {
      let text = dumped(error)
      #expect(!text.contains(Self.secret), "\(error)")
      // Nor the manifest's text, byte by byte.
      #expect(text.split(separator: "\n").count < 60, "\(text)")
    }
  }
}

extension OverlayToken {
  fileprivate func removed() async { remove() }
}
