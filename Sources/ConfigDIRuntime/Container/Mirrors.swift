// `dump` and debuggers use mirrors, and the contents of these types may be secret, or lead to a secret.

extension Mirror {
  package init(hiding subject: some Any) {
    self.init(subject, children: EmptyCollection<Mirror.Child>())
  }
}

extension Container: CustomReflectable {
  /// Hides the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension SourceFile: CustomReflectable {
  package var customMirror: Mirror { Mirror(hiding: self) }
}

extension Handle: CustomReflectable {
  /// Hides the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension OverlayToken: CustomReflectable {
  /// Hides the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension OverlayDefinition: CustomReflectable {
  /// Hides the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension Provided: CustomReflectable {
  /// Hides the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension FactoryRegistry: CustomReflectable {
  /// Hides the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension ResolutionError: CustomReflectable {
  /// Hides the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension ContainerError: CustomReflectable {
  /// Hides the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension InitializerFailed: CustomReflectable {
  /// Hides the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension ClosingFailed: CustomReflectable {
  /// Hides the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension Setting: CustomReflectable {
  /// Hides the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension MainContainer: @MainActor CustomReflectable {
  /// Hides the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}
