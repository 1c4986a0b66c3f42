import ConfigDI

/// Findings that are known and accepted: by rule, file and the path in the manifest's own names, never by line.
struct Baseline: Sendable {
  struct Entry: Hashable, Sendable {
    let rule: String
    /// The path relative to the repository.
    let path: String
    let symbol: String

    init(rule: String, path: String, symbol: String) {
      self.rule = rule
      self.path = path
      self.symbol = symbol
    }

    init(_ diagnostic: Diagnostic, _ paths: RepositoryPaths) {
      rule = diagnostic.rule.code
      path = diagnostic.place.map { paths.relative($0.file.path) } ?? ""
      symbol = diagnostic.symbol ?? diagnostic.message
    }

    var description: String { "\(rule) \(symbol)\(path.isEmpty ? "" : " (\(path))")" }
  }

  /// The number of times that each may occur.
  private(set) var counts: [Entry: Int] = [:]

  init() {}

  init(of diagnostics: [Diagnostic], _ paths: RepositoryPaths) {
    for diagnostic in diagnostics { counts[Entry(diagnostic, paths), default: 0] += 1 }
  }

  mutating func add(_ entry: Entry) {
    counts[entry, default: 0] += 1
  }

  /// Removes the findings that the baseline has, and returns its entries without a finding.
  func apply(to diagnostics: inout [Diagnostic], _ paths: RepositoryPaths) -> [Entry] {
    var left = counts
    diagnostics.removeAll { diagnostic in
      let entry = Entry(diagnostic, paths)
      guard let count = left[entry], count > 0 else { return false }
      left[entry] = count - 1
      return true
    }
    return left.filter { $0.value > 0 }.map(\.key).sorted(by: Self.order)
  }

  var text: String {
    let findings = counts.sorted { Self.order($0.key, $1.key) }.flatMap { entry, count in
      let members: [(String, JSON)] = [
        ("rule", .string(entry.rule)), ("path", .string(entry.path)), ("symbol", .string(entry.symbol)),
      ]
      return [JSON](repeating: .object(members), count: count)
    }
    return JSON.object([("configdiBaseline", 1), ("findings", .array(findings))]).text
  }

  private static func order(_ left: Entry, _ right: Entry) -> Bool {
    (left.path, left.rule, left.symbol) < (right.path, right.rule, right.symbol)
  }
}
