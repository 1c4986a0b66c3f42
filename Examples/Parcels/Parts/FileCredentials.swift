import ConfigDI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Keeps tokens in a private folder, each in a file that only its owner may read.
struct FileCredentials: CredentialsStore {
  struct Settings: ServiceSettings {
    var folder: String
  }

  private let folder: String

  init(settings: Settings) {
    folder = settings.folder
  }

  func token(for user: String) throws -> String? {
    let file = open(path(for: user), O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw Failure(action: "read", path: path(for: user), code: errno)
    }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(file, &bytes, bytes.count)
    guard count >= 0 else { throw Failure(action: "read", path: path(for: user), code: errno) }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// Writes a new file and renames it, so that readers see either the old token or the new one, but never part of a
  /// token.
  func keep(_ token: String, for user: String) throws {
    if mkdir(folder, 0o700) != 0, errno != EEXIST {
      throw Failure(action: "make", path: folder, code: errno)
    }
    let path = path(for: user)
    let draft = path + ".new"
    unlink(draft)
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure(action: "make", path: draft, code: errno) }
    let bytes = Array(token.utf8)
    let written = write(file, bytes, bytes.count)
    close(file)
    guard written == bytes.count, rename(draft, path) == 0 else {
      throw Failure(action: "write", path: path, code: errno)
    }
  }

  /// The path of a user's file, which works for any characters in the name.
  private func path(for user: String) -> String {
    folder + "/" + user.utf8.map { String($0, radix: 16) }.joined() + ".token"
  }

  var description: String { "in files below \(folder)" }

  struct Failure: Error, CustomStringConvertible {
    var action: String
    var path: String
    var code: Int32

    var description: String { "could not \(action) \(path): \(String(cString: strerror(code)))" }
  }
}
