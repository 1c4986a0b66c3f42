/// Makes mistakes in a draft: some aimed at a rule, some anywhere, which may even leave it right.
struct DraftMistakes {
  var random: Seeded

  mutating func spoil(_ draft: inout Draft) {
    if random.chance(50) { anywhere(&draft) } else { aimed(&draft) }
  }

  /// Changes one place of the tree, whatever it means.
  private mutating func anywhere(_ draft: inout Draft) {
    var texts: [String] = []
    var count = 0
    Self.walk(draft, &texts, &count)
    let place = random.number(below: max(1, count))
    let text = random.pick(texts) ?? "other"
    let kind = random.number(below: 7)
    var index = 0
    draft = Self.edited(draft, place, &index, kind: kind, text: text)
  }

  private static func walk(_ draft: Draft, _ texts: inout [String], _ count: inout Int) {
    count += 1
    switch draft {
    case .scalar(let text): texts.append(text)
    case .list(let elements): for element in elements { walk(element, &texts, &count) }
    case .map(let entries):
      for entry in entries {
        texts.append(Draft.quoted(entry.key))
        walk(entry.value, &texts, &count)
      }
    }
  }

  private static func edited(_ draft: Draft, _ place: Int, _ index: inout Int, kind: Int, text: String) -> Draft {
    let isHere = index == place
    index += 1
    switch draft {
    case .scalar(let old):
      guard isHere else { return draft }
      return switch kind {
      case 0: .list([draft])
      case 1: ["factory": draft]
      case 2: .scalar(old + "x")
      default: .scalar(text)
      }
    case .list(var elements):
      if isHere {
        if kind < 3 { return .list(elements + [.scalar(text)]) }
        if kind < 5 { return .list(Array(elements.dropFirst())) }
        return .list(elements + elements.prefix(1))
      }
      for position in elements.indices {
        elements[position] = edited(elements[position], place, &index, kind: kind, text: text)
      }
      return .list(elements)
    case .map(var entries):
      if isHere, !entries.isEmpty {
        let position = place % entries.count
        switch kind {
        case 0, 1: entries.remove(at: position)
        case 2: entries.append(entries[position])
        case 3: entries[position].key = text.filter { $0 != "\"" }
        case 4: entries[position].value = entries[(position + 1) % entries.count].value
        case 5: entries.append((text.filter { $0 != "\"" }, .scalar(text)))
        default: entries.swapAt(position, (position + 1) % entries.count)
        }
        return .map(entries)
      }
      for position in entries.indices {
        entries[position].value = edited(entries[position].value, place, &index, kind: kind, text: text)
      }
      return .map(entries)
    }
  }
}

extension DraftMistakes {
  private typealias Mistake = (inout Draft, inout Seeded) -> Void

