import ConfigDI
import Foundation
import Testing

@testable import configdi_check

/// The scanner of broken text, beside libyaml's tree wherever the text is whole.
@Suite struct OutlineTests {
  struct Scalar: Hashable, CustomStringConvertible {
    let path: [PathStep]
    let isKey: Bool
    let start: Int

    var description: String { "\(start) \(isKey ? "key in" : "value at") \(path)" }
  }

  private static func scalars(_ node: Node, _ path: [PathStep], isKey: Bool = false, into found: inout [Scalar]) {
    // What an alias stands for is written elsewhere.
    switch node.kind {
    case .scalar:
      if !node.location.range.isEmpty {
        found.append(Scalar(path: path, isKey: isKey, start: node.location.range.lowerBound))
      }
    case .sequence:
      for (position, element) in node.elements.enumerated() {
        scalars(element, path + [.item(position)], into: &found)
      }
    case .mapping:
      for (key, value) in node.pairs {
        scalars(key, path, isKey: true, into: &found)
        scalars(value, path + [.key(key.text)], into: &found)
      }
    }
  }

  /// `nil` where the text does not parse, or has what the outline need not tell apart.
  static func expected(_ bytes: [UInt8]) -> Set<Scalar>? {
    guard !bytes.contains(UInt8(ascii: "*")), !bytes.contains(UInt8(ascii: "&")), !bytes.contains(UInt8(ascii: "!"))
    else { return nil }
    var findings = Diagnostics()
    var budget = 1_000_000
    let document = YAMLReader.read(
      SourceFile(path: "t", bytes: bytes), limits: Limits(), nodeBudget: &budget, reporting: &findings)
    guard let root = document?.root,
      !findings.findings.contains(where: { [.yamlSyntax, .duplicateKey, .wrongShape].contains($0.rule) })
    else { return nil }
    var found: [Scalar] = []
    scalars(root, [], into: &found)
    return Set(found)
  }

  static func actual(_ outline: Outline) -> Set<Scalar> {
    var found: Set<Scalar> = []
    for index in outline.nodes.indices {
      guard case .scalar = outline.nodes[index].content else { continue }
      found.insert(
        Scalar(path: outline.path(of: index), isKey: outline.isKey(index), start: outline.nodes[index].range.lowerBound)
      )
    }
    return found
  }

  static let texts: [(name: String, bytes: [UInt8])] = {
    let root = EditorDiagnosticsTests.repository
    var seen: Set<[UInt8]> = []
    var found: [(String, [UInt8])] = []
    for folder in ["Tests/Data/Fixtures", "Examples", "Tests/Data/Mutations/base", "Tests/DocumentationTests"] {
      let files = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
      for case let name as String in files ?? .init() where name.hasSuffix(".yaml") || name.hasSuffix(".json") {
        guard let data = try? Data(contentsOf: root.appending(path: folder).appending(path: name)), data.count < 20_000
        else { continue }
        let bytes = [UInt8](data)
        if seen.insert(bytes).inserted { found.append(("\(folder)/\(name)", bytes)) }
      }
    }
    return found.sorted { $0.0 < $1.0 }
  }()

