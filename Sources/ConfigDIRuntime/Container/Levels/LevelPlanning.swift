/// Plans levels over a manifest. The container itself does not see the manifest.
package protocol LevelPlanning: Sendable {
  /// A container with these levels on top of one another, fully checked.
  ///
  /// - Throws: The mistakes in the manifest or in one of the levels.
  func container(
    _ levels: [LevelDefinition], sharingWith bases: [Container], in overlays: OpenOverlays
  ) throws -> Container

  /// The wiring with these levels, its services in the order of another of the same manifest.
  func wiring(_ levels: [LevelDefinition], like other: Wiring) throws -> Wiring

  /// The text that saves the levels, without instances and closures; secrets are separate.
  ///
  /// - Parameter container: The container of the uppermost level.
  func text(of levels: [LevelDefinition], in container: Container) throws -> SavedText

  /// The levels of such a text, and the parts that were left out of it.
  ///
  /// - Parameter secrets: The text of the secrets, if they were saved separately.
  /// - Throws: The mistakes in the text.
  func levels(in text: String, secrets: String?) throws -> (levels: [LevelDefinition], report: StackReport)
}

/// The text of a saved stack.
package struct SavedText: Sendable {
  package let text: String
  /// The secret parameters' values, in the same form.
  package let secrets: String
  package let leftOut: [StackReport.Part]

  package init(text: String, secrets: String, leftOut: [StackReport.Part]) {
    self.text = text
    self.secrets = secrets
    self.leftOut = leftOut
  }
}
