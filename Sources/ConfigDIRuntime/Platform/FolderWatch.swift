import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reports changes in folders, with inotify on Linux and kqueue on macOS. On other systems it reports nothing, so
/// callers must poll.
final class FolderWatch: @unchecked Sendable {
  // Unchecked: the source may be cancelled from any thread.
  /// The descriptor of the system's event queue, readable after a change; -1 if there is no queue.
  private let descriptor: Int32
  private let source: (any DispatchSourceRead)?
  /// The system's watch number for each watched path, and the messages of the last call.
  private let state: Lock<(watches: [String: Int32], problems: Set<String>)>

  /// - Parameter body: Called after each change until the watch is released.
  init(_ body: @escaping @Sendable () -> Void) {
    let queue = System.makeQueue()
    descriptor = queue
    guard queue >= 0 else {
      state = Lock(([:], ["nothing can be watched: \(ProgramProcess.systemError)"]))
      source = nil
      return
    }
    state = Lock(([:], []))
    let source = DispatchSource.makeReadSource(fileDescriptor: queue)
    source.setEventHandler {
      System.drain(queue)
      body()
    }
    source.setCancelHandler { close(queue) }
    source.resume()
    self.source = source
  }

  deinit {
    System.remove(state.withLock { Set($0.watches.values) }, from: descriptor)
    source?.cancel()
  }

  /// Watches exactly these locations.
  ///
  /// - Returns: Messages about locations that cannot be watched, without those returned by the previous call.
  func watch(_ places: WatchedPlaces) -> [String] {
    guard descriptor >= 0 else {
      return state.withLock { state in
        defer { state.problems = [] }
        return state.problems.sorted()
      }
    }
    return state.withLock { state in
      var watches: [String: Int32] = [:]
      var problems: Set<String> = []
      for path in System.watched(places).sorted() {
        if let number = System.add(path, known: state.watches[path], to: descriptor) {
          watches[path] = number
        } else if errno != ENOENT, errno != ENOTDIR {
          problems.insert("\(path) cannot be watched: \(ProgramProcess.systemError)")
        }
      }
      let numbers = Set(watches.values)
      System.remove(Set(state.watches.values).subtracting(numbers), from: descriptor)
      let told = state.problems
      state.watches = watches
      state.problems = problems
      return problems.subtracting(told).sorted()
    }
  }
}

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

/// The system calls of each platform.
private enum System {
  #if canImport(Glibc)
    private static let mask =
      UInt32(IN_CREATE) | UInt32(IN_MODIFY) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_ATTRIB) | UInt32(IN_MOVED_FROM)
      | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)

    static func makeQueue() -> Int32 { inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)) }

    /// The folders to watch. A watch on a folder also reports when a file in the folder is changed or replaced.
    static func watched(_ places: WatchedPlaces) -> Set<String> { places.folders }

    /// Adds a watch, even for a known path, since the path may now lead to a different folder.
    static func add(_ path: String, known: Int32?, to queue: Int32) -> Int32? {
      let number = inotify_add_watch(queue, path, mask)
      return number < 0 ? nil : number
    }

    static func remove(_ watches: Set<Int32>, from queue: Int32) {
      // The system ends a watch when its folder is removed. The call then fails, which is harmless.
      for watch in watches { _ = inotify_rm_watch(queue, watch) }
    }

    static func drain(_ queue: Int32) {
      withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
        while read(queue, buffer.baseAddress, buffer.count) > 0 {}
      }
    }
  #elseif canImport(Darwin)
    static func makeQueue() -> Int32 { kqueue() }

    /// The folders and files to watch. A folder's watch reports added and removed names; a file's watch reports writes.
    static func watched(_ places: WatchedPlaces) -> Set<String> { places.folders.union(places.files) }

    static func add(_ path: String, known: Int32?, to queue: Int32) -> Int32? {
      let file = open(path, O_EVTONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      if let known, isSame(known, file) {
        close(file)
        return known
      }
      var event = kevent(
        ident: UInt(file), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
        fflags: UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME | NOTE_ATTRIB | NOTE_REVOKE), data: 0,
        udata: nil)
      guard kevent(queue, &event, 1, nil, 0, nil) == 0 else {
        close(file)
        return nil
      }
      return file
    }

    private static func isSame(_ first: Int32, _ second: Int32) -> Bool {
      var (one, other) = (stat(), stat())
      return fstat(first, &one) == 0 && fstat(second, &other) == 0 && one.st_dev == other.st_dev
        && one.st_ino == other.st_ino
    }

    static func remove(_ watches: Set<Int32>, from queue: Int32) { for watch in watches { close(watch) } }

    static func drain(_ queue: Int32) {
      var event = kevent()
      var now = timespec()
      while kevent(queue, nil, 0, &event, 1, &now) > 0 {}
    }
  #else
    static func makeQueue() -> Int32 {
      errno = ENOSYS
      return -1
    }

    static func watched(_ places: WatchedPlaces) -> Set<String> { [] }
    static func add(_ path: String, known: Int32?, to queue: Int32) -> Int32? { nil }
    static func remove(_ watches: Set<Int32>, from queue: Int32) {}
    static func drain(_ queue: Int32) {}
  #endif
}
