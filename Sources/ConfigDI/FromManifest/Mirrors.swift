extension ManifestOptions: CustomReflectable {
  /// Hides the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension Checker: CustomReflectable {
  /// Hides the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}
