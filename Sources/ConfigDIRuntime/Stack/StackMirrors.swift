extension ContainerStack: CustomReflectable {
  /// Shows none of the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension InMemoryStore: CustomReflectable {
  /// Shows none of the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension LevelChanges: CustomReflectable {
  /// Shows none of the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}
