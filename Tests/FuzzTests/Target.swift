@testable import ConfigDI
@testable import ConfigDIRuntime

// The tests compile this file too, against the package's own modules.
#if canImport(CheckTool)
  @testable import CheckTool
#else
  @testable import configdi_check
#endif

/// One way into the program for bytes that somebody made up.
struct Target: Sendable {
  let name: String
  let run: @Sendable ([UInt8]) -> Void

  static func named(_ name: String) -> Target? {
    all.first { $0.name == name }
  }

  static let all: [Target] = [
    Target(name: "yaml", run: readYAML),
    Target(name: "check") { bytes in check(Parts(bytes).files, format: bytes.first) },
    Target(name: "settings") { bytes in
      let lines = text(bytes).split(separator: "\n", omittingEmptySubsequences: false).map { "      \($0)\n" }.joined()
      check(["app.yaml": Samples.service + "    settings:\n" + lines, "configdi.catalog.json": Samples.catalog])
    },
    Target(name: "catalog") { bytes in check(["app.yaml": Samples.manifest, "configdi.catalog.json": text(bytes)]) },
    Target(name: "configuration") { bytes in check(["app.yaml": Samples.manifest, ".configdi-check.yml": text(bytes)])
    },
    Target(name: "baseline") { bytes in
      run(["check", "app.yaml", "--baseline", "base.json"], ["app.yaml": Samples.broken, "base.json": text(bytes)])
    },
    Target(name: "arguments", run: parseArguments),
    Target(name: "stack") { bytes in _ = try? SavedLevels(text(bytes), limits: limits) },
    Target(name: "fix") { bytes in fix(Parts(bytes).files) },
    Target(name: "compiled", run: readCompiled),
    Target(name: "symbol-graph") { bytes in register(text(bytes)) },
  ]

  static var limits: Limits {
    var limits = Limits()
    limits.nodes = 100_000
    limits.steps = 20_000
    limits.fileBytes = 1 << 20
    return limits
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Every place of every finding lies in its file, and the document's nodes lie in each other.
  private static func readYAML(_ bytes: [UInt8]) {
    let file = SourceFile(path: "a.yaml", bytes: bytes)
    var findings = Diagnostics()
    var budget = 100_000
    let document = YAMLReader.read(file, limits: limits, nodeBudget: &budget, reporting: &findings)
    for finding in findings.sorted() {
      precondition(finding.location.map { $0.range.upperBound <= bytes.count } ?? true, "a place beyond the file")
      _ = finding.location?.description
    }
    precondition(document != nil || findings.hasErrors, "nothing was read, and nothing was said")
  }

  /// A compiled manifest, which is read to the end although its bytes were changed: its fingerprint is put right.
  private static func readCompiled(_ bytes: [UInt8]) {
    var bytes = bytes
    let body = CompiledFormat.magic.count + 9
    guard bytes.count > body else { return }
    let fingerprint = CompiledFormat.fingerprint(of: bytes[body...])
    for index in 0..<8 { bytes[body - 8 + index] = UInt8(truncatingIfNeeded: fingerprint >> UInt64(8 * index)) }
    guard let contents = try? CompiledContents(bytes, name: "app.configdi", folder: "") else { return }
    for stage in contents.stages.indices {
      guard let open = contents.plan(of: stage) else { continue }
      var ignored = Diagnostics()
      _ = open.plan(ParameterValues.resolve(open.parameters, reporting: &ignored))
    }
  }

  /// What the target `compiled` begins with: mutations alone would never find the form.
  static func compiledSample() -> [UInt8] {
    let manifest = Samples.manifest.replacing("dependencies: [S]", with: "settings: { name: y }")
    let files = InMemoryFiles(["app.yaml": manifest])
    let checked = Pipeline(world: World(files: files))
      .check(.path("app.yaml"), catalog: (try? Catalog(json: Samples.catalog)).map { CatalogIndex($0) })
    precondition(!checked.diagnostics.hasErrors, "the sample has errors")
    return CompiledWriter(checked, files: files)?.bytes() ?? []
  }

  /// A symbol graph, from its text to the registrations, the first manifest, and a second run over what was written.
  private static func register(_ graph: String) {
    let files = ["M.symbols.json": graph]
    let words = ["register", "--symbol-graph", "M.symbols.json", "--output", "-"]
    guard run(words, files) == .success,
      case .run(let arguments)? = try? CommandLineParser(width: 80).parse(words),
      let registering = try? Registering(arguments, .inMemory(InMemoryFiles(files)))
    else { return }
    _ = FirstManifest(registering.finder).text
    let written = RegistrationFile(Array(registering.file.text.utf8))
    let again = AssemblyFile(registering.finder, changing: written, elsewhere: registering.elsewhere)
    precondition(again.updated != nil, "what was written cannot be read again")
  }

  private static func check(_ files: [String: String], format: UInt8? = nil) {
    let formats = Format.all.map(\.name)
    run(["check", "app.yaml", "--format", formats[Int(format ?? 0) % formats.count]] + few, files)
  }

  private static let few = ["--limit", "nodes=100000", "--limit", "steps=20000"]

  @discardableResult
  private static func run(_ arguments: [String], _ files: [String: String]) -> ExitCode {
    let code = runProgram(arguments, console: .inMemory(InMemoryFiles(files)))
    precondition([.success, .findings, .failure, .usage].contains(code))
    return code
  }

  /// Command lines are parsed, never run: some of them write, or start other programs.
  private static func parseArguments(_ bytes: [UInt8]) {
    let words = text(bytes).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    do {
      guard case .run(let arguments) = try CommandLineParser(width: 80).parse(words) else { return }
      _ = try Selection(arguments)
      _ = CompositionOptions(arguments)
    } catch {
      precondition(!error.text(nil).isEmpty)
    }
  }

  /// What `fix` makes can be read again, has lost what was mended, and is not mended twice.
  private static func fix(_ files: [String: String]) {
    guard case .run(let arguments)? = try? CommandLineParser(width: 80).parse(["fix", "app.yaml"] + few),
      let selection = try? Selection(arguments),
      let once = try? Fixer.run(arguments, selection, .inMemory(InMemoryFiles(files))), once.fixed > 0
    else { return }
    var fixed = files
    for change in once.end.files.changes { fixed[change.path] = String(decoding: change.new, as: UTF8.self) }
    guard let twice = try? Fixer.run(arguments, selection, .inMemory(InMemoryFiles(fixed))) else {
      preconditionFailure("what was fixed cannot be checked")
    }
    precondition(twice.fixed == 0, "what was fixed can be fixed again")
    precondition(
      twice.end.report.diagnostics.count == once.end.report.diagnostics.count,
      "what was told of the fixed files is not so")
  }
}

/// Several files in one input: each begins after a line `=== NAME`; the first is the entry where none is named.
struct Parts {
  private(set) var files: [String: String] = [:]

