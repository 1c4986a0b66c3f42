// `dump` and debuggers go through mirrors, and what these types hold may be a secret, or lead to one.

extension Mirror {
  /// A mirror that shows nothing of what is inside.
  package init(hiding subject: some Any) {
    self.init(subject, children: EmptyCollection<Mirror.Child>())
  }
}

extension Container: CustomReflectable {
  /// Shows nothing of what is inside, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension Handle: CustomReflectable {
  /// Shows nothing of what is inside, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension OverlayToken: CustomReflectable {
  /// Shows nothing of what is inside, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension OverlayDefinition: CustomReflectable {
  /// Shows nothing of what is inside, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension Provided: CustomReflectable {
  /// Shows nothing of what is inside, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension FactoryRegistry: CustomReflectable {
  /// Shows nothing of what is inside, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension ResolutionError: CustomReflectable {
  /// Shows nothing of what is inside, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension AssemblyFailed: CustomReflectable {
  /// Shows nothing of what is inside, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension InitializerFailed: CustomReflectable {
  /// Shows nothing of what is inside, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension ClosingFailed: CustomReflectable {
  /// Shows nothing of what is inside, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension ClosingFailed.Failure: CustomReflectable {
  /// Shows nothing of what is inside, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension Setting: CustomReflectable {
  /// Shows nothing of what is inside, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension MainContainer: @MainActor CustomReflectable {
  /// Shows nothing of what is inside, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}
