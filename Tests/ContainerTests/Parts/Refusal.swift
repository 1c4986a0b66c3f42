import ConfigDI
import Testing

@testable import ConfigDIRuntime

/// Expects that a body is refused for this reason, and returns the error.
@discardableResult
func refusal<Result>(
  _ reason: ResolutionError.Reason, at sourceLocation: Testing.SourceLocation = #_sourceLocation,
  _ body: () throws -> Result
) -> ResolutionError? {
  let error = #expect(throws: ResolutionError.self, sourceLocation: sourceLocation) { try body() }
  #expect(error?.reason == reason, sourceLocation: sourceLocation)
  return error
}

/// Expects that a body is refused for this reason, and returns the error.
@discardableResult
func refusal<Result>(
  _ reason: ResolutionError.Reason, at sourceLocation: Testing.SourceLocation = #_sourceLocation,
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async -> ResolutionError? {
  do {
    _ = try await body()
    Issue.record("nothing was thrown", sourceLocation: sourceLocation)
  } catch let error as ResolutionError {
    #expect(error.reason == reason, sourceLocation: sourceLocation)
    return error
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
  return nil
}

extension ResolutionError {
  /// Where services wait for each other, what each other thread was making, and the service that it needed last.
  var crossing: [[String]] { ((cause as? CrossingWait)?.others ?? []).map { $0.map(\.key) } }

  /// The instances that were not handed in.
  var missing: [String] { (cause as? InstanceNotProvided)?.missing.map(\.key) ?? [] }
}
