#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

package struct DiskFiles: FileAccess {
  package init() {}

  package func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
    // C would end the path at the NUL and open a different file.
    guard !path.utf8.contains(0) else { throw .missing }
    // Without `O_NONBLOCK`, opening a FIFO would block until another process writes to it.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw problem(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw problem(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular(describe(status.st_mode)) }
    guard status.st_size <= limit else { throw .tooLarge(limit: limit) }
    return try readAll(descriptor, expecting: Int(status.st_size), limit: limit)
  }

  /// Reads to the end of the file, which may have grown since its size was read.
  private func readAll(_ descriptor: Int32, expecting size: Int, limit: Int) throws(FileProblem) -> [UInt8] {
    var bytes: [UInt8] = []
    var room = size + 1
    while true {
      var failure: Int32 = 0
      var count = 0
      let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
        while filled < buffer.count {
          count = readBytes(descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
          if count < 0, errno == EINTR { continue }
          if count < 0 { failure = errno }
          if count <= 0 { return }
          filled += count
        }
      }
      if failure != 0 { throw problem(failure) }
      if bytes.isEmpty { bytes = part } else { bytes += part }
      guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
      if count <= 0 { return bytes }
      room = min(max(64 << 10, bytes.count), limit - bytes.count + 1)
    }
  }

  package func locate(_ path: String) throws(FileProblem) -> String {
    guard !path.utf8.contains(0) else { throw .missing }
    guard let resolved = realpath(path, nil) else { throw problem(errno) }
    defer { free(resolved) }
    guard let text = String(validatingCString: resolved) else { throw .failed("its path is not UTF-8") }
    return text
  }

  package func list(_ folder: String) throws(FileProblem) -> [FolderEntry] {
    guard !folder.utf8.contains(0) else { throw .missing }
    guard let stream = opendir(folder) else { throw errno == ENOTDIR ? .notRegular("not a folder") : problem(errno) }
    defer { closedir(stream) }
    var entries: [FolderEntry] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw problem(errno) }
        break
      }
      let kind = Int32(entry.pointee.d_type)
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      let name = String(decoding: bytes, as: UTF8.self)
      guard name.utf8.elementsEqual(bytes) else {
        entries.append(FolderEntry(name: name, kind: kind == Int32(DT_DIR) ? .misnamedFolder : .misnamed))
        continue
      }
      guard name != ".", name != ".." else { continue }
      entries.append(FolderEntry(name: name, kind: self.kind(kind, of: folder + "/" + name)))
    }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private func kind(_ type: Int32, of path: String) -> FolderEntry.Kind {
    var type = type
    var status = stat()
    // Some file systems do not report the kind of an entry. The bits of the mode above its permissions are the kind.
    if type == Int32(DT_UNKNOWN), lstat(path, &status) == 0 { type = Int32(status.st_mode & S_IFMT) >> 12 }
    return switch type {
    case Int32(DT_REG): .file
    case Int32(DT_DIR): .folder
    case Int32(DT_LNK): .link
    default: .other
    }
  }

  private func problem(_ code: Int32) -> FileProblem {
    switch code {
    case ENOENT, ENOTDIR: .missing
    case EACCES, EPERM: .denied
    case ENXIO: .notRegular("a socket")
    default: .failed(String(cString: strerror(code)).lowercased())
    }
  }

  private func describe(_ mode: mode_t) -> String {
    switch mode & S_IFMT {
    case S_IFDIR: "a folder"
    case S_IFIFO: "a FIFO"
    case S_IFCHR, S_IFBLK: "a device"
    case S_IFSOCK: "a socket"
    default: "a special file"
    }
  }
}

/// Calls the system's `read`. Inside `DiskFiles`, `read` would mean its own method.
private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

/// Writes files that only this user can read.
enum PrivateFile {
  /// Replaces a file's content, completely or not at all. Creates the folder if it is missing.
  static func write(_ text: String, to path: String, in folder: String) throws(FileProblem) {
    try makeFolder(folder)
    var temporary = Array("\(path).XXXXXX".utf8CString)
    // Readable only by this user, independent of the process's umask.
    let descriptor = mkstemp(&temporary)
    guard descriptor >= 0 else { throw .failed(ProgramProcess.systemError) }
    let isWritten = ProgramProcess.write(Array(text.utf8), to: descriptor) && fsync(descriptor) == 0
    guard close(descriptor) == 0, isWritten, rename(temporary, path) == 0 else {
      let reason = ProgramProcess.systemError
      unlink(temporary)
      throw .failed(reason)
    }
  }

  static func remove(_ path: String) throws(FileProblem) {
    guard unlink(path) == 0 || errno == ENOENT else { throw .failed(ProgramProcess.systemError) }
  }

  private static func makeFolder(_ path: String) throws(FileProblem) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/\(part)"
      guard mkdir(made, 0o700) == 0 || errno == EEXIST else { throw .failed(ProgramProcess.systemError) }
    }
  }
}
