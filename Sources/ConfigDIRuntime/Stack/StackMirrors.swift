extension ContainerStack: CustomReflectable {
  /// Shows nothing of what is inside, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension InMemoryStore: CustomReflectable {
  /// Shows nothing of what is inside, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension LevelChanges: CustomReflectable {
  /// Shows nothing of what is inside, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}
