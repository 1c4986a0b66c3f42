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
