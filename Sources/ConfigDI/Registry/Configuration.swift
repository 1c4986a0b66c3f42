/// The parameters that the manifest exposes to the program, with the values of the current stage.
public struct Configuration: Sendable {
  /// The stage that was chosen; `nil` where the manifest declares none.
  public let stage: String?
  private let values: [String: Setting]

  package init(stage: String?, values: [String: Setting]) {
    self.stage = stage
    self.values = values
  }
}
