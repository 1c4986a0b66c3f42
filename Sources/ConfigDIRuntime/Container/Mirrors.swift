// `dump` and debuggers use mirrors, and the contents of these types may be secret, or lead to a secret.

extension Mirror {
  /// A mirror that shows none of the contents.
  package init(hiding subject: some Any) {
    self.init(subject, children: EmptyCollection<Mirror.Child>())
  }
}

extension Container: CustomReflectable {
  /// Shows none of the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension Handle: CustomReflectable {
  /// Shows none of the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension OverlayToken: CustomReflectable {
  /// Shows none of the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension OverlayDefinition: CustomReflectable {
  /// Shows none of the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension Provided: CustomReflectable {
  /// Shows none of the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension FactoryRegistry: CustomReflectable {
  /// Shows none of the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension ResolutionError: CustomReflectable {
  /// Shows none of the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension AssemblyFailed: CustomReflectable {
  /// Shows none of the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension InitializerFailed: CustomReflectable {
  /// Shows none of the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension ClosingFailed: CustomReflectable {
  /// Shows none of the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension ClosingFailed.Failure: CustomReflectable {
  /// Shows none of the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension Setting: CustomReflectable {
  /// Shows none of the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension MainContainer: @MainActor CustomReflectable {
  /// Shows none of the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}
