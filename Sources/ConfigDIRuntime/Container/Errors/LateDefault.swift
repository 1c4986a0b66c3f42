/// Another default container was set after the first had been made, when it could no longer be everyone's.
public struct LateDefault: Error, Sendable, CustomStringConvertible {
  /// Where `Container.setDefault` was called too late.
  public let place: String

  public var description: String {
    "the default container was set at \(place), after another had been made: who holds that would never see this one\n"
      + "  help: set it before its first use, or shut the first down before; "
      + "to replace services while it runs, open an overlay"
  }
}
