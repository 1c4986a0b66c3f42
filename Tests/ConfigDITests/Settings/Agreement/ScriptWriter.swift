@testable import ConfigDIRuntime
@testable import TestSupport

/// Writes scripts, and settings for them that are mostly right.
struct ScriptWriter {
  var random: Seeded
  private var names = 0
  private var isHidden = false

  init(_ seed: UInt64) {
    random = Seeded(seed)
  }

  mutating func scripts() -> [Script] {
    [script(mostStored: 4), script(mostStored: 2), script(mostStored: 1)]
  }

  private mutating func chance(_ percent: Int) -> Bool { random.number(below: 100) < percent }

  private mutating func kind(from slot: Int = 0) -> Int {
    // Scripted types are last, and none may contain itself.
    random.number(below: Kind.all.count - slot)
  }

  private mutating func script(mostStored: Int) -> Script {
    var script = Script()
    isHidden = false
    let scripted = mostStored == 4 ? 0 : 2
    if mostStored != 4 || chance(8), chance(25) {
      switch random.number(below: 4) {
      case 0:
        let index = Kind.decisive[random.number(below: Kind.decisive.count)]
        script.form = .single(index, refusing: chance(50) ? probe(of: index) : nil)
      case 1: script.form = .either(kind(from: scripted), kind(from: scripted))
      case 2: script.form = .list(kind(from: scripted))
      default: script.form = .keyedOrSingle(kind(from: scripted))
      }
    }
    var kinds: [Int?] = []
    script.steps = steps(most: mostStored, scripted, &kinds)
    script.isHidden = isHidden
    return script
  }

  private mutating func probe(of kind: Int) -> String {
    if kind < 2, chance(8) {
      isHidden = true
      return kind == 0 ? "13" : "hidden"
    }
    let probes = Kind.all[kind].probes
    return probes.isEmpty ? "" : probes[random.number(below: probes.count)]
  }

  private mutating func steps(most: Int, _ scripted: Int, _ kinds: inout [Int?]) -> [Step] {
    var steps: [Step] = []
    var left = most
    while left > 0, !chance(15) {
      let step = step(left, scripted, &kinds)
      left -= step.stored
      steps.append(step)
    }
    return steps
  }

  private mutating func name() -> String {
    names += 1
    return chance(4) ? "name" : "f\(names)"
  }

  private mutating func step(_ left: Int, _ scripted: Int, _ kinds: inout [Int?]) -> Step {
    let decisive = kinds.indices.filter { kinds[$0].map { Kind.decisive.contains($0) } ?? false }
    switch random.number(below: 40) {
    case 0:
      kinds.append(nil)
      return .contains(name())
    case 1: return .requirePresent(name())
    case 2 where chance(40): return .names
    case 3:
      var inner: [Int?] = []
      let nested = steps(most: left, scripted, &inner)
      kinds += Array(repeating: nil, count: nested.reduce(0) { $0 + $1.stored })
      return .nested(name(), nested)
    case 4:
      kinds.append(nil)
      return .nestedList(name(), kind: kind(from: scripted))
    case 5:
      kinds.append(nil)
      return .superDecoder(name(), kind: kind(from: scripted))
    case 6, 7, 8:
      guard let index = decisive.randomElement(using: &random), let kind = kinds[index] else { break }
      var (first, second) = (kinds, kinds)
      let then = steps(most: left, scripted, &first)
      var otherwise = steps(most: left, scripted, &second)
      // The same field as another type.
      if case .field(let name, _, let way)? = then.first, chance(30) {
        otherwise = [.field(name, kind: self.kind(from: scripted), way)] + otherwise.dropFirst()
      }
      let branch = Step.branch(on: index, is: probe(of: kind), then: then, otherwise: otherwise)
      kinds += Array(repeating: nil, count: branch.stored)
      return branch
    case 9, 10:
      guard let index = decisive.randomElement(using: &random), let kind = kinds[index] else { break }
      return .refuse(index, is: probe(of: kind))
    case 11:
      guard kinds.count > 1 else { break }
      return .needOne(kinds.count - 1, kinds.count - 2)
    default: break
    }
    let kind = chance(40) ? Kind.decisive[random.number(below: Kind.decisive.count)] : kind(from: scripted)
    let ways: [Step.Way] = [.required, .required, .required, .optional, .optional, .orDefault, .lenient, .nullFirst]
    let way = ways[random.number(below: chance(80) ? 6 : 8)]
    kinds.append(kind)
    return .field(name(), kind: kind, way)
  }

  // MARK: settings

  mutating func settings(_ scripts: [Script], _ number: Int = 0) -> String {
    let script = scripts[number]
    switch script.form {
    case .keyed: return "{ \(entries(script.steps, scripts).joined(separator: ", ")) }"
    case .single(let kind, _): return value(kind, scripts)
    case .either(let first, let second): return value(chance(50) ? first : second, scripts)
    case .list(let kind): return "[\(value(kind, scripts))]"
    case .keyedOrSingle(let kind):
      return chance(50) ? value(kind, scripts) : "{ \(entries(script.steps, scripts).joined(separator: ", ")) }"
    }
  }

  private mutating func value(_ kind: Int, _ scripts: [Script]) -> String {
    if chance(7) { return Kind.others[random.number(below: Kind.others.count)] }
    if chance(3) { return Kind.all.flatMap(\.values).randomElement(using: &random) ?? "null" }
    if kind == Kind.all.count - 2 { return settings(scripts, 1) }
    if kind == Kind.all.count - 1 { return settings(scripts, 2) }
    return Kind.all[kind].values.randomElement(using: &random) ?? "null"
  }

  private mutating func entries(_ steps: [Step], _ scripts: [Script]) -> [String] {
    var written: [String: String] = [:]
    fill(steps, scripts, &written)
    if chance(3) { written["extra"] = "1" }
    return written.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
  }

  private mutating func fill(_ steps: [Step], _ scripts: [Script], _ written: inout [String: String]) {
    for step in steps {
      switch step {
      case .field(let name, let kind, let way):
        if !chance(way == .required ? 4 : 35) { written[name] = value(kind, scripts) }
      case .contains(let name), .requirePresent(let name):
        if chance(70) { written[name] = value(0, scripts) }
      case .nested(let name, let inner):
        written[name] = "{ \(entries(inner, scripts).joined(separator: ", ")) }"
      case .nestedList(let name, let kind): written[name] = "[\(value(kind, scripts))]"
      case .superDecoder(let name, let kind): if !chance(10) { written[name] = value(kind, scripts) }
      case .branch(_, _, let then, let otherwise):
        if chance(50) {
          fill(then, scripts, &written)
        } else {
          fill(otherwise, scripts, &written)
        }
      case .names, .refuse, .needOne: break
      }
    }
  }
}
