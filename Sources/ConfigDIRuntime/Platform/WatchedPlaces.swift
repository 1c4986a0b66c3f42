#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// All locations where a change can make a path lead to a different file: the folder of the file, and the folder of
/// each link on the way. If a part of the path is missing, the folder that would contain it is included.
package struct WatchedPlaces: Sendable, Hashable {
  package private(set) var folders: Set<String> = []
  package private(set) var files: Set<String> = []

  /// The system's own limit on links in one path.
  private static let mostLinks = 40

  package init(of paths: some Sequence<String>) {
    for path in paths { add(path) }
  }

  private mutating func add(_ path: String) {
    var pending = Array(path.split(separator: "/").map { String($0) }.reversed())
    var folder = path.hasPrefix("/") ? "/" : ProgramProcess.workingFolder
    var links = 0
    while let part = pending.popLast() {
      if part == "." { continue }
      if part == ".." {
        folder = FilePath.folder(of: folder)
        continue
      }
      let whole = FilePath.join(folder, part)
      var status = stat()
      guard lstat(whole, &status) == 0 else {
        folders.insert(folder)
        return
      }
      switch status.st_mode & S_IFMT {
      case S_IFLNK:
        folders.insert(folder)
        links += 1
        guard links <= Self.mostLinks, let target = Self.target(of: whole) else { return }
        if target.hasPrefix("/") { folder = "/" }
        pending += target.split(separator: "/").map { String($0) }.reversed()
      case S_IFDIR:
        folder = whole
        // The parent is watched too, since the folder may be renamed, or removed and created again.
        if pending.isEmpty { folders.formUnion([whole, FilePath.folder(of: whole)]) }
      default:
        folders.insert(folder)
        files.insert(whole)
        return
      }
    }
  }

  private static func target(of link: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
      guard let base = buffer.baseAddress else { return nil }
      let count = readlink(link, base, buffer.count)
      return count > 0 ? String(decoding: UnsafeRawBufferPointer(start: base, count: count), as: UTF8.self) : nil
    }
  }
}
