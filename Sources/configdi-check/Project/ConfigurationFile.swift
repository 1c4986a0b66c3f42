import ConfigDI

/// The contents of a `.configdi-check.yml` file, which sets defaults for flags.
struct ConfigurationFile: Sendable {
  static let name = ".configdi-check.yml"
  static let names = [name, ".configdi-check.yaml"]

  /// The path of the file; `nil` for the defaults.
  private(set) var path: String?
  /// The path of the catalog. Like the other paths, it is already relative to the working directory.
  var catalog: String?
  /// Where the file says `catalog: none`: its manifests need no catalog.
  private(set) var noCatalog: SourceLocation?
  var paths: [String] = []
  /// The folders of Swift sources to search for calls; `nil` for the package's own sources.
  var sources: [String]?
  private(set) var folder = ""
  var baseline: String?
  var failOn: FailOn?
  /// The rules that `ignore` lists; `--ignore` replaces them.
  var ignore: [Rule] = []
  /// The rules with the severity `off`.
  var off: [Rule] = []
  /// The severity of each configured rule, by code. Rules that are set to `off` are not included.
  var severity: [String: Severity] = [:]
  var root: String?
  var limits = Limits()
  /// The findings about paths that name nothing, or not what the setting takes. They are reported only in runs that use
  /// the setting, since a flag may override it.
  private(set) var unusable: [Field: [Diagnostic]] = [:]

  enum Field: String, CaseIterable {
    case catalog, paths, sources, baseline
    case failOn = "fail-on"
    case ignore, severity, root, limits
  }
}

/// The lowest severity that fails a run, from the most lenient to the strictest.
enum FailOn: String, Sendable, CaseIterable {
  case never, error, warning, note

  var severity: Severity? { Severity(rawValue: rawValue) }
}

/// The folders that a configuration's paths may not leave: the command line's root folder, or the file's own folder.
struct ConfigurationBound {
  /// The root folder from the command line, if there is one, as an absolute path with links resolved.
  let bound: String?
  /// The configuration file's own folder, with links resolved.
  let own: String
  let files: any FileAccess

  /// Checks whether a path stays inside the permitted folders. Returns the folder that it leaves, or `nil` if the path
  /// is allowed.
  func folder(leftBy path: String) -> String? {
    let folder = bound ?? own
    guard let resolved = FilePath.resolvedEvenIfMissing(path, files) else { return folder }
    let isInside = FilePath.isInside(resolved, folder) || FilePath.isInside(resolved, own)
    return isInside ? nil : folder
  }
}

extension ConfigurationFile {
  /// Reads a configuration file, and reports its mistakes.
  /// - Parameter confinement: The folders that the file's paths may not leave.
  init(reading file: SourceFile, within confinement: ConfigurationBound, reporting findings: inout Diagnostics) {
    self.init()
    path = file.path
    // A file that is not a configuration may contain anything, so it is not quoted.
    guard Self.isMeant(file) else {
      findings.report(
        Diagnostic(
          .wrongShape, "'\(file.path)' is not a configuration file: none of its lines starts with a setting",
          at: SourceFile(path: file.path, lines: 1).beginning,
          notes: ["expected one of: \(Field.allCases.map(\.rawValue).joined(separator: ", "))"]))
      return
    }
    var budget = 100_000
    defer { findings.filter { $0.rule != .ambiguousScalar } }
    guard
      let root = YAMLReader.read(file, limits: Limits(), nodeBudget: &budget, reporting: &findings)?.root, !root.isNull
    else { return }
    folder = FilePath.folder(of: file.path)
    for (name, value) in entries(root, "a mapping of settings", &findings) {
      guard let field = Field(rawValue: name.text) else {
        findings.report(
          unknown(
            name, "'\(name.text)' is not a setting of \(FilePath.name(of: name.location.file.path))",
            among: Field.allCases.map(\.rawValue)))
        continue
      }
      switch field {
      case .catalog:
        if value.text == "none" {
          noCatalog = value.location
        } else {
          catalog = path(value, of: field, confinement, &findings)
        }
      case .baseline:
        // Configurations in several folders may name the same file.
        baseline = path(value, of: field, confinement, &findings).map { FilePath.normalized($0, confinement.files) }
      case .root: readRoot(value, confinement, &findings)
      case .paths:
        paths = list(value, "a path", &findings).compactMap { path($0, of: field, confinement, &findings) }
      case .sources:
        sources = list(value, "a folder", &findings).compactMap { path($0, of: field, confinement, &findings) }
      case .ignore:
        let names = list(value, "a rule's code", &findings).distinct(by: \.text)
        ignore = names.flatMap { rules($0, &findings) }.distinct()
      case .failOn:
        failOn = FailOn(rawValue: value.text)
        if failOn == nil {
          let meant = Spelling.suggestions(for: value.text, among: FailOn.allCases.map(\.rawValue))
          findings.report(expected("error, warning, note or never", value, meant: meant))
        }
      case .severity: readSeverities(value, &findings)
      case .limits: readLimits(value, &findings)
      }
    }
  }

