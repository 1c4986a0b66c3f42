/// Who knows how levels are written over a manifest, which the container itself does not see.
package protocol LevelPlanning: Sendable {
  /// The wiring with these levels on top of one another, checked whole.
  ///
  /// - Throws: What is wrong with the manifest or with one of the levels.
  func container(
    _ levels: [LevelDefinition], sharingWith bases: [Container], in family: OverlayFamily
  ) throws -> Container

  /// The wiring with these levels, its services in the order of another of the same manifest.
  func wiring(_ levels: [LevelDefinition], like other: Wiring) throws -> Wiring

  /// The levels as they are saved, without instances and closures; secrets apart.
  ///
  /// - Parameter container: The uppermost level's.
  func text(of levels: [LevelDefinition], in container: Container) throws -> SavedText

  /// The levels of such a text, and what was left out of it.
  ///
  /// - Parameter secrets: Where secrets were kept apart.
  /// - Throws: What is wrong with it.
  func levels(in text: String, secrets: String?) throws -> (levels: [LevelDefinition], report: StackReport)
}

/// A stack as it is saved.
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
