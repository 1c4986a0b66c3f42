extension ContainerStack {
  func takeSeat() -> Seat {
    state.withLock { state in
      let seat = state.layers.top.seat
      seat.take()
      return seat
    }
  }

  func leave(_ seat: Seat) {
    seat.leave()
    guard seat.isEmpty, state.withLock({ !$0.endings.isEmpty }) else { return }
    Task { await closeEnded() }
  }

  /// Closes removed levels without users, in the order of removal, since a later level may still use an earlier level's
  /// instances.
  func closeEnded() async {
    let closing = state.withLock { state in
      if let closing = state.closing { return closing }
      let closing = Task {
        while let ending = self.nextEnding() {
          var failures: [ClosingFailed.Failure] = []
          for (level, kept) in ending.retirements { failures += await level.retire(keeping: kept) }
          self.state.withLock { [failures] state in
            state.endings.removeAll { $0 === ending }
            let isAwaited = state.awaited[ObjectIdentifier(ending)] != nil
            if isAwaited { state.awaited[ObjectIdentifier(ending)] = failures } else { state.failures.add(failures) }
          }
        }
      }
      state.closing = closing
      return closing
    }
    await closing.value
  }

  /// The failures of a group, if it has been closed. Otherwise no change waits for them anymore.
  func takeFailures(of ending: Ending) -> [ClosingFailed.Failure] {
    state.withLock { $0.awaited.removeValue(forKey: ObjectIdentifier(ending)) ?? [] }
  }

  private func nextEnding() -> Ending? {
    state.withLock { state in
      if let first = state.endings.first, first.seats.allSatisfy(\.isEmpty) || state.isShutDown { return first }
      state.closing = nil
      return nil
    }
  }
}
