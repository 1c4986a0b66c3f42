import ConfigDI
import ConfigDIRuntime

extension DraftWriter {
  mutating func writeParameters() {
    let all: [(name: String, kind: String, isSecret: Bool, value: Draft)] = [
      ("size", "int", false, random.chance(50) ? "7" : ["type": "int", "env": "SIZE", "max": "100"]),
      ("wide", "int", false, ["value": "300", "exposed": "true"]),
      ("label", "string", false, random.chance(50) ? "some-label" : ["env": "LABEL", "default": "none"]),
      ("mode", "mode", false, ["type": "enum", "of": ["calm", "fast"], "env": "MODE", "default": "calm"]),
      ("key", "string", true, ["env": "KEY", "secret": "true"]),
      (
        "wait", "duration", false,
        random.chance(50) ? ["type": "duration", "env": "WAIT"] : ["type": "duration", "value": "4s"]
      ),
      ("on", "bool", false, random.chance(50) ? "true" : ["type": "bool", "env": "ON", "default": "true"]),
      ("room", "bytes", false, ["type": "bytes", "value": "64KiB"]),
      ("rate", "float", false, "2.5"),
      ("said", "string", false, "\"it is ${label}\""),
      (
        "pick", "pick", false,
        ["type": "enum", "of": ["left", "right"], "value": random.chance(50) ? "left" : "right"]
      ),
    ]
    for parameter in all where random.chance(60) || (parameter.name == "label") { parameters.append(parameter) }
    // Declared for all stages, and read by the second alone, if it reads them.
    let late: [(name: String, kind: String, isSecret: Bool, value: Draft)] = [
      ("given", "string", false, ["type": "string"]),
      ("shown", "int", false, ["type": "int", "env": "SHOWN"]),
      ("far", "duration", false, ["type": "duration", "file": "no/such/file"]),
      ("said.later", "string", false, "\"then ${given}\""),
    ]
    for parameter in late where random.chance(30) { lateParameters.append(parameter) }
    if lateParameters.contains(where: { $0.name == "said.later" }),
      !lateParameters.contains(where: { $0.name == "given" })
    {
      lateParameters.append(late[0])
    }
    // Now and then both stages read them.
    if random.chance(6) { parameters += lateParameters.filter { $0.name != "far" } }
  }

  mutating func settings(of factory: CatalogFactory) -> Draft? {
    guard let schema = factory.settings else { return nil }
    var entries: [(key: String, value: Draft)] = []
    for field in schema.fields {
      if field.isOptional || field.defaultText != nil, random.chance(50) { continue }
      entries.append((field.name, value(of: field)))
    }
    return entries.isEmpty ? nil : .map(entries)
  }

  mutating func value(of field: SettingsField) -> Draft {
    let (kind, texts): (String, [Draft]) =
      switch field.type {
      case .int: ("int", ["3", "0", "-4"])
      case .float: ("float", ["0.5", "3", "1e3"])
      case .bool: ("bool", ["true", "false"])
      case .duration: ("duration", ["250ms", "1d"])
      case .bytes: ("bytes", ["512", "10MB"])
      case .enumeration: ("mode", ["calm", "wild"])
      case .string: ("string", ["hello", "\"with ${label} inside\"", "\"$${plain}\""])
      case .list(let element): ("", [.list([value(of: element), value(of: element)]), .list([])])
      case .map(let element, _): ("", [.map([("one", value(of: element))]), .map([])])
      case .object(let fields, _): ("", [.map(fields.map { ($0.name, value(of: $0)) })])
      default: ("", ["anything"])
      }
    let fitting = parameters.filter { parameter in
      parameter.kind == kind && (field.isSecret || !parameter.isSecret)
        && (parameter.name != "wide" || field.maximum == nil) && (parameter.name != "size" || field.maximum == nil)
    }
    if random.chance(40), let parameter = random.pick(fitting) { return .scalar("\"${\(parameter.name)}\"") }
    return random.pick(texts) ?? "anything"
  }

