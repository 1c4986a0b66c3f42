extension Rule {
  package static let wrongShape = Rule(
    "DI005", "wrong-shape", .error,
    summary: "a value of another shape than its place asks for",
    explanation: """
      Each place in a manifest takes a value of one shape: a mapping, a list, a name, a whole number, `true` or \
      `false`. The message says which was expected and which was found. `null` never deletes: an overlay removes an \
      entry with `remove: true`.

      What a manifest has no use for is refused in the same way: tags other than `!!str`, `!!int`, `!!float`, \
      `!!bool`, `!!null`, `!!seq` and `!!map`, merge keys (`<<`), keys that are mappings or lists, and a second \
      document. Write a value without its tag; let an overlay, or a patch in a stage, take the place of a merge key; \
      and keep one document in a file.
      """,
    bad: """
      configdi: 1
      services:
        Clock: [systemClock]
      """,
    good: """
      configdi: 1
      services:
        Clock: systemClock
      """)
}
