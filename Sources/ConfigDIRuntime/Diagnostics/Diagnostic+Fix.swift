extension Diagnostic.Fix {
  /// Replaces a scalar by a name or a text, in quotes if it needs them.
  package init(naming text: String, at location: SourceLocation, safe: Bool = true) {
    self.init(replacing: location, with: FlowText.scalar(text), safe: safe)
  }

  /// Replaces a scalar by a text in quotes.
  package init(quoting text: String, at location: SourceLocation, safe: Bool) {
    self.init(replacing: location, with: FlowText.quoted(text), safe: safe)
  }
}
