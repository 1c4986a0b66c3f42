import ConfigDI

extension RulePage {
  /// The rules about the text of a single file.
  static let aboutReading: [RulePage] = [
    .yamlSyntax, .duplicateKey, .ambiguousScalar, .unknownField, .wrongShape, .unsupportedVersion, .resourceLimit,
    .badSuppression, .unreadableFile, .suspiciousText,
  ]

  private static let yamlSyntax = RulePage(
    .yamlSyntax,
    explanation: """
      The file could not be read as YAML, so nothing in it was checked. The place is where reading stopped; the \
      mistake may stand a little before it, such as a quote that was never closed or a line that is indented \
      otherwise than its neighbours.

      Files are UTF-8, with or without a byte-order mark. Indentation is made of spaces. Text that begins with one of \
      `@ % & * ! | > { [`, a backtick or a quote, or that contains `: ` or ` #`, must be quoted.
      """,
    bad: """
      configdi: 1
      services:
        Clock: @systemClock
      """,
    good: """
      configdi: 1
      services:
        Clock: systemClock
      """)

  private static let duplicateKey = RulePage(
    .duplicateKey,
    explanation: """
      Of two equal keys one would silently win, and readers of YAML do not agree which. Keys are compared after they \
      are read: `"ten"` and `'ten'` are one key, and so are `10` and `010`, while `10` and `"10"` are two.

      Remove one of them. Everything else is checked as if only the first were there.
      """,
    bad: """
      configdi: 1
      services:
        Clock: systemClock
        "Clock": fixedClock
      """,
    good: """
      configdi: 1
      services:
        Clock: systemClock
        Clock/test: fixedClock
      """)

  private static let ambiguousScalar = RulePage(
    .ambiguousScalar,
    explanation: """
      Manifests are read by YAML 1.2, where `no`, `on`, `22:30` and `1_000` are text and `010` is ten. Many tools \
      still read YAML 1.1, in which these are a boolean, a boolean, the number 1350, the number 1000 and eight: an \
      editor, a template engine or a linter then sees another manifest than the program does.

      Quote what is meant as text. Where a number is meant, write it without a leading zero and without `_`.
      """,
    bad: """
      configdi: 1
      services:
        Shop: { factory: shop, settings: { country: no } }
      """,
    good: """
      configdi: 1
      services:
        Shop: { factory: shop, settings: { country: "no" } }
      """)

  private static let unknownField = RulePage(
    .unknownField,
    explanation: """
      Every mapping of a manifest has a closed set of keys, so that a misspelt one is found instead of doing nothing. \
      A key may also be known but belong elsewhere: `scope` beside `alias`, or `new` and `remove` outside an overlay.

      Correct the spelling, or move the key to where it belongs. Keys of your own are possible at the top level, \
      where any name that begins with `x-` is left alone.
      """,
    bad: """
      configdi: 1
      services:
        Clock: { factory: systemClock, scoep: transient }
      """,
    good: """
      configdi: 1
      services:
        Clock: { factory: systemClock, scope: transient }
      """)

  private static let wrongShape = RulePage(
    .wrongShape,
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

  private static let unsupportedVersion = RulePage(
    .unsupportedVersion,
    explanation: """
      Every manifest and every overlay says `configdi: 1` at its top level. The number is the format's version: a file \
      of a later version may mean something else by the same words, so it is not read at all.

      Add the line, or use a release of the tools that knows the version. An empty file is reported in the same way.
      """,
    bad: """
      services:
        Clock: systemClock
      """,
    good: """
      configdi: 1
      services:
        Clock: systemClock
      """)

  private static let resourceLimit = RulePage(
    .resourceLimit,
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
      | units of work that repetition makes | 5,000,000 | `--max-work` |

      Each stage is composed and judged, so that their number multiplies the time. Steps are counted where a rule looks \
      for ways between services, through aliases, cases, collections and transient services, or under each value of a \
      parameter; a few looks at every service and dependency are free. Beyond either limit not everything was judged.

      Two small parts of a manifest can multiply: settings that aliases repeat by stages with other parameters, stages \
      by the services of an overlay, globs by folders, stages by all that a command draws, compares or compiles. This \
      work is counted before it is done, with all that stages share counted once, and a note says what multiplies. A \
      unit is about 0.2 µs of a processor; a few visits to each node that is written are free.

      Make the input smaller, or raise the limit: by its flag, or by `Limits` where a program loads the manifest. Two \
      have an end of their own: no file may have more than 2,147,483,647 bytes, nor more than 1,000 collections inside \
      each other, whatever the flag says. An \
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

  private static let badSuppression = RulePage(
    .badSuppression,
    explanation: """
      A comment can silence a finding that is known and accepted: `# configdi:ignore DI207 -- reason` at the end of \
      the finding's line, or alone on the line above any of the places that the finding names, and \
      `# configdi:ignore-file DI207 -- reason` anywhere for the whole file. Several codes are separated by commas.

      The reason is required, since the next reader needs it. A suppression with a mistake in it suppresses nothing, \
      and one that has nothing left to suppress would hide the next mistake: correct it, or remove it. One whose rule \
      did not run is left alone, and this rule itself cannot be suppressed.
      """,
    bad: """
      configdi: 1
      services:
        Clock: systemClock # configdi:ignore DI207
      """,
    good: """
      configdi: 1
      roots: [Server]
      services:
        Server: server
        Clock: systemClock # configdi:ignore DI207 -- the next release needs it
      """)

  private static let unreadableFile = RulePage(
    .unreadableFile,
    explanation: """
      The path names a folder, a pipe or a device, or the file may not be read. Only regular files are opened, so that \
      no path can make a check wait or eat memory.

      Name a regular file, and see to it that whoever runs the check may read it.
      """,
    bad: [
      "app.yaml": """
      configdi: 1
      imports: [parts]
      """,
      "parts/clock.yaml": """
      configdi: 1
      services:
        Clock: systemClock
      """,
    ],
    good: [
      "app.yaml": """
      configdi: 1
      imports: [parts/clock.yaml]
      """,
      "parts/clock.yaml": """
      configdi: 1
      services:
        Clock: systemClock
      """,
    ])

  private static let suspiciousText = RulePage(
    .suspiciousText,
    explanation: """
      Typographic quotes, as word processors and chat programs write them, are not quotes in YAML: they become part of \
      the text. A no-break or zero-width space looks like a space, or like nothing, and is part of the text too; \
      before a key it looks like indentation. `$NAME` and `${NAME:-text}` mean something to a shell alone: a manifest \
      reads variables of the environment through `parameters`. So do `{{ name }}`, `$(name)`, `#{name}` and `%NAME%` to \
      other tools; they are told where a parameter of that name, or one that reads the variable, is used nowhere.

      Write plain quotes and plain spaces; declare a parameter with `env` and `default`, and name it with `${name}`. \
      If the text is meant as it is, put it in quotes, single ones where it has a `$`. \
      In a name that is defined, quotes do not help: write such a character as an escape, `"\\u200B"`.
      """,
    bad: """
      configdi: 1
      services:
        Shop: { factory: shop, settings: { country: “no” } }
      """,
    good: """
      configdi: 1
      services:
        Shop: { factory: shop, settings: { country: "no" } }
      """)
}
