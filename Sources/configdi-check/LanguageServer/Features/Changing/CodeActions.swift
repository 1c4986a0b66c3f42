import ConfigDI

enum CodeActionKind: String, CaseIterable {
  case quickFix = "quickfix"
  case fixAll = "source.fixAll.configdi"
}

/// Offers remedies for findings in the editor.
extension LanguageServer {
  func codeActions(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let range = TextRange(parameters["range"]) else { return [] }
    let focuses = try focus(parameters).map { self.focuses(path: $0.path) } ?? [textFocus(parameters)].compactMap { $0 }
    let only = parameters["context"]?["only"]?.elements?.compactMap(\.string)
    func isWanted(_ kind: CodeActionKind) -> Bool {
      // The empty kind contains all others.
      only.map { $0.contains { $0.isEmpty || kind.rawValue == $0 || kind.rawValue.hasPrefix($0 + ".") } } ?? true
    }
    var actions: [JSON] = []
    var seen: Set<String> = []
    for focus in focuses where isWanted(.quickFix) {
      guard let checked = focus.checked else { continue }
      let places = PlaceFinder(self, checked)
      let repeated = RepeatedText(limits: Limits())
      for (finding, place) in places.findings
      where place.uri == focus.uri && place.range.start <= range.end && range.start <= place.range.end {
        // A finding in a file that several folders' manifests read is offered once.
        guard focuses.count == 1 || seen.insert("\(finding.rule.code) \(place.range) \(finding.message)").inserted
        else { continue }
        actions += self.actions(for: finding, at: place, focus, places, repeated)
      }
    }
    if isWanted(.fixAll), only != nil || !actions.isEmpty {
      let all = focuses.lazy.compactMap { focus in focus.checked.flatMap { self.fixAll(focus, $0) } }.first
      if let all { actions.append(all) }
    }
    return .array(actions)
  }

  private func actions(
    for finding: Diagnostic, at place: FilePart, _ focus: Focus, _ places: PlaceFinder, _ repeated: RepeatedText
  ) -> [JSON] {
    let verdict = finding.isSafelyFixable ? verdict(focus) : nil
    let console = focus.checked.map { silentConsole($0.files) } ?? self.console
    let remedies = finding.remedies + focus.swiftRemedies(for: finding)
    var actions = remedies.enumerated().compactMap { position, remedy -> JSON? in
      guard !contradicts(remedy, finding, at: place, focus) else { return nil }
      var edits = WorkspaceEdits()
      for fix in remedy.fixes {
        guard let part = places.part(fix.location) else { return nil }
        edits.add(part, text: fix.text)
      }
      let judged = position == 0 ? verdict : nil
      let reason =
        judged.map { $0.reason(against: finding) }
        ?? Fixer.reason(ifRepeated: remedy.fixes, repeated, console) ?? self.reason(ifShared: remedy, finding, focus)
      return action(
        remedy.title + (reason.map { " (\($0))" } ?? ""), finding, at: place, edits,
        isPreferred: judged != nil && reason == nil)
    }
    if let suppression = suppression(of: finding, at: place, focus) { actions.append(suppression) }
    return actions
  }

  /// Names the manifests that do not have the finding, but read a file that the remedy edits; `nil` if there are none.
  private func reason(ifShared remedy: Diagnostic.Remedy, _ finding: Diagnostic, _ focus: Focus) -> String? {
    guard let checked = focus.checked else { return nil }
    let readers = Set(remedy.fixes.flatMap { checked.manifestsOfFile[$0.location.file.path] ?? [] }).sorted()
    guard readers.count > 1 else { return nil }
    let identity = RunFindings.Identity(finding)
    let others = readers.map { checked.manifests[$0] }.filter { manifest in
      !manifest.checked.diagnostics.findings.contains { RunFindings.Identity($0) == identity }
    }
    guard !others.isEmpty, others.count < readers.count else { return nil }
    return "it would change \(listed(others.map(\.source.input.path), atMost: 3))"
  }

  /// Whether a remedy for an ambiguous scalar writes text for a setting that takes a number.
  private func contradicts(
    _ remedy: Diagnostic.Remedy, _ finding: Diagnostic, at place: FilePart, _ focus: Focus
  ) -> Bool {
    guard finding.rule == .ambiguousScalar, let text = remedy.fixes.first?.text,
      let node = focus.outline.scalar(at: focus.map.offset(of: place.range.start)),
      let type = focus.setting(at: Place(focus.outline.path(of: node), in: focus.outline))?.type
    else { return false }
    return text.hasPrefix("\"") && [.int, .float, .float32, .decimal].contains(type)
  }

