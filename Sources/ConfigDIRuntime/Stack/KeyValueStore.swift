/// A key-value store for strings, in which a ``ContainerStack`` saves its levels.
public protocol KeyValueStore: Sendable {
  /// The string stored under a key; `nil` if nothing is stored.
  func value(for key: String) async throws -> String?
  /// Stores a string under a key, completely or not at all; `nil` removes the stored string.
  func set(_ value: String?, for key: String) async throws
}

/// Keeps each string in a separate file in a folder, readable only by this user.
public struct FileStore: KeyValueStore {
  private let folder: String

  /// - Parameter folder: The folder for the files, created when the first string is stored.
  public init(folder: String) {
    self.folder = folder
  }

  /// The string stored under a key; `nil` if nothing is stored.
  ///
  /// - Throws: ``ContainerError`` with the file's path if the file cannot be read.
  public func value(for key: String) throws -> String? {
    let path = path(of: key)
    do throws(FileProblem) {
      return String(decoding: try DiskFiles().read(path, limit: 64 << 20), as: UTF8.self)
    } catch .missing {
      return nil
    } catch {
      throw ContainerError(error, at: path)
    }
  }

  /// Stores a string under a key, completely or not at all; `nil` removes the stored string.
  ///
  /// - Throws: ``ContainerError`` with the file's path if the file cannot be written.
  public func set(_ value: String?, for key: String) throws {
    let path = path(of: key)
    do throws(FileProblem) {
      if let value { try PrivateFile.write(value, to: path, in: folder) } else { try PrivateFile.remove(path) }
    } catch {
      throw ContainerError(error, at: path)
    }
  }

  /// The path of a key's file. The key is encoded, since not every string is a valid file name.
  private func path(of key: String) -> String {
    "\(folder)/\(key.percentEncoded(keeping: "-_.")).yaml"
  }
}

extension ContainerError {
  fileprivate init(_ problem: FileProblem, at path: String) {
    self.init(
      "\(path): \(problem.explanation)",
      help: "make the folder writable for this user, or use another folder for the store")
  }
}
