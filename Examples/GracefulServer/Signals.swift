import Dispatch
import Foundation

/// The signals with this number that the process receives. They are caught as soon as this function is called, so that
/// none is lost during startup.
func signals(_ number: Int32) -> AsyncStream<Void> {
  signal(number, SIG_IGN)
  let (signals, continuation) = AsyncStream<Void>.makeStream()
  let source = DispatchSource.makeSignalSource(signal: number)
  // The handler keeps its source alive for as long as the program runs.
  source.setEventHandler { withExtendedLifetime(source) { _ = continuation.yield() } }
  source.resume()
  return signals
}
