/// Who knows how levels are written over a manifest, which the container itself does not see.
package protocol LevelPlanning: Sendable {
  /// The wiring with these levels on top of one another, checked whole.
  ///
  /// - Throws: What is wrong with the manifest or with one of the levels.
  func container(_ levels: [LevelDefinition], sharingWith bases: [Container]) throws -> Container

  /// The levels as they are saved, without instances and secrets.
  ///
  /// - Parameter container: The uppermost level's.
  func text(of levels: [LevelDefinition], in container: Container) throws -> String

  /// The levels of such a text.
  ///
  /// - Throws: What is wrong with it.
  func levels(in text: String) throws -> [LevelDefinition]
}
