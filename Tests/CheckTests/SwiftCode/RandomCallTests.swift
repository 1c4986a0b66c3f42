import ConfigDI
import Testing

@testable import TestSupport
@testable import configdi_check

/// Random sources: what is a literal in them must be found, and what is not be counted, in any layout.
@Suite struct RandomCallTests {
  @Test("literals are found in any layout", arguments: 0..<300 as Range<UInt64>)
  func literalsAreFoundInAnyLayout(seed: UInt64) throws {
    var writer = SourceWriter(random: Seeded(seed))
    let text = writer.source()
    let read = try CallScannerTests.read(text, imports: "import ConfigDI\n")
    #expect(read.found == writer.found, "\(text)")
    #expect(read.skipped == writer.skipped, "\(text)")
  }
}

/// Writes functions with calls, and what surrounds them in programs.
private struct SourceWriter {
  var random: Seeded
  /// What the scanner must find, and how many calls it must count.
  var found: [String] = []
  var skipped = 0
  private var number = 0

  init(random: Seeded) { self.random = random }

  mutating func source() -> String {
    var text = "struct Generic<Item> {\n  func use(_ container: Container) throws {\n    _ = 1\n  }\n}\n"
    for index in 0..<1 + random.number(below: 4) {
      text += "func f\(index)<T, each U>(_ container: Container, _ other: Promise, type: T.Type) async throws {\n"
      for _ in 0..<1 + random.number(below: 8) { text += statement() }
      text += "}\n"
    }
    return text
  }

  /// Blanks, new lines and comments, where Swift allows them.
  private mutating func gap(line: Bool = true) -> String {
    let gaps = ["", "", "", " ", "  ", "/* a ) \" */", "/* /* ( */ */ ", "\n    ", "// ) \" \\(\n  "]
    return gaps[random.number(below: line ? gaps.count : 7)]
  }

  private mutating func text() -> String {
    let texts = [
      "\"plain\"", "\"a \\\" ) b\"", "#\"raw \" ) \\( \"#", "\"\"\"\n  \" ) ( {\n  \"\"\"", "\"\\(1 + (2))\"",
      "\"\\(\"in \\(3) in\")\"",
      "/[\")(]+/",
    ]
    return texts[random.number(below: texts.count)]
  }

  private mutating func type() -> (spelled: String, name: String) {
    number += 1
    let base = "Type\(number)"
    switch random.number(below: 6) {
    case 0: return ("App.\(gap(line: false))\(base)", "App.\(base)")
    case 1:
      let inner = type()
      return ("\(base)<\(gap())\(inner.spelled)\(gap())>", "\(base)<\(inner.name)>")
    case 2:
      let (first, second) = (type(), type())
      return ("\(base)<\(first.spelled),\(gap())any \(second.spelled)>", "\(base)<\(first.name), \(second.name)>")
    default: return (base, base)
    }
  }

  private mutating func statement() -> String {
    switch random.number(below: 12) {
    case 0: return "  let _ = \(text())\n"
    case 1: return "  // try container.resolve(Dead.self)\n"
    case 2: return "  /* try container.resolve(Dead.self) \" */\n"
    case 3: return "  print(\"try container.resolve(Dead.self)\")\n"
    case 4: return "  try other.resolve(Foreign.self)\n"
    case 5:
      skipped += 1
      let values = [
        "T.self", "[Dead].self", "(any A & B).self", "type", "Dead.self, named: name", "Dead.self, named: \"\\(1)\"",
      ]
      return "  _ = try container.resolve(\(gap())\(values[random.number(below: values.count)])\(gap()))\n"
    case 6: return "  #if false\n  _ = try container.resolve(Dead.self)\n  #endif\n"
    case 7:
      // Swift allows no new line here.
      number += 1
      found.append("Type\(number)<Int>")
      return "  print(\"a \\(try container.resolve((any Type\(number)<Int>).self)) b\", \(text()))\n"
    case 8:
      number += 1
      found.append("#scope\(number)")
      return
        "  try await container\(gap()).withScope(\(gap())\"scope\(number)\"\(gap())) { scope in\n  \(statement())  }\n"
    default: return "  _ = try container\(gap()).\(request())\n"
    }
  }

  private mutating func request() -> String {
    let type = type()
    let isAny = random.chance(50)
    let spelled = isAny ? "(\(gap())any\(random.chance(50) ? " " : "\n ")\(type.spelled))" : type.spelled
    if random.chance(30) {
      found.append("\(type.name)/v")
      return "resolve(\(gap())\(spelled)\(gap()).self\(gap()),\(gap())named: \(gap())\"v\"\(gap()))\n"
    }
    if random.chance(20) {
      number += 1
      found.append("key.\(number)")
      return "resolve(\(gap())Key<\(spelled)>(\"key.\(number)\")\(gap()))\n"
    }
    found.append(type.name)
    return random.chance(20)
      ? "handle(\(gap())for:\(gap())\(spelled).self)\n" : "resolve(\(gap())\(spelled)\(gap()).self\(gap()))\n"
  }
}
