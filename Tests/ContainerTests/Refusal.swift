import ConfigDI
import Testing

/// Expects that a body is refused for this reason, and returns the error.
@discardableResult
func refusal<Result>(
  _ reason: ResolutionError.Reason, at sourceLocation: Testing.SourceLocation = #_sourceLocation, _ body: () throws -> Result
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
