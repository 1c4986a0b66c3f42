import TestSupport

/// A manifest that may have faults of many kinds, as data that can be changed and made smaller.
struct ManifestDraft {
  struct Service {
    var name: String
    /// What follows the key, with `@` before each name of a service.
    var body: String
    /// Which file defines it: 0 is the entry, others are imported.
    var file: Int
  }

  var services: [Service] = []
  var roots: [String] = []
  /// Entries of the stage `test`, as those of `services`.
  var patches: [Service] = []
  var imports = [1, 2]

  private static let head = """
    scopes: { session: {}, request: { parent: session } }
    parameters: { p: { type: bool, env: P }, q: { type: enum, of: [a, b], env: Q }, size: 3 }
    collections: { all: { of: Part } }

    """

  init(seed: UInt64) {
    var random = Seeded(seed)
    let names = (0..<Int.random(in: 2...9, using: &random)).map { "Service\(Self.letters[$0])" }
    for name in names {
      services.append(
        Service(name: name, body: Self.body(of: name, names, &random), file: Int.random(in: 0...2, using: &random)))
    }
    roots = names.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
    for name in names where Int.random(in: 0..<5, using: &random) == 0 {
      let patch = ["{ remove: true }", "other", "{ settings: { a: 2 } }", "{ scope: transient }"]
      patches.append(Service(name: name, body: patch.randomElement(using: &random) ?? "other", file: 0))
    }
  }

  private static let letters = ["Alpha", "Bravo", "Carol", "Delta", "Eagle", "Fargo", "Golf", "Hotel", "India"]

  private static func body(of name: String, _ names: [String], _ random: inout Seeded) -> String {
    func pick() -> String { "@" + (names.randomElement(using: &random) ?? name) }
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return "{ alias: \(pick()) }"
    case 1: return "{ select: p, cases: { true: \(pick()), false: \(pick()) } }"
    case 2: return "{ select: q, cases: { a: \(pick()), b: \(pick()) } }"
    case 3: return "make"
    default: break
    }
    let scopes = [
      "", "", ", scope: transient", ", scope: session", ", scope: request", ", scope: graph", ", eager: true",
    ]
    let extras = [
      "", "", "", ", collect: all", ", settings: { a: '${size}', b: 1 }", ", settings: { a: '${siez}' }",
      ", settings: { a: no }", ", scoep: weak",
    ]
    let dependencies = (0..<Int.random(in: 0...3, using: &random)).map { index in
      let target =
        [
          pick(), pick(), pick(), "{ lazy: \(pick()) }", "{ provider: \(pick()) }", "{ optional: \(pick()) }",
          "{ all: all }", "Absent\(index)", pick() + "x",
        ].randomElement(using: &random) ?? pick()
      return "d\(index): \(target)"
    }
    return "{ factory: make\(scopes.randomElement(using: &random) ?? "")\(extras.randomElement(using: &random) ?? "")"
      + ", dependencies: { \(dependencies.joined(separator: ", ")) } }"
  }

  /// Each draft with one thing less.
  var smaller: [ManifestDraft] {
    var result: [ManifestDraft] = []
    for index in services.indices {
      var draft = self
      draft.services.remove(at: index)
      result.append(draft)
    }
    for index in patches.indices {
      var draft = self
      draft.patches.remove(at: index)
      result.append(draft)
    }
    for index in roots.indices {
      var draft = self
      draft.roots.remove(at: index)
      result.append(draft)
    }
    return result
  }

  /// - Parameter name: What each service is called instead.
  func files(renaming name: (String) -> String) -> [String: String] {
    func written(_ body: String) -> String {
      var result = ""
      var rest = body[...]
      while let mark = rest.firstIndex(of: "@") {
        result += rest[..<mark]
        let start = rest.index(after: mark)
        let end = rest[start...].firstIndex { !$0.isLetter } ?? rest.endIndex
        result += name(String(rest[start..<end]))
        rest = rest[end...]
      }
      return result + rest
    }
    func entries(_ services: [Service], indent: String) -> String {
      services.map { "\(indent)\(name($0.name)): \(written($0.body))\n" }.joined()
    }
    func section(_ file: Int) -> String {
      let own = services.filter { $0.file == file }
      return own.isEmpty ? "services: {}\n" : "services:\n" + entries(own, indent: "  ")
    }
    var entry = "configdi: 1\nimports: [\(imports.map { "part\($0).yaml" }.joined(separator: ", "))]\n" + Self.head
    if !roots.isEmpty { entry += "roots: [\(roots.map(name).joined(separator: ", "))]\n" }
    let overlay =
      patches.isEmpty
      ? "{}" : "{ services: {\n\(patches.map { "    \(name($0.name)): \(written($0.body)),\n" }.joined())  } }"
    entry += "stages:\n  live: {}\n  test: \(overlay)\n"
    return [
      "app.yaml": entry + section(0), "part1.yaml": "configdi: 1\n" + section(1),
      "part2.yaml": "configdi: 1\n" + section(2),
    ]
  }

  var files: [String: String] { files { $0 } }
}
