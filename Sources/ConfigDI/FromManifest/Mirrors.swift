extension ManifestOptions: CustomReflectable {
  /// Shows none of the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension Checker: CustomReflectable {
  /// Shows none of the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}