  private mutating func readRoot(_ node: Node, _ bound: ConfigurationBound, _ findings: inout Diagnostics) {
    guard let text = text(node, "a folder's path", &findings) else { return }
    let path = FilePath.join(folder, text)
    // A wider bound has no effect, and files outside are not accessed.
    if bound.folder(leftBy: path) == nil, bound.files.entries(of: path) == nil {
      findings.report(notFolder(text, node))
    }
    root = path
  }

  private mutating func readSeverities(_ node: Node, _ findings: inout Diagnostics) {
    var chosen: [Rule: (severity: Severity?, name: Node)] = [:]
    // Of two names that match a rule, the code or slug decides, or else the longer beginning of its code.
    func weight(_ name: Node) -> Int { RuleBook.rule(name.text) == nil ? name.text.utf8.count : .max }
    for (name, value) in entries(node, "a mapping of rules to severities", &findings) {
      let rules = rules(name, &findings)
      // YAML 1.1 taught people to quote a plain `off`: it means the same with and without quotes.
      let isOff = value.scalar == .bool(false) || value.text == "off"
      let severity = Severity(rawValue: value.text)
      guard isOff || severity != nil else {
        let words = Severity.allCases.map(\.rawValue) + ["off"]
        let meant =
          Self.severities[value.text.lowercased()].map { [$0] } ?? Spelling.suggestions(for: value.text, among: words)
        findings.report(expected("error, warning, note or off", value, meant: meant))
        continue
      }
      if let first = rules.lazy.compactMap({ chosen[$0]?.name }).first(where: { weight($0) == weight(name) }) {
        findings.report(
          Diagnostic(
            .duplicateKey, "'\(name.text)' is already in this mapping, as '\(first.text)'", at: name.location,
            related: [.init("first written here", at: first.location)], help: ["remove one of the two"]))
      }
      for rule in rules where chosen[rule].map({ weight($0.name) < weight(name) }) ?? true {
        chosen[rule] = (isOff ? nil : severity, name)
      }
    }
    for (rule, choice) in chosen.sorted(by: { $0.key.code < $1.key.code }) {
      if let severity = choice.severity { self.severity[rule.code] = severity } else { off.append(rule) }
    }
  }

  private mutating func readLimits(_ node: Node, _ findings: inout Diagnostics) {
    for (name, value) in entries(node, "a mapping of limits to numbers", &findings) {
      guard let limit = Limits.Name.named(name.text) else {
        findings.report(unknown(name, "unknown limit '\(name.text)'", among: Limits.Name.all.map { $0.name }))
        continue
      }
      guard case .int(let number)? = value.scalar, let number = Int(exactly: number), number > 0 else {
        findings.report(expected("a positive whole number", value))
        continue
      }
      limits[keyPath: limit.value] = number
    }
  }

  /// Other tools' words for a severity.
  private static let severities = [
    "warn": "warning", "err": "error", "fatal": "error", "critical": "error", "info": "note", "information": "note",
    "hint": "note", "ignore": "off", "none": "off", "disable": "off", "disabled": "off", "never": "off",
  ]

  private func entries(_ node: Node, _ expectation: String, _ findings: inout Diagnostics) -> Node.Pairs {
    if node.kind != .mapping { findings.report(expected(expectation, node)) }
    return node.pairs
  }

