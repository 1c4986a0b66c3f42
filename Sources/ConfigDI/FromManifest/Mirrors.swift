extension ManifestOptions: CustomReflectable {
  /// Shows no contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension Checker: CustomReflectable {
  /// Shows no contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}
