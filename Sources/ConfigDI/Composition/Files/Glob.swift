/// A pattern for paths: `*`, `?` and `[…]` within a path component, `**` for any number of folders, including none.
struct Glob {
  private enum Part {
    case literal(String)
    case pattern([UInt8])
    case anyFolders
  }

  private let parts: [Part]

  static func isPattern(_ path: String) -> Bool {
    path.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "[") }
  }

  init(_ pattern: String) {
    var parts: [Part] = pattern.split(separator: "/").filter { $0 != "." }.map { part in
      if part == "**" { return .anyFolders }
      return Self.isPattern(String(part)) ? .pattern(Array(part.utf8)) : .literal(String(part))
    }
    if case .anyFolders? = parts.last { parts.append(.pattern([UInt8(ascii: "*")])) }
    self.parts = parts
  }

  /// The folders that one manifest's globs have already listed, and the files in them.
  struct Listings {
    fileprivate var entries: [String: [(entry: FolderEntry, name: [UInt8])]] = [:]
    fileprivate var found: Set<String> = []
    /// The existing folders that the last glob could not list.
    fileprivate(set) var unreadable: [(path: String, problem: FileProblem)] = []

    fileprivate mutating func note(misnamed path: String) {
      if unreadable.contains(where: { $0.path == path }) { return }
      unreadable.append((path, .failed("its name is not UTF-8")))
    }
  }

  /// The matching files, as paths relative to the folder, sorted by bytes; `nil` if globs enter the same folders too
  /// often. Hidden files never match, and `**` does not follow links to folders, so that a link to a parent does not lead
  /// to an endless search.
  func matches(
    in folder: String, _ files: any FileAccess, _ listings: inout Listings, _ work: inout WorkBudget
  ) -> [String]? {
    listings.unreadable = []
    var found: Set<String> = []
    var seen: Set<Place> = []
    var pending = [Place(path: "", part: 0)]
    while let place = pending.popLast() {
      guard seen.insert(place).inserted, place.part < parts.count else { continue }
      let isLast = place.part == parts.count - 1
      // The pattern for the entries of this folder; `nil` for the folders below it, at any depth.
      var pattern: [UInt8]?
      switch parts[place.part] {
      case .literal(let name) where !isLast:
        pending.append(place.entering(name))
        continue
      case .literal(let name):
        let path = FilePath.join(place.path, name)
        let whole = FilePath.join(folder, path)
        if !name.hasPrefix("."), files.resolve(whole) != nil, files.entries(of: whole) == nil { found.insert(path) }
        continue
      case .anyFolders: pending.append(Place(path: place.path, part: place.part + 1))
      case .pattern(let own): pattern = own
      }
      guard let entries = entries(of: place.path, in: folder, files, &listings, &work) else { return nil }
      for (entry, name) in entries where pattern.map({ Self.matches($0, name) }) ?? true {
        func path() -> String { FilePath.join(place.path, entry.name) }
        switch entry.kind {
        case .folder where pattern == nil: pending.append(Place(path: path(), part: place.part))
        case .folder where !isLast, .link where !isLast && pattern != nil: pending.append(place.entering(entry.name))
        case .misnamedFolder where !isLast: listings.note(misnamed: FilePath.join(folder, path()))
        case .link where isLast && files.entries(of: FilePath.join(folder, path())) == nil: found.insert(path())
        case .file where isLast, .other where isLast, .misnamed where isLast: found.insert(path())
        case .folder, .misnamedFolder, .link, .file, .other, .misnamed: break
        }
      }
    }
    let whole = found.map { FilePath.join(folder, $0) }
    let again = whole.count { !listings.found.insert($0).inserted }
    guard work.spend(again * WorkBudget.Cost.match) else { return nil }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private struct Place: Hashable {
    let path: String
    let part: Int

    func entering(_ name: String) -> Place { Place(path: FilePath.join(path, name), part: part + 1) }
  }

  private func entries(
    of path: String, in folder: String, _ files: any FileAccess, _ listings: inout Listings, _ work: inout WorkBudget
  ) -> [(entry: FolderEntry, name: [UInt8])]? {
    let whole = path.isEmpty ? folder : FilePath.join(folder, path)
    // The first visit to a folder does not count as a repetition.
    if let known = listings.entries[whole] {
      return work.spend((1 + known.count) * WorkBudget.Cost.folder) ? known : nil
    }
    var listed: [FolderEntry] = []
    do {
      listed = try files.list(whole.isEmpty ? "." : whole)
    } catch .missing, .notRegular {
      // A missing folder, or a file, has no matches.
    } catch {
      listings.unreadable.append((whole, error))
    }
    let entries = listed.filter { !$0.name.hasPrefix(".") && $0.kind != .misnamed }.map { ($0, Array($0.name.utf8)) }
    listings.entries[whole] = entries
    return entries
  }

  /// Matches one path component. After a mismatch only the last `*` is tried again, so the time is bounded by the
  /// product of the lengths.
  private static func matches(_ pattern: [UInt8], _ name: [UInt8]) -> Bool {
    var (p, n) = (0, 0)
    var star: (p: Int, n: Int)?
    while n < name.count {
      if p < pattern.count, pattern[p] == UInt8(ascii: "*") {
        p += 1
        star = (p, n)
      } else if p < pattern.count, let next = step(pattern, p, name, n) {
        (p, n) = next
      } else if let last = star {
        star = (last.p, last.n + 1)
        (p, n) = (last.p, last.n + 1)
      } else {
        return false
      }
    }
    while p < pattern.count, pattern[p] == UInt8(ascii: "*") { p += 1 }
    return p == pattern.count
  }

  /// Matches one character of the name. Returns the next positions in pattern and name, or `nil` if the character does
  /// not match.
  private static func step(_ pattern: [UInt8], _ p: Int, _ name: [UInt8], _ n: Int) -> (p: Int, n: Int)? {
    let next = characterEnd(name, n)
    switch pattern[p] {
    case UInt8(ascii: "?"): return (p + 1, next)
    case UInt8(ascii: "["):
      guard let (isMember, end) = readClass(pattern, p + 1, character: name[n..<next]) else { break }
      return isMember ? (end, next) : nil
    default: break
    }
    return pattern[p] == name[n] ? (p + 1, n + 1) : nil
  }

  private static func characterEnd(_ text: [UInt8], _ start: Int) -> Int {
    var end = start + 1
    while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  /// Whether a character is in the class `[…]` that begins at `start`, and where the class ends; `nil` if it never
  /// ends.
  private static func readClass(
    _ pattern: [UInt8], _ start: Int, character: ArraySlice<UInt8>
  ) -> (isMember: Bool, end: Int)? {
    var position = start
    var isNegated = false
    if position < pattern.count, pattern[position] == UInt8(ascii: "!") || pattern[position] == UInt8(ascii: "^") {
      isNegated = true
      position += 1
    }
    let first = position
    var isMember = false
    while position < pattern.count {
      if pattern[position] == UInt8(ascii: "]"), position > first { return (isMember != isNegated, position + 1) }
      let end = characterEnd(pattern, position)
      let low = pattern[position..<end]
      position = end
      var high = low
      if position + 1 < pattern.count, pattern[position] == UInt8(ascii: "-"),
        pattern[position + 1] != UInt8(ascii: "]")
      {
        let end = characterEnd(pattern, position + 1)
        high = pattern[position + 1..<end]
        position = end
      }
      // UTF-8 bytes have the same order as their characters.
      if !character.lexicographicallyPrecedes(low), !high.lexicographicallyPrecedes(character) { isMember = true }
    }
    return nil
  }
}