  private func action(
    _ title: String, _ finding: Diagnostic, at place: FilePart, _ edits: WorkspaceEdits, isPreferred: Bool
  ) -> JSON {
    .object(present: [
      "title": .string(title), "kind": .string(CodeActionKind.quickFix.rawValue),
      "diagnostics": [
        [
          "range": place.range.json, "code": .string(finding.rule.code), "source": "configdi",
          "message": .string(finding.message),
        ]
      ],
      "isPreferred": isPreferred ? true : nil, "edit": edits.json(in: self),
    ])
  }

  /// The action that suppresses a finding: it adds a comment above the finding's line, with a placeholder for the
  /// reason.
  private func suppression(of finding: Diagnostic, at place: FilePart, _ focus: Focus) -> JSON? {
    // These findings end the reading of a file before its comments are read, or concern the comments themselves.
    let rules: [Rule] = [.badSuppression, .yamlSyntax, .resourceLimit, .unsupportedVersion]
    guard !rules.contains(finding.rule) else { return nil }
    // A finding about a whole file stays in its first line.
    guard place.range != .top else { return nil }
    let start = focus.map.offset(of: TextPosition(line: place.range.start.line, character: 0))
    let isSwift = focus.path.hasSuffix(".swift")
    // A catalog and a configuration file have no such comments.
    guard isSwift || !focus.positions.isEmpty || ManifestFinder.looksLikeManifest(focus.bytes) else { return nil }
    // In a string or a scalar, the comment would be text.
    if isSwift, SwiftText(focus.bytes).string(around: start) != nil { return nil }
    if !isSwift, let node = focus.outline.scalar(at: start), focus.outline.nodes[node].range.lowerBound < start,
      start < focus.outline.nodes[node].range.upperBound
    {
      return nil
    }
    let mark = isSwift ? "//" : "#"
    let indent = String(repeating: " ", count: focus.bytes[start...].prefix { $0 == 0x20 }.count)
    var edits = WorkspaceEdits()
    edits.add(
      focus.part(start..<start),
      text: "\(indent)\(mark) configdi:ignore \(finding.rule.code) -- reason\(focus.map.file.lineBreak)")
    return action(
      "suppress \(finding.rule.code) here, with a reason to fill in", finding, at: place, edits, isPreferred: false)
  }

  /// Determines which of the file's safe fixes can be trusted, once after each check; `nil` if they cannot be tried.
  private func verdict(_ focus: Focus) -> Fixer.Verdict? {
    guard let checked = focus.checked else { return nil }
    if let known = verdicts[focus.path], known.generation == checked.generation { return known.verdict }
    let own = checked.findings.filter { finding in
      let places = [finding.place].compactMap { $0 } + finding.fixes.map(\.location)
      return finding.isSafelyFixable && places.contains { checked.resolved($0.file.path) == focus.path }
    }
    var readers = Set(own.flatMap(\.fixes).flatMap { checked.manifestsOfFile[$0.location.file.path] ?? [] })
    // Any manifest may use a catalog.
    if readers.isEmpty { readers = Set(checked.manifests.indices) }
    var arguments = Arguments(.check)
    if let catalog = settings.catalog { arguments.add(catalog, to: .catalog) }
    arguments.positionals = readers.sorted().map { checked.manifests[$0].source.input.path }
    let verdict =
      try? readers.isEmpty
      ? nil
      : Fixer.judge(
        own, searched: checked.searched, within: patienceForFixes, arguments, silentConsole(checked.files))
    verdicts[focus.path] = (checked.generation, verdict)
    return verdict
  }

  /// A single action that applies all trusted safe fixes in the file.
  private func fixAll(_ focus: Focus, _ checked: CheckedRoot) -> JSON? {
    let places = PlaceFinder(self, checked)
    let own = checked.findings.filter { finding in
      finding.isSafelyFixable && finding.fixes.allSatisfy { places.part($0.location)?.uri == focus.uri }
        && verdict(focus).map { $0.reason(against: finding) == nil } ?? false
    }
    let fixes = SafeFixes(of: own, in: checked.files)
    var edits = WorkspaceEdits()
    for fix in fixes.fixed.flatMap(\.fixes).distinct() {
      if let part = places.part(fix.location) { edits.add(part, text: fix.text) }
    }
    guard !edits.isEmpty else { return nil }
    return [
      "title": .string("apply all safe fixes in this file"), "kind": .string(CodeActionKind.fixAll.rawValue),
      "edit": edits.json(in: self),
    ]
  }
}
