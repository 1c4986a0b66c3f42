extension GraphPage {
  static let style = #"""
    :root { color-scheme: light dark; }
    :root, #print {
      --ground: #f7f7f5; --surface: #ffffff; --raised: #ffffff; --text: #1c1f24; --muted: #5f6773; --line: #dcdfe4;
      --edge: #a3abb8; --accent: #2463d1; --accent-soft: #2463d11f; --incoming: #8a4bb5;
      --error: #c02b1d; --warning: #8f5f00; --note: #4b6584; --shadow: 0 1px 2px #0000000d, 0 4px 16px #00000012;
      --scope-0: #3f62b5; --scope-1: #14766a; --scope-2: #7f49b3; --scope-3: #8a5a12;
      --scope-4: #b0316b; --scope-5: #35742a; --scope-6: #a4471b; --scope-7: #12708f;
    }
    @media screen and (prefers-color-scheme: dark) {
      :root {
        --ground: #15171b; --surface: #1e2126; --raised: #23272d; --text: #e6e8ec; --muted: #9aa3b0; --line: #343942;
        --edge: #5b6472; --accent: #7cb0ff; --accent-soft: #7cb0ff26; --incoming: #cf9bf0;
        --error: #ff8a78; --warning: #e6b84f; --note: #9db7d6; --shadow: 0 1px 2px #0006, 0 4px 20px #0006;
        --scope-0: #93b2f7; --scope-1: #62cbb9; --scope-2: #caa2f3; --scope-3: #e2b565;
        --scope-4: #f18fb9; --scope-5: #93d280; --scope-6: #f49c6f; --scope-7: #70c9e8;
      }
    }
    * { box-sizing: border-box; }
    html, body { margin: 0; height: 100%; }
    body {
      display: grid; grid-template: auto 1fr / 1fr auto; background: var(--ground); color: var(--text);
      font: 13px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow: hidden;
    }
    button, input, select { font: inherit; color: inherit; }
    button { background: none; border: 1px solid transparent; border-radius: 6px; padding: 4px 9px; cursor: pointer; }
    button:hover { background: var(--accent-soft); }
    :focus { outline: none; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
    [hidden] { display: none !important; }
    .aside { color: var(--muted); }
    .code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 12px; }

    header {
      grid-column: 1 / -1; display: flex; flex-wrap: wrap; align-items: center; gap: 8px 14px; padding: 8px 14px;
      background: var(--surface); border-bottom: 1px solid var(--line); z-index: 2;
    }
    h1 { font-size: 13px; font-weight: 600; margin: 0; max-width: 34ch; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .stages { display: flex; border: 1px solid var(--line); border-radius: 7px; overflow: hidden; }
    .stages label { padding: 3px 11px; cursor: pointer; border-left: 1px solid var(--line); }
    .stages label:first-child { border-left: 0; }
    .stages label:hover { background: var(--accent-soft); }
    .stages input { position: absolute; opacity: 0; pointer-events: none; }
    .stages label:has(:checked) { background: var(--accent-soft); color: var(--accent); font-weight: 600; }
    .stages label:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: -2px; }
    header select { background: var(--surface); border: 1px solid var(--line); border-radius: 7px; padding: 4px 8px; }
    .search { position: relative; flex: 0 1 280px; }
    .search input {
      width: 100%; padding: 5px 28px 5px 10px; border: 1px solid var(--line); border-radius: 7px; background: var(--ground);
    }
    .search kbd { position: absolute; right: 7px; top: 6px; }
    .search ul {
      position: absolute; top: calc(100% + 5px); left: 0; min-width: 100%; width: max-content; max-width: 460px; max-height: 60vh; overflow: auto;
      margin: 0; padding: 4px; list-style: none; background: var(--raised); border: 1px solid var(--line); border-radius: 8px; box-shadow: var(--shadow);
    }
    .search li { padding: 4px 9px; border-radius: 5px; cursor: pointer; display: flex; gap: 14px; justify-content: space-between; }
    .search li[aria-selected=true] { background: var(--accent-soft); }
    .search mark { background: none; color: var(--accent); font-weight: 600; }
    .spring { flex: 1; }
    .badge { display: inline-block; min-width: 18px; padding: 0 5px; border-radius: 9px; text-align: center; font-size: 11px; font-weight: 600; color: var(--surface); }
    .error { --tone: var(--error); } .warning { --tone: var(--warning); } .note { --tone: var(--note); }
    .badge { background: var(--tone); }
    kbd { font: 11px/1.3 ui-monospace, Menlo, Consolas, monospace; padding: 0 5px; border: 1px solid var(--line); border-radius: 4px; color: var(--muted); background: var(--surface); }

    main { position: relative; min-width: 0; min-height: 0; }
    canvas { display: block; }
    #drawing { position: absolute; inset: 0; width: 100%; height: 100%; cursor: grab; touch-action: none; }
    #drawing.over { cursor: pointer; } #drawing.dragging { cursor: grabbing; }
    #drawing:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
    .float { position: absolute; background: var(--raised); border: 1px solid var(--line); border-radius: 9px; box-shadow: var(--shadow); }
    #focus { top: 12px; left: 50%; transform: translateX(-50%); display: flex; align-items: center; gap: 4px; padding: 3px 5px 3px 12px; white-space: nowrap; max-width: calc(100% - 24px); }
    #focus b { overflow: hidden; text-overflow: ellipsis; }
    #zoom { right: 12px; bottom: 12px; display: flex; }
    #zoom button { min-width: 32px; }
    #map { right: 12px; bottom: 56px; overflow: hidden; line-height: 0; cursor: crosshair; }
    #legend { left: 12px; bottom: 12px; padding: 5px 12px; max-width: calc(100% - 230px); font-size: 12px; }
    #legend summary { cursor: pointer; color: var(--muted); list-style: none; }
    #legend[open] { display: flex; gap: 16px; align-items: baseline; }
    #legend[open]::details-content { display: contents; }
    #legend summary::marker { content: none; }
    #legend ul { list-style: none; margin: 0; padding: 0; min-width: 0; display: flex; flex-wrap: wrap; gap: 2px 14px; }
    #legend li { display: flex; align-items: baseline; gap: 6px; white-space: nowrap; min-width: 0; max-width: 22em; }
    #legend li span { overflow: hidden; text-overflow: ellipsis; }
    #legend canvas { flex: none; align-self: center; }
    #empty { position: absolute; inset: 0; display: grid; place-content: center; text-align: center; color: var(--muted); pointer-events: none; }

    #panel { width: 340px; overflow: auto; background: var(--surface); border-left: 1px solid var(--line); padding: 14px 16px 28px; overflow-wrap: anywhere; }
    #panel h2 { font-size: 15px; margin: 0 0 2px; }
    #panel h3 { font-size: 11px; font-weight: 600; letter-spacing: .04em; text-transform: uppercase; color: var(--muted); margin: 18px 0 5px; }
    #panel p { margin: 4px 0; }
    #panel dl { display: grid; grid-template-columns: auto 1fr; gap: 3px 14px; margin: 8px 0; }
    #panel dt { color: var(--muted); } #panel dd { margin: 0; }
    #panel ul, #panel ol { list-style: none; margin: 0; padding: 0; }
    #panel .link { display: flex; gap: 8px; align-items: baseline; justify-content: space-between; width: calc(100% + 14px); margin: 0 -7px; padding: 3px 7px; text-align: left; }
    #panel .link .aside { flex: none; max-width: 50%; }
    #panel .actions { display: flex; flex-wrap: wrap; gap: 6px; margin-top: 9px; }
    #panel .actions button, .plain { border-color: var(--line); }
    #panel .finding { border-left: 3px solid var(--tone); padding: 5px 9px; margin: 7px 0; border-radius: 0 6px 6px 0; background: color-mix(in srgb, var(--tone) 8%, transparent); display: block; width: 100%; text-align: left; }
    #panel .finding:hover { background: color-mix(in srgb, var(--tone) 15%, transparent); }
    #panel .finding b { color: var(--tone); }
    #panel .arm::before { content: ""; display: inline-block; width: 16px; height: 0; border-top: 2px solid; vertical-align: middle; margin-right: 7px; }
    #panel .outgoing::before { color: var(--accent); } #panel .incoming::before { color: var(--incoming); }
    #panel .path li + li .link::before { content: "↳"; color: var(--muted); flex: none; }
    #panel .path .link { justify-content: flex-start; }

    dialog { border: 1px solid var(--line); border-radius: 12px; background: var(--raised); color: var(--text); box-shadow: var(--shadow); padding: 18px 24px; max-width: 460px; }
    dialog::backdrop { background: #0006; }
    dialog h2 { font-size: 14px; margin: 0 0 10px; }
    dialog dl { display: grid; grid-template-columns: auto 1fr; gap: 6px 18px; margin: 0 0 14px; }
    dialog dd { margin: 0; }
    .quiet { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    #print { display: none; }

    @media (max-width: 720px) {
      body { grid-template: auto 1fr auto / 1fr; }
      #panel { grid-column: 1; width: auto; max-height: 38vh; border-left: 0; border-top: 1px solid var(--line); }
      #map { display: none; }
      #legend { max-width: calc(100% - 150px); }
    }
    @media print {
      @page { size: landscape; margin: 12mm; }
      :root { color-scheme: light; }
      html, body { height: auto; }
      body { display: block; overflow: visible; background: none; color: #000; }
      header button, .search, #drawing, #focus, #zoom, #map, #empty, #legend:not([open]), #legend summary, .hint { display: none !important; }
      header { border: 0; padding: 0 0 4mm; background: none; }
      .stages label:not(:has(:checked)) { display: none; }
      .stages, .float { border: 0; box-shadow: none; }
      #print { display: block; max-width: 100%; max-height: 155mm; margin: auto; }
      #legend { position: static; padding: 2mm 0 0; max-width: none; }
      #panel { width: auto; border: 0; padding: 6mm 0 0; background: none; columns: 70mm; column-gap: 8mm; overflow: visible; }
      #panel h3 { break-after: avoid; }
      #panel .finding { break-inside: avoid; margin: 0 0 5px; padding: 2px 9px; font-size: 11px; }
      #panel .link { width: auto; margin: 0; padding: 1px 0; }
      #panel .actions { display: none; }
    }
    """#
}