  /// Serves a service under one more key: an alias of it, or a choice between it and another; `nil` if it cannot be.
  mutating func passage(to target: Served, or others: (Served) -> Bool) -> Served? {
    guard target.entry["provided"] == nil else { return nil }
    let second = random.pick(
      served.filter {
        $0.type == target.type && $0.argument == target.argument && $0.entry["provided"] == nil && others($0)
      })
    let selects = ["pick": ["left", "right"], "on": ["true", "false"], "mode": ["calm", "fast"]]
    var passage = target
    passage.factory = nil
    passage.holds = nil
    passage.holdsAtOnce.insert(target.key)
    if random.chance(50) {
      passage.key = "\(target.type)/also"
      passage.entry = ["alias": .scalar(target.key)]
    } else {
      guard let parameter = random.pick(parameters.filter { selects[$0.name] != nil }), let second,
        let cases = selects[parameter.name]
      else { return nil }
      passage.key = "\(target.type)/chosen"
      passage.entry = [
        "select": .scalar(parameter.name),
        "cases": .map([(cases[0], .scalar(target.key)), (cases[1], .scalar(second.key))]),
      ]
      passage.needs.formUnion(second.needs)
      passage.isOnMain = target.isOnMain || second.isOnMain
      passage.isAwaitedAnew = target.isAwaitedAnew || second.isAwaitedAnew
      passage.isMissing = target.isMissing || second.isMissing
      passage.holdsAtOnce.formUnion(second.holdsAtOnce.union([second.key]))
    }
    guard !served.contains(where: { $0.key == passage.key }) else { return nil }
    served.append(passage)
    return passage
  }

  mutating func roots() -> Draft {
    var roots: [Draft] = []
    for service in served where random.chance(30) && service.factory != nil && service.argument == nil {
      guard !service.needs.isEmpty else {
        roots.append(.scalar(service.key))
        continue
      }
      guard let scope = scopes.indices.last(where: { service.needs.isSubset(of: chain(of: $0)) }) else { continue }
      roots.append(["key": .scalar(service.key), "scope": .scalar(scopes[scope].name)])
    }
    return .list(roots)
  }

  mutating func lifecycle() -> Draft {
    var uses: [Draft] = []
    for initializer in initializers where random.chance(60) {
      let isServed = initializer.dependencies.allSatisfy { dependency in
        served.contains {
          $0.key == type(of: dependency) && $0.needs.isEmpty && !$0.isOnMain && !$0.isMissing
        }
      }
      guard isServed else { continue }
      guard let settings = settings(of: initializer) else {
        uses.append(.scalar(initializer.name))
        continue
      }
      uses.append(["factory": .scalar(initializer.name), "settings": settings, "onError": "continue"])
    }
    return ["launch": .list(uses)]
  }

  /// Two stages, the second with changes of its own.
  mutating func stages() -> [(key: String, value: Draft)] {
    guard random.chance(55) else { return [] }
    var two: Draft = random.chance(50) ? ["extends": "one"] : .map([])
    let earlier = parameters
    parameters += lateParameters.filter { late in !earlier.contains { $0.name == late.name } }
    var changes = changes()
    parameters = earlier
    // A name of two types.
    if random.chance(3) { changes.append(("Crate", ["factory": "crate", "new": "true"])) }
    if !changes.isEmpty { two["services"] = .map(changes) }
    var values: [(key: String, value: Draft)] = random.chance(40) ? [("label", "other")] : []
    for parameter in lateParameters
    where parameter.name != "said.later" && (parameter.name == "far" || random.chance(90)) {
      let given: [String: Draft] = ["given": "given", "shown": "4", "far": ["value": "1d"]]
      values.append((parameter.name, given[parameter.name] ?? "given"))
    }
    if !values.isEmpty { two["parameters"] = .map(values) }
    return [("one", .map([])), ("two", two)]
  }

  /// Another overlay, handed in with the manifest.
  mutating func overlay() -> Draft? {
    guard random.chance(25) else { return nil }
    var overlay: Draft = ["configdi": "1", "kind": "overlay"]
    if random.chance(30) { overlay["parameters"] = ["label": "overlaid"] }
    overlay["services"] = .map(changes())
    return overlay
  }

  mutating func changes() -> [(key: String, value: Draft)] {
    var changes: [(key: String, value: Draft)] = []
    for service in served where random.chance(lateParameters.isEmpty ? 10 : 30) {
      guard let factory = service.factory, service.entry["factory"] != nil else { continue }
      switch random.number(below: 3) {
      case 0:
        guard let settings = settings(of: factory) else { continue }
        changes.append((service.key, ["settings": settings]))
      case 1: changes.append((service.key, ["description": "changed"]))
      default:
        let same = factories.filter {
          provides($0) == service.type && $0.dependencies.isEmpty && $0.settings == nil && $0.isolation == .none
            && (!$0.isAsync || service.isMissing)
            && $0.argument == factory.argument
        }
        guard let other = random.pick(same) else { continue }
        var entry: Draft = ["factory": .scalar(other.name)]
        for field in ["scope", "collect"] { entry[field] = service.entry[field] }
        changes.append((service.key, entry))
      }
    }
    if random.chance(15) {
      changes.append(("Seat/\(random.chance(50) ? "new" : "newer")", ["factory": "seat", "new": "true"]))
    }
    return changes
  }
}
