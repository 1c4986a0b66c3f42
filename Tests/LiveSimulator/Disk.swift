import ConfigDIRuntime
import Synchronization

/// Files in memory, all of which become others in one step, which may fall between any two steps of a reading.
final class Disk: FileAccess {
  private let state: Mutex<State>

  private struct State: Sendable {
    var files: InMemoryFiles
    var steps = 0
    /// What the disk becomes at a step of the readings.
    var planned: [(step: Int, files: InMemoryFiles)] = []
  }

  init(_ texts: [String: String]) {
    state = Mutex(State(files: InMemoryFiles(texts)))
  }

  func become(_ texts: [String: String]) {
    state.withLock { state in
      state.planned = []
      state.files = InMemoryFiles(texts)
    }
  }

  /// - Parameter steps: From now on.
  func become(_ texts: [String: String], after steps: Int) {
    state.withLock { $0.planned.append(($0.steps + steps, InMemoryFiles(texts))) }
  }

  private func step() -> InMemoryFiles {
    state.withLock { state in
      state.steps += 1
      while let next = state.planned.first, next.step <= state.steps {
        state.files = next.files
        state.planned.removeFirst()
      }
      return state.files
    }
  }

  func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] { try step().read(path, limit: limit) }
  func locate(_ path: String) throws(FileProblem) -> String { try step().locate(path) }
  func list(_ folder: String) throws(FileProblem) -> [FolderEntry] { try step().list(folder) }
}
