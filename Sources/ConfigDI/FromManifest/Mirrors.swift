extension ManifestOptions: CustomReflectable {
  /// Shows nothing of what is inside, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension Checker: CustomReflectable {
  /// Shows nothing of what is inside, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}
