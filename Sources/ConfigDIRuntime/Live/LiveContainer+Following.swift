extension LiveContainer {
  /// Starts to follow the manifest, unless that has already begun.
  func follow(_ failures: [InitializerFailed]) {
    let reading = state.withLock { state -> CandidateReading? in
      guard state.progress == .built else { return nil }
      state.progress = .started
      state.started = failures
      return state.reading
    }
    guard let reading else { return }
    report(.started(generation: 1))
    // The task keeps only the follower alive: releasing the container without a shutdown ends it.
    let follower = Task.detached { [weak self, changes] in
      while !Task.isCancelled {
        do {
          try await changes.change { [weak self] in
            (self?.state.withLock { $0.reading } ?? reading).trace
          } problem: { [weak self] problem in
            self?.report(.watching(problem: problem))
          }
          _ = try await self?.reload(isAsked: false)
        } catch {
          return
        }
      }
    }
    let isEnded = state.withLock { state in
      state.follower = follower
      return state.progress == .ended
    }
    if isEnded { follower.cancel() }
  }
}