  private func text(_ node: Node, _ expectation: String, _ findings: inout Diagnostics) -> String? {
    if case .string(let text)? = node.scalar, !text.isEmpty { return text }
    findings.report(expected(expectation, node))
    return nil
  }

  /// The key by which a file of this kind is recognized.
  private static let marks: [Field: String] = [.catalog: "configdiCatalog", .baseline: "configdiBaseline"]

  /// Reads a path, and makes it relative to the working directory. Reports a path outside the permitted folders.
  private mutating func path(
    _ node: Node, of field: Field, _ bound: ConfigurationBound, _ findings: inout Diagnostics
  ) -> String? {
    guard let text = text(node, "a path", &findings) else { return nil }
    let path = FilePath.join(folder, text)
    guard let outside = bound.folder(leftBy: path) else {
      let isFolder = bound.files.entries(of: path) != nil
      var problem: Diagnostic?
      if bound.files.resolve(path) == nil {
        problem = Diagnostic(.unreadableFile, "no such file or folder: '\(text)'", at: node.location)
      } else if field == .sources, !isFolder {
        problem = notFolder(text, node)
      } else if let mark = Self.marks[field] {
        if isFolder {
          problem = Diagnostic(.wrongShape, "'\(text)' is a folder, not a file", at: node.location)
        } else if let bytes = try? bound.files.read(path, limit: Limits().fileBytes), bytes[...].end(of: mark) == nil {
          problem = Diagnostic(
            .wrongShape, "'\(text)' is not a \(field.rawValue): \"\(mark)\": 1 is missing", at: node.location)
        }
      }
      if let problem { unusable[field, default: []].append(problem) }
      return path
    }
    findings.report(
      Diagnostic(
        .importEscapesRoot, "'\(text)' is outside the folder '\(outside)', which only the command line can widen",
        at: node.location, help: ["move the file into the folder, or name it on the command line"]))
    return nil
  }

  /// Whether the file is meant as a configuration: a line begins with a setting's name, or the file has only comments.
  private static func isMeant(_ file: SourceFile) -> Bool {
    var isBlank = true
    for line in String(decoding: file.bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      if let first = line.first(where: { $0 != " " }), first != "#" { isBlank = false }
      let name = line.prefix { $0 != ":" }.filter { $0 != "\"" && $0 != "'" && $0 != "{" && $0 != " " }
      let rest = line.drop { $0 != ":" }.dropFirst()
      let isKnown =
        Field(rawValue: String(name)) != nil
        || !Spelling.suggestions(for: String(name.prefix(40)), among: Field.allCases.map(\.rawValue)).isEmpty
      if isKnown, rest.isEmpty ? line.contains(":") : rest.first == " " { return true }
    }
    return isBlank
  }

  /// Reads a list of strings, or a single string.
  private func list(_ node: Node, _ expectation: String, _ findings: inout Diagnostics) -> [Node] {
    let elements = node.kind == .sequence ? Array(node.elements) : [node]
    return elements.filter { text($0, expectation, &findings) != nil }
  }

  private func rules(_ node: Node, _ findings: inout Diagnostics) -> [Rule] {
    let rules = RuleBook.rules(matching: node.text)
    if rules.isEmpty {
      findings.report(
        Diagnostic(
          .wrongShape, "unknown rule '\(node.text)'", at: node.location,
          meaning: Spelling.suggestions(for: node.text, among: RuleBook.names)))
    }
    return rules
  }

  private func expected(_ what: String, _ node: Node, meant: [String] = []) -> Diagnostic {
    Diagnostic(.wrongShape, "expected \(what), found \(node.shape)", at: node.location, meaning: meant)
  }

  private func notFolder(_ path: String, _ node: Node) -> Diagnostic {
    Diagnostic(.wrongShape, "'\(path)' is not a folder", at: node.location)
  }

  private func unknown(_ name: Node, _ message: String, among names: [String]) -> Diagnostic {
    let suggestions = Spelling.suggestions(for: name.text, among: names)
    return Diagnostic(
      .unknownField, message, at: name.location,
      notes: suggestions.isEmpty ? ["expected one of: \(names.joined(separator: ", "))"] : [], meaning: suggestions)
  }
}
