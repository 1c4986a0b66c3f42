import ConfigDI

extension WiringDifference {
  /// A pull request comment: changes in behavior, then a diagram of these changes, then changed values.
  func markdown(stages: [String?], picture: (text: String, stage: String?)?) -> String {
    guard !all.isEmpty else { return "No changes in the wiring.\n" }
    let behavior = Self.rows(all.filter(\.changesBehavior), stages: stages.count)
    let values = Self.rows(all.filter { !$0.changesBehavior }, stages: stages.count)
    var parts = ["### Changes in the wiring\n", summary(of: stages) + "\n"]
    if !behavior.isEmpty { parts.append(Self.table(behavior)) }
    if let picture {
      let title = picture.stage.map { "The changes in \(MarkdownText.html($0)) and their neighbors" }
      parts.append("**\(title ?? "The changes and their neighbors")**\n\n```mermaid\n\(picture.text)```\n")
    }
    if !values.isEmpty {
      let table = Self.table(values)
      parts.append(
        behavior.isEmpty
          ? table
          : "<details><summary>\(counted(values.count, "setting or parameter", "settings and parameters")) "
            + "changed</summary>\n\n\(table)\n</details>\n")
    }
    return parts.joined(separator: "\n")
  }

  /// The number of changes of each kind, and the unchanged stages: `2 swapped, 1 added · unchanged: staging`.
  private func summary(of stages: [String?]) -> String {
    // The same change in several stages counts once.
    let kinds = Dictionary(grouping: Set(all.map { "\($0.kind.rawValue) \($0.key)" })) { $0.split(separator: " ")[0] }
    let counts = LiveChange.Item.order.compactMap { kind in
      kinds[Substring(kind.rawValue)].map { found in
        switch kind {
        case .settings: "\(found.count) with changed settings"
        case .parameter: counted(found.count, "parameter") + " changed"
        default: "**\(found.count) \(kind.rawValue)**"
        }
      }
    }
    let changed = Set(all.map(\.stage))
    let unchanged = stages.filter { !changed.contains($0) }.compactMap { $0.map(MarkdownText.code) }
    let rest = unchanged.isEmpty ? "" : " · unchanged: " + unchanged.joined(separator: ", ")
    return counts.joined(separator: ", ") + rest
  }

  /// One row per change, starting with those that affect the program most. A change that is the same in several stages
  /// is one row.
  private static func rows(_ changes: [Change], stages: Int) -> [[String]] {
    let ranked = changes.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
    let rows = ranked.map(\.element).grouped { change in
      [
        MarkdownText.code(change.key), change.kind.rawValue, change.shortTexts.from.map(MarkdownText.code) ?? "",
        change.shortTexts.to.map(MarkdownText.code) ?? "",
        "\(change.origin.file.path):\(change.origin.start.line)",
      ]
    }
    return rows.map { cells, changes in [Self.place(of: changes, among: stages, all: "all")] + cells }
  }

  private static func table(_ rows: [[String]]) -> String {
    let columns = ["Stage", "Key", "Change", "Before", "After", "Where"]
    guard rows.count > 20 else { return MarkdownText.table(columns, rows) }
    return MarkdownText.table(columns, Array(rows.prefix(15)))
      + "\n<details><summary>\(rows.count - 15) more</summary>\n\n"
      + MarkdownText.table(columns, Array(rows.dropFirst(15))) + "\n</details>\n"
  }
}

extension LiveChange.Item {
  fileprivate static let order: [Kind] = [.removed, .swapped, .added, .rescoped, .rewired, .settings, .parameter]

  fileprivate var rank: Int { Self.order.firstIndex(of: kind) ?? Self.order.count }

  /// The state before and after the change; if both are long, only the words from the first difference to the last.
  fileprivate var shortTexts: (from: String?, to: String?) {
    guard let from, let to, from != to, from.utf8.count + to.utf8.count > 100 else { return (from, to) }
    let old = from.split(separator: " ", omittingEmptySubsequences: false)
    let new = to.split(separator: " ", omittingEmptySubsequences: false)
    // The word before a difference, usually the name of the entry, is shown on both sides.
    let start = max(0, zip(old, new).prefix { $0 == $1 }.count - 1)
    let end = min(zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count, min(old.count, new.count) - start - 1)
    func short(_ words: [Substring]) -> String {
      (start > 0 ? "… " : "") + words[start..<words.count - end].joined(separator: " ") + (end > 0 ? " …" : "")
    }
    return (short(old), short(new))
  }

  /// Whether the change makes different code run, rather than the same code with a different value.
  fileprivate var changesBehavior: Bool { kind != .settings && kind != .parameter }
}
