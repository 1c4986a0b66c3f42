import ConfigDI

protocol Export: Sendable { func write() async throws }

final class Reports: Sendable {
  private let export: AsyncProvider<any Export>
  init(export: AsyncProvider<any Export>) { self.export = export }
  func monthly() async throws { try await export().write() }
}

final class Work: AsyncCloseable, Sendable {
  func close() async throws { try await close(after: .returned) }

  func close(after outcome: ScopeOutcome) async throws {
    switch outcome {
    case .returned: try await commit()
    case .threw, .cancelled: try await rollBack()
    }
  }

  private func commit() async throws {}
  private func rollBack() async throws {}
}
