import Dispatch
import Foundation

/// The process's SIGTERMs. They are caught from the call on, so that none is lost while the program still starts.
func terminations() -> AsyncStream<Void> {
  signal(SIGTERM, SIG_IGN)
  let (terminations, continuation) = AsyncStream<Void>.makeStream()
  let source = DispatchSource.makeSignalSource(signal: SIGTERM)
  source.setEventHandler {
    continuation.yield()
    // The handler keeps its source until the first signal.
    source.cancel()
  }
  source.resume()
  return terminations
}
