// `dump` and debuggers use mirrors, and the contents of these types may be secret, or lead to a secret.

extension Mirror {
  /// A mirror that shows none of the contents.
  package init(hiding subject: some Any) {
    self.init(subject, children: EmptyCollection<Mirror.Child>())
  }
}

extension Container: CustomReflectable {
  /// Shows no contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension Handle: CustomReflectable {
  /// Shows no contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension OverlayToken: CustomReflectable {
  /// Shows no contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension OverlayDefinition: CustomReflectable {
  /// Shows no contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension Provided: CustomReflectable {
  /// Shows no contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension FactoryRegistry: CustomReflectable {
  /// Shows no contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension ResolutionError: CustomReflectable {
  /// Shows no contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension AssemblyFailed: CustomReflectable {
  /// Shows no contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension InitializerFailed: CustomReflectable {
  /// Shows no contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension ClosingFailed: CustomReflectable {
  /// Shows no contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension ClosingFailed.Failure: CustomReflectable {
  /// Shows no contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension Setting: CustomReflectable {
  /// Shows no contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension MainContainer: @MainActor CustomReflectable {
  /// Shows no contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}
