import Foundation
import Testing

/// Code that the compiler refuses, and what it says instead of "no exact matches".
@Suite struct RefusedCodeTests {
  private static let preamble = """
    import ConfigDI
    protocol P: Sendable {}
    struct One: Sendable {}
    struct A: P {}
    struct Two: P { let a: One, b: One; init(a: One, b: One) { self.a = a; self.b = b } }
    struct Wrap: P { init(inner: any P, a: One) {} }
    @MainActor final class Screen: P { init() {} }
    struct Other: Sendable { init(a: One) {} }
    struct Maybe: P { init?(a: One) { nil } }
    final class Buffer { var bytes: [UInt8] = []; init() {} }
    struct Late: P { init(a: One) async throws {} }
    func wire(_ registry: inout FactoryRegistry) {

    """

  @Test(arguments: [
    (
      "registry.register(\"x\", as: (any P).self, Late.init)", "error: ",
      "register an asynchronous factory with registerAsync"
    ),
    (
      "registry.register(\"x\", as: (any P).self) { (a: One) in try await Late(a: a) }", "error: ",
      "register an asynchronous factory with registerAsync"
    ),
    ("registry.register(\"x\", as: (any P).self) { 5 }", "error: ", "does not have the registered type"),
    ("registry.register(\"x\", as: (any P).self, Other.init)", "error: ", "does not have the registered type"),
    ("registry.register(\"x\", as: (any P).self, Maybe.init)", "error: ", "does not have the registered type"),
    ("registry.register(\"x\", as: (any P).self) { (a: One) in a }", "error: ", "does not have the registered type"),
    (
      "registry.register(\"x\", as: (@Sendable () -> Void).self) { print(\"x\") }", "error: ",
      "does not have the registered type"
    ),
    ("registry.register(\"x\", as: (any P).self, A())", "error: ", "register an instance with registerInstance"),
    ("registry.register(\"x\", as: A.self, A())", "error: ", "register an instance with registerInstance"),
    (
      "registry.register(\"x\", as: (any P).self) { (c: Container) in A() }", "warning: ",
      "a factory cannot take the container"
    ),
    (
      "registry.registerDecorator(\"x\", of: (any P).self) { A() }", "error: ",
      "a decorator's first parameter is the instance that it wraps"
    ),
    (
      "registry.registerDecorator(\"x\", of: (any P).self, A.init)", "error: ",
      "a decorator's first parameter is the instance that it wraps"
    ),
    (
      "registry.registerDecorator(\"x\", of: (any P).self, Two.init)", "error: ",
      "a decorator's first parameter is the instance that it wraps"
    ),
    // The compiler's own sentence names the main actor, or Sendable.
    ("registry.register(\"x\", as: (any P).self, Screen.init)", "error: ", "loses global actor 'MainActor'"),
    ("registry.register(\"x\", as: (any P).self) { Screen() }", "error: ", "call to main actor-isolated initializer"),
    (
      "registry.register(\"x\", as: Buffer.self, Buffer.init)", "error: ", "does not conform to the 'Sendable' protocol"
    ),
    (
      "func use(_ c: Container) throws { _ = try c.resolve(\"P\") }", "error: ",
      "resolve a type: resolve((any Service).self)"
    ),
    (
      "func use(_ c: Container) throws { let p: any P = try c.resolve(\"P\"); _ = p }", "error: ",
      "resolve a type: resolve((any Service).self)"
    ),
    (
      "func use(_ c: Container) throws { _ = try c.resolve((any P).self, \"x\") }", "error: ",
      "missing argument label 'named:'"
    ),
    (
      "func use(_ c: Container) { _ = c.resolve((any P).self) }", "error: ",
      "call can throw"
    ),
    ("registry.register(\"x\", as: (any P).self) { Optional(A()) }", "error: ", "does not have the registered type"),
    (
      "registry.registerDecorator(\"x\", of: (any P).self) { (a: One, inner: any P) in inner }", "error: ",
      "a decorator's first parameter is the instance that it wraps"
    ),
    ("registry.registerInitializer(\"x\", A.init)", "error: ", "conform to 'Initializable'"),
    ("registry.registerDecorator(\"x\", of: (any P).self, Wrap.init)", "", ""),
    ("registry.registerDecorator(\"x\", of: (any P).self) { inner in inner }", "", ""),
    ("registry.registerDecorator(\"x\", of: (any P).self) { Wrap(inner: $0, a: $1) }", "", ""),
    ("registry.register(\"x\", as: (any P).self) { _ = $7; return A() }", "error: ", ""),
    ("registry.register(\"x\", as: (any P).self) { Two(a: $0, b: $0) }", "", ""),
    ("registry.register(\"x\", as: (any P).self) { Two(a: $0, b: $1) }", "", ""),
    ("registry.register(\"x\", as: (any P).self, Two.init)", "", ""),
    ("registry.register(\"x\", as: (any P).self) { A() }", "", ""),
    ("registry.register(\"x\", as: A.self) { A() }", "", ""),
    ("registry.registerAsync(\"x\", as: (any P).self, Late.init)", "", ""),
  ]) func isAnsweredBy(line: String, kind: String, sentence: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "configdi-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "code.swift")
    try Data("\(Self.preamble)  \(line)\n}\n".utf8).write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-typecheck", "-swift-version", "6",
      "-I", Bundle.main.bundleURL.appending(path: "Modules").path(percentEncoded: false),
      "-I", Page.repository.appending(path: "Sources/CYAML").path(percentEncoded: false),
      file.path(percentEncoded: false),
    ]
    let pipe = Pipe()
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect((process.terminationStatus != 0) == (kind == "error: "), "\(output)")
    for word in [kind, sentence] where !word.isEmpty { #expect(output.contains(word), "\(output)") }
    #expect(kind.isEmpty ? output.isEmpty : !output.contains("failed to produce diagnostic"), "\(output)")
  }
}