  init(_ bytes: [UInt8]) {
    var name = "app.yaml"
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("=== ") {
        name = String(line.dropFirst(4))
      } else {
        files[name, default: ""] += line + "\n"
      }
    }
    if files["app.yaml"] == nil { files["app.yaml"] = "" }
  }
}

extension Console {
  static func inMemory(_ files: InMemoryFiles) -> Console {
    Console(
      write: { _ in }, tell: { _ in }, readInput: { _ in [] }, files: files, environment: [:], workingDirectory: "/",
      isOutputTerminal: false, isErrorTerminal: false, width: 80)
  }
}

enum Samples {
  static let service = "configdi: 1\nservices:\n  S:\n    factory: f\n"

  static let manifest = """
    configdi: 1
    scopes: { request: {} }
    parameters: { p: { env: P, secret: true }, q: { type: enum, of: [a, b], env: Q } }
    collections: { all: { of: S } }
    roots: [S]
    services:
      S: { factory: f, settings: { name: x, mode: fast, retry: { attempts: 2 }, hosts: [a], token: "${p}" } }
      S/other: { factory: f, collect: all, dependencies: [S] }
      T: { select: q, cases: { a: S, b: S/other } }
    """

  static let broken = "configdi: 1\nservices:\n  S: { factory: f, dependencies: [Absent] }\n  T: { alias: Away }\n"

  static let catalog = """
    { "configdiCatalog": 1, "factories": [{ "name": "f", "provides": "App.S", "settings": { "type": "Own", "fields": [
      { "name": "name", "type": "string" }, { "name": "count", "type": "int", "optional": true },
      { "name": "rate", "type": "float", "optional": true }, { "name": "on", "type": "bool", "optional": true },
      { "name": "wait", "type": "duration", "optional": true }, { "name": "size", "type": "bytes", "optional": true },
      { "name": "mode", "type": "enum", "cases": ["fast", "safe"], "optional": true },
      { "name": "retry", "type": "object", "fields": [{ "name": "attempts", "type": "int" }], "optional": true },
      { "name": "hosts", "type": "list", "of": { "type": "string" }, "optional": true },
      { "name": "by", "type": "map", "of": { "type": "int" }, "optional": true },
      { "name": "token", "type": "string", "secret": true, "optional": true } ] } }] }
    """
}
