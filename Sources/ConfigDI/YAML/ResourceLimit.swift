extension Diagnostic {
  static func endlessAlias(_ name: String, at alias: SourceLocation, anchor: SourceLocation) -> Diagnostic {
    Diagnostic(
      .resourceLimit, .endlessAlias(name), at: alias,
      related: [.init("'&\(name)' begins here", at: anchor)],
      notes: ["no limit on the nodes after aliases are expanded is high enough for it"],
      help: ["write out the part that is meant, or put the anchor on that part alone"])
  }

  static func tooManyDirectives(at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .resourceLimit, .tooManyDirectives, at: location,
      notes: ["this limit is fixed"],
      help: ["remove the '%' lines: a manifest needs none"])
  }
}

extension String {
  static let memoryRanOut = "memory ran out"

  fileprivate static func endlessAlias(_ name: String) -> String {
    "alias '*\(name)' stands inside what it repeats, so that it has no end"
  }

  fileprivate static let tooManyDirectives =
    "more than \(Prologue.mostDirectives) directives, or more than \(Prologue.mostDirectiveBytes) bytes of them"
}
