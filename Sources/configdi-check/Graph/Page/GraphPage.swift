/// One file that shows a graph in a browser: no library, no network, nothing beside it.
enum GraphPage {
  /// What shows first, unless the address asks for something else.
  struct Start: Sendable {
    var stage = 0
    var focus: String?
    var depth = 2
    var cyclesOnly = false
  }

  /// - Parameters:
  ///   - stages: in the manifest's order; at least one.
  ///   - title: the manifest, as the user names it.
  static func html(_ stages: [GraphDocument], title: String, start: Start = Start()) -> String {
    let data = GraphPageData(stages, title: title, start: start)
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
      <title>\(escaped(title)) · wiring</title>
      <style>
      \(style)
      </style>
      </head>
      <body>
      \(markup(title: escaped(title)))
      <script type="application/json" id="graph-data">
      \(data.text)
      </script>
      <script>
      'use strict';
      (() => {
      \(scripts.joined(separator: "\n\n"))
      })();
      </script>
      </body>
      </html>

      """
  }

  private static let scripts = [
    modelScript, layersScript, layoutScript, coordinatesScript, drawingScript, paintingScript, viewScript, panelScript,
    controlsScript, inputScript,
  ]

  private static func markup(title: String) -> String {
    """
    <header>
      <h1 title="\(title)">\(title)</h1>
      <div id="stages" class="stages" role="radiogroup" aria-label="Stage"></div>
      <div class="search" role="search">
        <input id="query" type="text" role="combobox" aria-controls="results" aria-expanded="false" aria-autocomplete="list" aria-label="Search services" placeholder="Search services" autocomplete="off" spellcheck="false">
        <kbd aria-hidden="true">/</kbd>
        <ul id="results" role="listbox" aria-label="Services found" hidden></ul>
      </div>
      <span class="spring"></span>
      <button id="findings" hidden></button>
      <button id="cycles" class="plain" aria-pressed="false" title="Show only services on a cycle (c)" hidden>Cycles</button>
      <button id="keys" title="Keys (?)" aria-label="Keys">?</button>
    </header>
    <main>
      <canvas id="drawing" tabindex="0" role="application" aria-label="The graph of services. Arrow keys go from service to service, Enter shows the neighbourhood, slash searches."></canvas>
      <p id="empty" hidden></p>
      <div id="focus" class="float" role="status" hidden></div>
      <details id="legend" class="float" open><summary>Legend</summary><ul></ul></details>
      <div id="map" class="float" hidden><canvas aria-hidden="true"></canvas></div>
      <div id="zoom" class="float" role="group" aria-label="Zoom">
        <button id="further" title="Zoom out (-)" aria-label="Zoom out">−</button>
        <button id="fit" title="Show all (0)">Fit</button>
        <button id="closer" title="Zoom in (+)" aria-label="Zoom in">+</button>
      </div>
      <canvas id="print" aria-hidden="true"></canvas>
    </main>
    <aside id="panel" aria-label="Details"></aside>
    <p id="said" class="quiet" aria-live="polite"></p>
    <dialog id="help" aria-label="Keys">
      <h2>Keys</h2>
      <dl>
        <dt><kbd>/</kbd></dt><dd>search</dd>
        <dt><kbd>←</kbd> <kbd>→</kbd></dt><dd>to what needs it, to what it needs</dd>
        <dt><kbd>↑</kbd> <kbd>↓</kbd></dt><dd>within the column; with Shift, arrows move the view</dd>
        <dt><kbd>Enter</kbd> <kbd>f</kbd></dt><dd>show the neighbourhood alone, or everything again</dd>
        <dt><kbd>[</kbd> <kbd>]</kbd></dt><dd>a smaller, a larger neighbourhood</dd>
        <dt><kbd>n</kbd> <kbd>p</kbd></dt><dd>next, previous finding</dd>
        <dt><kbd>c</kbd></dt><dd>cycles only</dd>
        <dt><kbd>s</kbd> <kbd>S</kbd></dt><dd>next, previous stage</dd>
        <dt><kbd>+</kbd> <kbd>−</kbd> <kbd>0</kbd></dt><dd>closer, further, everything</dd>
        <dt><kbd>Esc</kbd></dt><dd>one step back</dd>
      </dl>
      <form method="dialog"><button class="plain">Close</button></form>
    </dialog>
    <noscript>This page draws the graph with a script of its own; it loads nothing from anywhere.</noscript>
    """
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
