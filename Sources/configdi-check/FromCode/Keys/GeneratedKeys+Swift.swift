import ConfigDI

extension GeneratedKeys {
  /// The text of the whole file, in the layout of `swift format`.
  var text: String {
    var text =
      "// Written by `configdi-check keys` from \(visible(manifest)). To change it, edit the manifest "
      + "and run the command again.\n"
    text += (["ConfigDIRuntime"] + spelling.imports).sorted().map { "import \($0)\n" }.joined()
    if !accessors.isEmpty {
      text += "\nextension \(library("Container")) {\n" + accessors.map(accessor).joined(separator: "\n") + "}\n"
    }
    text += "\n/// The names that the manifest declares.\nenum \(space) {\n"
    text += sections.joined(separator: "\n")
    return text + "}\n"
  }

  private var space: String { spelling.isDeclared("Wiring") ? "WiringNames" : "Wiring" }

  private var sections: [String] {
    var sections: [String] = []
    for accessor in accessors where !accessor.variants.isEmpty {
      let cases = Self.constants(accessor.variants, avoiding: ["allCases"]).map { constant, name in
        "case \(constant)\(constant == SwiftWords.escaped(name) ? "" : " = \(SwiftWords.literal(name))")"
      }
      let head = "enum \(Self.variantType(accessor)): \(library("String", of: "Swift")), CaseIterable, Sendable"
      sections.append("  /// The variants of `\(accessor.name)`.\n" + SwiftWords.member(head, cases))
    }
    for (name, comment, values) in constants {
      let constants = Self.constants(values).map { constant, value in
        let text = SwiftWords.literal(value)
        return "static let \(constant) = \(name == "Phases" ? "\(library("Phase"))(\(text))" : text)"
      }
      sections.append("  /// \(comment)\n" + SwiftWords.member("enum \(name)", constants))
    }
    let direct = accessors.filter(\.hasHandle)
    if !direct.isEmpty { sections.append(handles(direct)) }
    return sections
  }

  private func accessor(_ accessor: Accessor) -> String {
    func resolving(_ isAwaited: Bool, _ isOnMainActor: Bool) -> (isolation: String, effects: String, call: String) {
      if isAwaited { return ("", "async throws", "try await resolveAsync") }
      return isOnMainActor ? ("@MainActor ", "throws", "try main.resolve") : ("", "throws", "try resolve")
    }
    var members: [String] = []
    if accessor.isPlain {
      let place = accessor.scope.map { " Available while scope '\($0)' is open." } ?? ""
      let (isolation, effects, call) = resolving(accessor.isAwaited.plain, accessor.isOnMainActor.plain)
      members.append(
        "  /// The service of the key `\(visible(accessor.custom ?? Self.key(accessor)))`.\(visible(place))\n"
          + SwiftWords.member(
            "\(isolation)var \(Self.constant(accessor.name)): \(accessor.type)",
            ["get \(effects) { \(call)(\(argument(accessor))) }"]))
    }
    if !accessor.variants.isEmpty {
      let (isolation, effects, call) = resolving(accessor.isAwaited.variants, accessor.isOnMainActor.variants)
      let type = "\(space).\(Self.variantType(accessor))"
      members.append(
        "  /// The service of a variant of the key `\(Self.key(accessor))`.\n"
          + SwiftWords.member(
            "\(isolation)func \(Self.constant(accessor.name))(_ variant: \(type)) \(effects) -> \(accessor.type)",
            ["\(call)(\(SwiftWords.operand(accessor.type)).self, named: variant.rawValue)"]))
    }
    return members.joined(separator: "\n")
  }

  private func argument(_ accessor: Accessor) -> String {
    accessor.custom.map { "\(library("Key"))<\(accessor.type)>(\(SwiftWords.literal($0)))" }
      ?? "\(SwiftWords.operand(accessor.type)).self"
  }

  private func handles(_ accessors: [Accessor]) -> String {
    var text = "  /// The services, looked up once, for hot paths.\n  struct Handles: Sendable {\n"
    for accessor in accessors {
      text += "    let \(Self.constant(accessor.name)): \(library("Handle"))<\(accessor.type)>\n"
    }
    text += "\n    init(_ container: \(library("Container"))) throws {\n"
    for accessor in accessors {
      let name = Self.constant(accessor.name)
      let place = ["container", "`self`"].contains(name) ? "self.\(name)" : name
      text += "      \(place) = try container.handle(for: \(argument(accessor)))\n"
    }
    return text + "    }\n  }\n"
  }

  private static func key(_ accessor: Accessor) -> String {
    String(accessor.type.dropFirst(accessor.type.hasPrefix("any ") ? 4 : 0)).replacing("`", with: "")
  }

  private static func variantType(_ accessor: Accessor) -> String {
    "\(accessor.name.firstCapitalized)Variant"
  }

  private static func constant(_ name: String) -> String { SwiftWords.escaped(identifier(name)) }

  /// Pairs each name with its constant: `dbPoolSize` for `db.poolSize`, or the name itself if two would share one.
  static func constants(
    _ names: [String], avoiding taken: Set<String> = []
  ) -> [(constant: String, name: String)] {
    let chosen = FactoryNames.distribute(
      names.map { name in
        let identifier = identifier(name)
        // After a dot, `Type` and `Protocol` mean something else even in backticks, and a name without letters or digits
        // is an operator.
        let isUsable =
          SwiftWords.isName(name) && name != "Type" && name != "Protocol"
          && name.contains { $0.isLetter || $0.isNumber } && !name.contains("$")
        return isUsable ? [identifier, name] : [identifier]
      }, taken: taken)
    return zip(FactoryNames.numbered(chosen, avoiding: taken).map(SwiftWords.escaped), names).map { ($0, $1) }
  }
}
