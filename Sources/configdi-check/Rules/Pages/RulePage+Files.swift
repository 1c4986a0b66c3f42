import ConfigDI

extension RulePage {
  /// The rules about files, stages and overlays.
  static let aboutFiles: [RulePage] = [
    .importMissing, .importCycle, .importEscapesRoot, .globMatchesNothing, .unknownStage, .stageExtendsCycle,
    .conflictingDefinition, .overridesNothing, .overrideDrops, .unknownSetTarget,
  ]

  private static let importMissing = RulePage(
    .importMissing,
    explanation: """
      A path in `imports` or `overlays` is relative to the file that writes it. Nothing is at the place that it names, \
      so whatever the file would define is unknown, and findings that merely follow from that are left out.

      Correct the path. A file that may be absent, such as a developer's own, is imported with \
      `{ path: local.yaml, optional: true }`. A path that begins `module:NAME/` needs a folder bound to the name.
      """,
    bad: [
      "app.yaml": """
      configdi: 1
      imports: [shared/clok.yaml]
      """,
      "shared/clock.yaml": """
      configdi: 1
      services:
        Clock: systemClock
      """,
    ],
    good: [
      "app.yaml": """
      configdi: 1
      imports:
        - shared/clock.yaml
        - { path: local.yaml, optional: true }
      """,
      "shared/clock.yaml": """
      configdi: 1
      services:
        Clock: systemClock
      """,
    ])

  private static let importCycle = RulePage(
    .importCycle,
    explanation: """
      What a file imports comes before its own entries, so two files that import each other have no order. The finding \
      stands at the import that closes the cycle and names every file of it.

      Remove that import, or move what both files need into a third that each of them imports.
      """,
    bad: [
      "app.yaml": """
      configdi: 1
      imports: [part.yaml]
      """,
      "part.yaml": """
      configdi: 1
      imports: [app.yaml]
      """,
    ],
    good: [
      "app.yaml": """
      configdi: 1
      imports: [part.yaml]
      """,
      "part.yaml": """
      configdi: 1
      services:
        Clock: systemClock
      """,
    ])

  private static let importEscapesRoot = RulePage(
    .importEscapesRoot,
    explanation: """
      Imports and overlays stay within a folder, links resolved: the entry manifest's own, unless its `root` widens \
      that. The command line has a bound of its own which no manifest passes: `--root`, else the repository. So a \
      manifest that came from elsewhere cannot read files that it has no business with.

      Move the file inside, or widen the folder with `root: ..` in the entry manifest, or with `--root`.
      """,
    bad: [
      "app.yaml": """
      configdi: 1
      imports: [../outside.yaml]
      """,
      "../outside.yaml": """
      configdi: 1
      services:
        Clock: systemClock
      """,
    ],
    good: [
      "app.yaml": """
      configdi: 1
      imports: [inside.yaml]
      """,
      "inside.yaml": """
      configdi: 1
      services:
        Clock: systemClock
      """,
    ])

  private static let globMatchesNothing = RulePage(
    .globMatchesNothing,
    explanation: """
      A glob in `imports` or `overlays` is there to match something; that it matches nothing is mostly a folder that \
      was renamed. `*`, `?` and `[…]` match within one part of a path, `**` over folders; hidden files never match, \
      nor does the file that writes the glob.

      Correct the glob, or write `{ path: …, optional: true }` where there may be nothing.
      """,
    bad: """
      configdi: 1
      imports: [modules/*.yaml]
      """,
    good: """
      configdi: 1
      imports: [{ path: modules/*.yaml, optional: true }]
      """)

  private static let unknownStage = RulePage(
    .unknownStage,
    explanation: """
      Stages are a closed set: those under `stages`, in the manifest and what it imports. `extends`, `defaultStage`, \
      the command line and the variable `CONFIGDI_STAGE` can name these alone, so that a misspelt stage is an error and \
      not the base manifest by accident.

      Correct the name, or declare the stage; `{}` is a stage that changes nothing.
      """,
    bad: """
      configdi: 1
      defaultStage: developement
      stages: { development: {}, production: {} }
      """,
    good: """
      configdi: 1
      defaultStage: development
      stages: { development: {}, production: {} }
      """)

