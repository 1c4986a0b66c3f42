import ConfigDI

/// The difference between two strings, in the format of `diff -u`.
enum UnifiedDiff {
  /// A line with its mark: a space if it is kept, `-` if it is removed, and `+` if it is added.
  private typealias Line = (mark: String, text: Substring)

  static func between(_ old: String, _ new: String, path: String, paint: Paint) -> String {
    let lines = lines(from: split(old), to: split(new))
    // Like `diff` and `git`, ends a name that contains a space with a tab. Otherwise, the name would end at the space.
    let name = visible(path) + (path.contains(" ") ? "\t" : "")
    var text = paint.bold("--- \(name)") + "\n" + paint.bold("+++ \(name)") + "\n"
    var position = (old: 1, new: 1)
    var index = 0
    while let first = lines[index...].firstIndex(where: isChange) {
      let start = max(index, first - context)
      position.old += start - index
      position.new += start - index
      let end = hunkEnd(lines, from: first)
      let hunk = lines[start..<end]
      let count = (old: hunk.count { $0.mark != "+" }, new: hunk.count { $0.mark != "-" })
      text += "@@ -\(range(position.old, count.old)) +\(range(position.new, count.new)) @@\n"
      for line in hunk { text += rendered(line, paint) }
      position.old += count.old
      position.new += count.new
      index = end
    }
    return text
  }

  private static let context = 3

  /// The end of a hunk. Changes belong to the same hunk if their context lines would touch or overlap.
  private static func hunkEnd(_ lines: [Line], from first: Int) -> Int {
    var last = first
    var index = first
    while index < lines.count, index - last <= 2 * context {
      if isChange(lines[index]) { last = index }
      index += 1
    }
    return min(lines.count, last + context + 1)
  }

  private static func isChange(_ line: Line) -> Bool { line.mark != " " }

  private static func range(_ start: Int, _ count: Int) -> String {
    count == 1 ? "\(start)" : "\(count == 0 ? start - 1 : start),\(count)"
  }

  private static func rendered(_ line: Line, _ paint: Paint) -> String {
    let (mark, text) = line
    let hasEnd = text.utf8.last == UInt8(ascii: "\n")
    // In "\r\n", which is one character, the "\r" counts as content, since `patch` compares it.
    let content = hasEnd ? Substring(text.unicodeScalars.dropLast()) : text
    let shown = mark + content
    let painted = mark == "-" ? paint.removed(shown) : mark == "+" ? paint.added(shown) : shown
    return painted + "\n" + (hasEnd ? "" : "\\ No newline at end of file\n")
  }

  /// How many lines to search for equal lines. If no equal lines are found, all of the searched lines count as changed.
  private static let reach = 64

  private static func lines(from old: [Substring], to new: [Substring]) -> [Line] {
    var result: [Line] = []
    var position = (old: 0, new: 0)
    while position.old < old.count, position.new < new.count {
      if old[position.old] == new[position.new] {
        result.append((" ", new[position.new]))
        position.old += 1
        position.new += 1
        continue
      }
      let next = meeting(old[position.old...].prefix(reach), new[position.new...].prefix(reach))
      result += old[position.old..<next.old].map { ("-", $0) } + new[position.new..<next.new].map { ("+", $0) }
      position = next
    }
    return result + old[position.old...].map { ("-", $0) } + new[position.new...].map { ("+", $0) }
  }

  /// The nearest positions at which the old and new lines are equal again; the ends if no lines are equal.
  private static func meeting(_ old: ArraySlice<Substring>, _ new: ArraySlice<Substring>) -> (old: Int, new: Int) {
    for distance in 1..<max(2, old.count + new.count) {
      let (least, most) = (max(0, distance - new.count + 1), min(distance, old.count - 1))
      for ahead in least..<max(least, most + 1) {
        let place = (old: old.startIndex + ahead, new: new.startIndex + distance - ahead)
        if old[place.old] == new[place.new] { return place }
      }
    }
    return (old.endIndex, new.endIndex)
  }

  /// Splits a string into lines that keep their line endings. A "\r\n" is a single character, and also stays with its
  /// line.
  private static func split(_ text: String) -> [Substring] {
    var result: [Substring] = []
    var rest = text[...]
    while let end = rest.firstIndex(where: { $0 == "\n" || $0 == "\r\n" }) {
      result.append(rest[...end])
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { result.append(rest) }
    return result
  }
}