  @Test("the outline is the tree of libyaml") func isLibyamlsTree() throws {
    #expect(Self.texts.count > 200)
    var compared = 0
    for (name, bytes) in Self.texts {
      guard let expected = Self.expected(bytes) else { continue }
      compared += 1
      let actual = Self.actual(Outline(bytes))
      #expect(
        actual == expected,
        "\(name): missing \(expected.subtracting(actual).sorted { $0.start < $1.start }.prefix(3)), too many \(actual.subtracting(expected).sorted { $0.start < $1.start }.prefix(3))"
      )
    }
    #expect(compared > 150)
  }

  @Test(
    "the value of an explicit key may be a collection on the same line",
    arguments: [
      "? a\n: b: c\n  d: e\nf: g\n", "? a\n: - b\n  - c: d\n    e: f\n", "a:\n  ? b\n  : ? c\n    : d: e\n  f: g\n",
      "? a\n:\n? b\n: c\n? d\n:\n  e: f\n", "? a\n: |\n  b: c\n? d\n: \"e\"\n",
    ])
  func valuesOfExplicitKeys(text: String) throws {
    let bytes = Array(text.utf8)
    #expect(Self.actual(Outline(bytes)) == (try #require(Self.expected(bytes))))
  }

  /// Every text cut off after each byte; all of them with `CONFIGDI_EVERY_BYTE=1`, else some of each.
  @Test("the outline of truncated text is the tree of libyaml") func isLibyamlsTreeWhereTheTextBreaksOff() throws {
    let stride = ProcessInfo.processInfo.environment["CONFIGDI_EVERY_BYTE"] == "1" ? 1 : 97
    var compared = 0
    var wrong: [String] = []
    for (number, (name, bytes)) in Self.texts.enumerated() where bytes.count < 3000 {
      for length in Swift.stride(from: number % stride, to: bytes.count, by: stride) {
        let part = Array(bytes[..<length])
        let outline = Outline(part)
        _ = Cursor(outline, at: length)
        guard let expected = Self.expected(part) else { continue }
        compared += 1
        let actual = Self.actual(outline)
        if actual != expected, wrong.count < 20 {
          wrong.append(
            "\(name) at \(length): missing \(expected.subtracting(actual)), too many \(actual.subtracting(expected))")
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
    #expect(compared > 80)
  }

  /// What stands before a line is where it was while the line itself is half typed.
  @Test("a half-typed line does not hide the rest") func keepsTheRestWhileALineIsHalfTyped() throws {
    var compared = 0
    for (number, (name, bytes)) in Self.texts.enumerated() where bytes.count < 3000 && number % 3 == 0 {
      guard Self.expected(bytes) != nil else { continue }
      let whole = Self.actual(Outline(bytes))
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      var start = 0
      for line in lines {
        defer { start += line.count + 1 }
        let half = line.count / 2
        guard half > 0, start + half <= bytes.count, line.count % 3 == number % 3 else { continue }
        let text = Array(bytes[..<(start + half)]) + [0x0A]
        let before = Self.actual(Outline(text)).filter { $0.start < start && $0.isKey }
        let missing = whole.filter { $0.start < start && $0.isKey }.subtracting(before)
        #expect(missing.isEmpty, "\(name), line at \(start): \(missing.prefix(3))")
        compared += 1
      }
    }
    #expect(compared > 60)
  }

  @Test(arguments: [
    ("services:\n  A:\n    factory: x\n    sc|", "key services/A 'sc'"),
    ("services:\n  A:\n    factory: po|", "value services/A/factory 'po'"),
    ("services:\n  A:\n    factory: |", "value services/A/factory ''"),
    ("services:\n  A:\n    factory:|", "value services/A/factory '' blank"),
    ("services:\n  A:\n    |", "value+ services/A ''"),
    ("services:\n  |\n  B: b\n", "key services ''"),
    ("services:\n  A: { fac|", "key services/A 'fac'"),
    ("services:\n  A: { factory: |\n  B: c\n", "value services/A/factory ''"),
    ("services:\n  A: { dependencies: { db: | } }", "value services/A/dependencies/db ''"),
    ("services:\n  A: { dependencies: [x, |", "value services/A/dependencies/1 ''"),
    ("services:\n  A: { | factory: x }", "key services/A ''"),
    ("roots:\n  - |", "value+ roots/0 ''"),
    ("roots: [A, B|]", "value roots/1 'B'"),
    ("services:\n  A:\n    settings: { url: \"${d|\n  B: c", "value services/A/settings/url '${d'"),
    ("services:\n  A:\n    settings:\n      url: \"x ${|}\"", "value services/A/settings/url 'x ${'"),
    ("a: 1 # configdi:ignore DI|", "comment '# configdi:ignore DI'"),
    ("|", "value+  ''"),
    ("configdi: 1\n|", "key  ''"),
    ("lifecycle:\n  launch:\n    - factory: a\n      |", "key lifecycle/launch/0 ''"),
    ("services:\r\n  A:\r\n    scope: |\r\n", "value services/A/scope ''"),
    ("services:\n  A: |{ factory: x }", "value  ''"),
    ("services:\n  A:\n    scope: |  x", "value  ''"),
    ("services:\n|  A: x\n", "value  ''"),
    ("services:\n  A: | # none", "value services/A ''"),
  ])
  func tellsWhereTheCursorIs(marked: String, expected: String) throws {
    let offset = try #require(marked.utf8.firstIndex(of: UInt8(ascii: "|")))
    let position = marked.utf8.distance(from: marked.startIndex, to: offset)
    var bytes = Array(marked.utf8)
    bytes.remove(at: position)
    let cursor = Cursor(Outline(bytes), at: position)
    let path = cursor.path.map { step in
      switch step {
      case .key(let name): name
      case .item(let index): "\(index)"
      }
    }.joined(separator: "/")
    let kind =
      switch cursor.kind {
      case .key: "key \(path) "
      case .value(let begins): "value\(begins ? "+" : "") \(path) "
      case .comment: "comment "
      }
    #expect("\(kind)'\(cursor.prefix)'\(cursor.needsBlank ? " blank" : "")" == expected)
  }

  @Test("the time is proportional to the text") func takesTimeInProportionToTheText() {
    for piece in ["{", "[", "- ", "x: {\n", "\"", "'a\n ", "a: b: ", "? ", "- - [\n", "&a ", "| ", "[a: "] {
      let outline = Outline(Array(String(repeating: piece, count: 20_000).utf8))
      #expect(!outline.nodes.isEmpty)
    }
  }
}
