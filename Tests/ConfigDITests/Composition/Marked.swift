import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Manifests whose text shows where findings belong: `⟦DI004⟧` stands before the place, `⟦DI108 test⟧` names the stages
/// too. The markers are taken out before the text is read.
struct Marked {
  private(set) var texts: [String: String] = [:]
  private(set) var expected: [String] = []

  init(_ files: [String: String]) {
    for (path, text) in files { strip(text, of: path) }
    expected.sort()
  }

  private mutating func strip(_ text: String, of path: String) {
    var clean = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "⟦"), let close = rest[open...].firstIndex(of: "⟧") {
      clean += rest[..<open]
      let marker = rest[rest.index(after: open)..<close].split(separator: " ")
      let line = clean.utf8.count { $0 == 0x0A } + 1
      let column =
        clean.utf8.count
        - (clean.utf8.lastIndex(of: 0x0A).map { clean.utf8.distance(from: clean.startIndex, to: $0) + 1 } ?? 0) + 1
      expected.append(([marker[0], "\(path):\(line):\(column)"] + marker.dropFirst()).joined(separator: " "))
      rest = rest[rest.index(after: close)...]
    }
    texts[path] = clean + rest
  }
}

/// What a composition gave, for tests to look at.
struct Composition {
  let manifest: ComposedManifest?
  let diagnostics: Diagnostics

  init(
    _ files: [String: String], entry: String = "app.yaml", options: CompositionOptions = CompositionOptions(),
    environment: [String: String] = [:], checks: Bool = true
  ) {
    var diagnostics = Diagnostics()
    let world = World(files: InMemoryFiles(files), environment: environment)
    manifest = Composer.compose(.path(entry), world: world, options: options, reporting: &diagnostics)
    if let manifest, checks {
      DeclaredScopes.check(manifest, reporting: &diagnostics)
      let sources = ParameterSources(environment: options.variables, files: nil, limits: options.limits)
      ParameterRules.check(manifest, sources: sources, reporting: &diagnostics)
      diagnostics.hideConsequences(in: manifest)
    }
    self.diagnostics = diagnostics
  }

  /// `DI108 app.yaml:5:7 test`, one for each finding.
  var found: [String] {
    diagnostics.sorted().map { finding in
      ([finding.rule.code] + (finding.location.map { ["\($0)"] } ?? []) + (finding.stages ?? []))
        .joined(separator: " ")
    }.sorted()
  }

  func stage(_ name: String?) -> ComposedStage? {
    manifest?.stages.first { $0.name == name }
  }

  /// `Clock=fixedClock`, in composed order.
  func services(_ stage: String? = nil) -> [String] {
    self.stage(stage)?.services.map { "\($0.key.value)=\($0.summary)" } ?? []
  }

  func service(_ key: String, _ stage: String? = nil) -> ComposedService? {
    self.stage(stage)?.services.first { $0.key.value.text == key }
  }

  func parameter(_ name: String, _ stage: String? = nil) -> ComposedParameter? {
    self.stage(stage)?.parameters.first { $0.name.value == name }
  }
}

extension ComposedService {
  /// What serves it, in one word.
  var summary: String {
    switch kind {
    case .factory(let name): name.value
    case .alias(let key): "alias \(key.value)"
    case .select(let parameter, _): "select \(parameter.value)"
    case .provided: "provided"
    }
  }
}

/// Composes marked files, and expects just the findings that they mark, and those without a place.
@discardableResult
func expectFindings(
  _ files: [String: String], entry: String = "app.yaml", unplaced: [String] = [],
  options: CompositionOptions = CompositionOptions(), environment: [String: String] = [:],
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) -> Composition {
  let marked = Marked(files)
  let composition = Composition(marked.texts, entry: entry, options: options, environment: environment)
  #expect(composition.found == (marked.expected + unplaced).sorted(), sourceLocation: sourceLocation)
  return composition
}

@discardableResult
func expectFindings(
  _ text: String, unplaced: [String] = [], options: CompositionOptions = CompositionOptions(),
  environment: [String: String] = [:], sourceLocation: Testing.SourceLocation = #_sourceLocation
) -> Composition {
  expectFindings(
    ["app.yaml": text], unplaced: unplaced, options: options, environment: environment,
    sourceLocation: sourceLocation)
}
