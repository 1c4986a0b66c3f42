extension Rule {
  package static let wrongShape = Rule(
    "DI005", "wrong-shape", .error,
    summary: "a value of another shape than its place asks for",
    explanation: """
      A list stands where a mapping is due, a number where a name is, nothing where something must be; or the file uses \
      a part of YAML that manifests do without: tags of its own, merge keys, a second document. The message says what \
      was expected and what was found.

      Write the value in the expected shape; the manifest's reference shows each section. `null` never deletes: \
      an overlay removes an entry with `remove: true`.
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
