/// An assembly's hook threw while the container was started.
public struct AssemblyFailed: Error, Sendable {
  /// The assembly's type.
  public let assembly: String
  /// The original error of the hook: it may hold secrets, which this error's own text does not show.
  public let underlying: any Error
  let secrets: Secrets
}

extension AssemblyFailed: CustomStringConvertible {
  public var description: String {
    "containerDidAssemble of \(assembly) failed: \(secrets.redacted(String(describing: underlying)))\n"
      + "  help: the container was closed; mend what the hook threw, or catch there what the program can do without"
  }
}
