extension Rule {
  package static let resourceLimit = Rule(
    "DI007", "resource-limit", .error,
    summary: "an input larger, deeper or longer than the limits allow",
    explanation: """
      A few bytes of YAML can stand for billions of nodes, and a file that was named by mistake can be endless. \
      Every bound on what is read is therefore fixed beforehand, and passing one is an error at the place where it \
      was passed, before memory or time are gone.

      | limit | default | flag |
      |---|---|---|
      | bytes of one file | 64 MiB | `--max-file-bytes` |
      | bytes of one scalar | 1 MiB | `--max-scalar-bytes` |
      | collections inside each other | 128 | `--max-nesting` |
      | files of one manifest | 10,000 | `--max-files` |
      | imports inside each other | 64 | `--max-import-depth` |
      | nodes of all files, aliases expanded | 10,000,000 | `--max-nodes` |
      | stages of one manifest | 2,500 | `--max-stages` |
      | steps of searching the graph | 5,000,000 | `--max-steps` |

      Each stage is composed and judged, so that their number multiplies the time. Steps are counted where a rule looks \
      for ways between services, through aliases, cases, collections and transient services, or under each value of a \
      parameter; a few looks at every service and dependency are free. Beyond either limit not everything was judged.

      Make the input smaller, or raise the limit: by its flag, or by `Limits` where a program loads the manifest. An \
      anchor that contains itself has no end, so no limit is high enough for it; and a file may have 16 directives \
      of 1 KiB in all.

      Nor can a container make more than 512 services in one go that are `transient`, `graph` or `weak` and hold one \
      another: each takes its share of the stack. Let one of them be shared.
      """,
    bad: """
      configdi: 1
      x-loop: &loop [*loop]
      """,
    good: """
      configdi: 1
      x-list: &list [1, 2]
      x-again: *list
      """)
}

extension Limits {
  /// A limit's name in messages and on the command line.
  package struct Name: Sendable {
    let noun: String
    let flag: String
    let field: String
    let value: @Sendable (Limits) -> Int

    package static let fileBytes = Name(
      noun: "bytes in one file", flag: "max-file-bytes", field: "fileBytes", value: \.fileBytes)
    package static let scalarBytes = Name(
      noun: "bytes in one scalar", flag: "max-scalar-bytes", field: "scalarBytes", value: \.scalarBytes)
    package static let nesting = Name(
      noun: "collections inside each other", flag: "max-nesting", field: "nesting", value: \.nesting)
    package static let files = Name(noun: "files in one manifest", flag: "max-files", field: "files", value: \.files)
    package static let importDepth = Name(
      noun: "imports inside each other", flag: "max-import-depth", field: "importDepth", value: \.importDepth)
    package static let nodes = Name(
      noun: "nodes after aliases are expanded", flag: "max-nodes", field: "nodes", value: \.nodes)
    package static let stages = Name(
      noun: "stages in one manifest", flag: "max-stages", field: "stages", value: \.stages)
    package static let steps = Name(
      noun: "steps of searching the graph", flag: "max-steps", field: "steps", value: \.steps)
  }

  /// Returns the finding that a limit was exceeded at a place.
  package func passed(_ name: Name, at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .resourceLimit, "more than \(name.value(self)) \(name.noun)", at: location,
      help: ["make it smaller, or raise the limit with --\(name.flag) N (in code: Limits.\(name.field))"])
  }
}

extension Diagnostic {
  static func endlessAlias(_ name: String, at alias: SourceLocation, anchor: SourceLocation) -> Diagnostic {
    Diagnostic(
      .resourceLimit, "alias '*\(name)' stands inside what it repeats, so that it has no end", at: alias,
      related: [.init("'&\(name)' begins here", at: anchor)],
      notes: ["no limit on the nodes after aliases are expanded is high enough for it"],
      help: ["write out the part that is meant, or put the anchor on that part alone"])
  }

  static func tooManyDirectives(at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .resourceLimit,
      "more than \(Prologue.mostDirectives) directives, or more than \(Prologue.mostDirectiveBytes) bytes of them",
      at: location,
      notes: ["this limit is fixed"],
      help: ["remove the '%' lines: a manifest needs none"])
  }
}