  private static let stageExtendsCycle = RulePage(
    .stageExtendsCycle,
    explanation: """
      A stage that extends another begins with all that the other changes. In a cycle none of them has a beginning. The \
      finding stands at the `extends` that leads back to the first by name.

      Remove that `extends`, or let both stages extend a third.
      """,
    bad: """
      configdi: 1
      stages:
        production: { extends: staging }
        staging: { extends: production }
      """,
    good: """
      configdi: 1
      stages:
        production: {}
        staging: { extends: production }
      """)

  private static let conflictingDefinition = RulePage(
    .conflictingDefinition,
    explanation: """
      A manifest and its imports define each service, parameter, collection and scope once, so that no definition \
      depends on the order of imports. The first one stands. Two spellings of one key are the same key; two files \
      may not give one stage a different `extends`; and `new: true` in an overlay is for keys that do not exist. In a \
      catalog, the same holds for keys, factories, and the labels and settings of one factory.

      Rename one, remove one, or change the first where changes belong: in `overlays`, or in a stage.
      """,
    bad: [
      "app.yaml": """
      configdi: 1
      imports: [clock.yaml]
      services:
        Clock: fixedClock
      """,
      "clock.yaml": """
      configdi: 1
      services:
        Clock: systemClock
      """,
    ],
    good: [
      "app.yaml": """
      configdi: 1
      imports: [clock.yaml]
      overlays: [mine.yaml]
      """,
      "clock.yaml": """
      configdi: 1
      services:
        Clock: systemClock
      """,
      "mine.yaml": """
      configdi: 1
      kind: overlay
      services:
        Clock: fixedClock
      """,
    ])

  private static let overridesNothing = RulePage(
    .overridesNothing,
    explanation: """
      An overlay's entry changes, replaces or removes what a manifest defines. Where nothing has that key the entry \
      would do nothing, which is mostly a misspelling, or a key that was renamed in the manifest alone.

      Correct the key. If a new one is meant, say `new: true` in its entry, which then cannot be the short form.
      """,
    bad: """
      configdi: 1
      stages:
        test: { services: { Clokc: fixedClock } }
      services:
        Clock: systemClock
      """,
    good: """
      configdi: 1
      stages:
        test:
          services:
            Clock: fixedClock
            Probe: { factory: probe, new: true }
      services:
        Clock: systemClock
      """)

  private static let overrideDrops = RulePage(
    .overrideDrops,
    explanation: """
      An overlay's entry with a `factory`, `alias`, `select` or `provided` replaces the whole entry. The one that it \
      replaces had a scope, decorators, a collection or `eager`, which the new one does not name: a service that was \
      one per request becomes a singleton, one that was metered no longer is.

      Copy what shall stay, which the fix does. Where the loss is meant, say so: `scope: singleton`, `decorators: []`, \
      `collect: []`, `eager: false`.
      """,
    bad: """
      configdi: 1
      stages:
        test: { services: { Orders: memoryOrders } }
      scopes: { request: {} }
      services:
        Orders: { factory: sqlOrders, scope: request }
      """,
    good: """
      configdi: 1
      stages:
        test: { services: { Orders: { factory: memoryOrders, scope: request } } }
      scopes: { request: {} }
      services:
        Orders: { factory: sqlOrders, scope: request }
      """)

  private static let unknownSetTarget = RulePage(
    .unknownSetTarget,
    explanation: """
      `--set NAME=VALUE` gives a parameter a value, after all files. The manifest has no parameter of this name in any \
      stage, so the value would go nowhere.

      Correct the name. A service's setting cannot be set from the command line: let it name a parameter with `${name}`.
      """)
}
