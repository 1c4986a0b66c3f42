import Foundation

/// The generated registrations file. If it no longer compiles, it is emptied during a build and then restored.
final class StaleRegistrations {
  private let file: URL
  private var kept: Data?

  init(at file: URL) {
    self.file = file
  }

  /// Replaces the file's content with an empty assembly. Returns whether the file exists and could be replaced.
  func setAside() -> Bool {
    guard kept == nil, let data = try? Data(contentsOf: file) else { return false }
    let name = file.deletingPathExtension().lastPathComponent
    let empty = """
      import ConfigDI

      nonisolated struct \(name): Assembly {
        func assemble(_ registry: inout FactoryRegistry) {}
      }

      """
    guard (try? Data(empty.utf8).write(to: file, options: .atomic)) != nil else { return false }
    kept = data
    return true
  }

  func putBack() {
    guard let data = kept else { return }
    try? data.write(to: file, options: .atomic)
    kept = nil
  }
}