  private mutating func aimed(_ draft: inout Draft) {
    let mistakes: [Mistake] = [
      {
        Self.changeService(&$0, &$1) { entry, random, _ in
          entry["scope"] = .scalar(
            random.pick(["singleton", "transient", "graph", "weak", "session", "request", "side", "sesion"]) ?? "weak")
        }
      },
      {
        Self.changeService(&$0, &$1) { entry, random, _ in
          entry["factory"] = .scalar(random.pick(Self.factories) ?? "wheel")
        }
      },
      {
        Self.changeService(&$0, &$1) { entry, random, keys in
          var dependencies = entry["dependencies"] ?? .map([])
          let label = random.pick(dependencies.keys + ["Wheel", "Engine", "Seat", "title", "nothing"]) ?? "Wheel"
          let kind = random.pick(["", "", "lazy", "provider", "optional", "all"]) ?? ""
          let key = Draft.scalar(random.pick(keys + ["Nowhere", "lamps"]) ?? "Wheel")
          dependencies[label] = kind.isEmpty ? key : .map([(kind, key)])
          entry["dependencies"] = dependencies
        }
      },
      {
        Self.changeService(&$0, &$1) { entry, random, _ in
          entry["decorators"] = .list([.scalar(random.pick(Self.decorators) ?? "shiny")])
        }
      },
      {
        Self.changeService(&$0, &$1) { entry, random, _ in
          entry["collect"] = .scalar(random.pick(["lamps", "lamp", "spots"]) ?? "lamps")
        }
      },
      { Self.changeService(&$0, &$1) { entry, _, _ in entry["eager"] = "true" } },
      {
        Self.changeService(&$0, &$1) { entry, random, _ in
          var settings = entry["settings"] ?? .map([])
          settings[random.pick(["size", "mode", "key", "limit", "ratio", "table", "on", "siez"]) ?? "size"] =
            .scalar(
              random.pick([
                "\"${key}\"", "\"${nope}\"", "\"${\"", "text", "[1]", "12.5", "999999999999999999999", "null",
                "{ low: 300 }",
              ]) ?? "1")
          entry["settings"] = settings
        }
      },
      { draft, random in
        guard var services = draft["services"], let key = random.pick(services.keys) else { return }
        services[key] = .map([("alias", .scalar(random.pick(services.keys + ["Nowhere"]) ?? key))])
        draft["services"] = services
      },
      { draft, random in
        guard var services = draft["services"], let key = random.pick(services.keys) else { return }
        services[key] = .map([
          ("provided", "true"),
          ("scope", .scalar(random.pick(["singleton", "transient", "request", "session"]) ?? "weak")),
        ])
        draft["services"] = services
      },
      { draft, random in
        guard var services = draft["services"], let key = random.pick(services.keys) else { return }
        let other = random.pick(services.keys) ?? key
        services[random.pick([key, "\(key)/picked"]) ?? key] = .map([
          ("select", .scalar(random.pick(["pick", "on", "mode", "size", "none"]) ?? "pick")),
          ("cases", .map([("left", .scalar(key)), ("right", .scalar(other))])),
        ])
        draft["services"] = services
      },
      { draft, random in
        guard var services = draft["services"], let key = random.pick(services.keys) else { return }
        services[key] = nil
        draft["services"] = services
      },
      { draft, random in
        var parameters = draft["parameters"] ?? .map([])
        let name = random.pick(["label", "size", "extra"]) ?? "size"
        parameters[name] = random.pick([
          .map([("type", "int"), ("value", "many")]), .map([("type", "int")]), .scalar("\"${said} and ${\(name)}\""),
          "\"${label\"",
          .map([("type", "int"), ("value", "5"), ("max", "3")]), .map([("secret", "true"), ("value", "in-the-file")]),
        ])
        draft["parameters"] = parameters
      },
      { draft, random in
        draft["scopes"] = [
          "session": ["parent": .scalar(random.pick(["request", "sesion", "singleton"]) ?? "request")],
          "request": ["parent": "session"],
        ]
      },
      { draft, random in
        draft["stages"] = random.pick([
          ["one": ["extends": "two"], "two": ["extends": "one"]],
          ["one": [:], "two": ["services": ["Nowhere": ["scope": "weak"]]]],
          ["one": [:], "two": ["services": ["Wheel": ["remove": "true"]]]],
          ["one": [:], "two": ["services": ["Wheel": ["factory": "wheel", "new": "true"]]]],
          ["one": [:], "two": ["extends": "tow"]],
        ])
      },
      { draft, random in
        draft["lifecycle"] = .map([("launch", .list([.scalar(random.pick(Self.decorators + Self.factories) ?? "log")]))]
        )
      },
      { draft, _ in
        guard var services = draft["services"] else { return }
        (services["Horn"], services["Radio"]) = ("horn", "boundRadio")
        draft["services"] = services
      },
      { draft, random in
        guard var services = draft["services"] else { return }
        switch random.number(below: 3) {
        case 0: services["Wheel"] = "gearedWheel"
        case 1: services["Engine"] = ["factory": "slowEngine", "scope": "weak"]
        default: services["Wheel"] = ["factory": "sizedWheel", "settings": ["size": "1", "label": "\"${key}\""]]
        }
        draft["services"] = services
      },
      { draft, random in
        guard var services = draft["services"] else { return }
        services["Wheel"] = "wheel"
        services["Cabin"] = random.pick([
          "cabin", "bareCabin", ["factory": "cabin", "eager": "true"], ["factory": "cabin", "scope": "singleton"],
          ["factory": "bareCabin", "decorators": ["numbered"]],
        ])
        services["Garage"] = .scalar(random.pick(["hotel", "namedHotel", "plainHotel", "askingHotel"]) ?? "hotel")
        draft["services"] = services
      },
      { draft, _ in
        guard var services = draft["services"] else { return }
        services["Crate"] = "crate"
        draft["services"] = services
      },
      { draft, _ in draft["imports"] = ["missing.yaml"] },
      { draft, random in draft["configdi"] = .scalar(random.pick(["2", "[", "one"]) ?? "2") },
    ]
    random.pick(mistakes)?(&draft, &random)
  }

  private static let factories = [
    "wheel", "sizedWheel", "titledWheel", "mainWheel", "engine", "twinEngine", "tunedEngine", "slowEngine", "seat",
    "tankSeat", "tank", "lamp", "wheelLamp", "horn", "hornRadio", "tripRadio", "trip", "dash", "wrongPilot", "garage",
    "lazyPilot", "askingPilot", "callingPilot", "latePilot", "tripLamp",
    "oldFleet", "wheeel", "litBody", "slowWheel", "slowTicket", "slowTrip", "asyncBody", "asyncRadio", "cabin",
    "namedCabin", "bareCabin", "hotel", "namedHotel", "askingHotel", "plainHotel",
  ]
  private static let decorators = [
    "shiny", "sized", "belled", "loud", "seated", "framed", "guarded", "log", "warm", "tested", "proven", "numbered",
  ]

  private static func changeService(
    _ draft: inout Draft, _ random: inout Seeded, _ change: (inout Draft, inout Seeded, [String]) -> Void
  ) {
    guard var services = draft["services"], let key = random.pick(services.keys), var entry = services[key] else {
      return
    }
    if case .scalar(let factory) = entry { entry = ["factory": .scalar(factory)] }
    change(&entry, &random, services.keys)
    services[key] = entry
    draft["services"] = services
  }
}
