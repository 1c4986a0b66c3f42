import Dispatch
import Foundation

/// The signals of one kind to this process. They are caught from this call on, so that none is lost while the program
/// is starting.
func signals(_ number: Int32) -> AsyncStream<Void> {
  signal(number, SIG_IGN)
  let (signals, continuation) = AsyncStream<Void>.makeStream()
  let source = DispatchSource.makeSignalSource(signal: number)
  // The handler keeps its source, for as long as the program runs.
  source.setEventHandler { withExtendedLifetime(source) { _ = continuation.yield() } }
  source.resume()
  return signals
}
