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
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        bytes.bindMemory(to: CChar.self).baseAddress.flatMap { String(validatingCString: $0) }
      }
      guard let name else {
        let shown = withUnsafeBytes(of: &entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        entries.append(FolderEntry(name: shown, kind: kind == Int32(DT_DIR) ? .misnamedFolder : .misnamed))
        continue
      }
      guard name != ".", name != ".." else { continue }
      entries.append(FolderEntry(name: name, kind: self.kind(kind, of: folder + "/" + name)))
    }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private func kind(_ type: Int32, of path: String) -> FolderEntry.Kind {
    switch type {
    case Int32(DT_REG): return .file
    case Int32(DT_DIR): return .folder
    case Int32(DT_LNK): return .link
    case Int32(DT_UNKNOWN): break
    default: return .other
    }
    // Some file systems do not report the kind of an entry.
    var status = stat()
    guard lstat(path, &status) == 0 else { return .other }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    case S_IFLNK: return .link
    default: return .other
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
