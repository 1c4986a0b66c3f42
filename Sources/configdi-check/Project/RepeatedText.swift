import ConfigDI

/// Finds text that aliases repeat, where an edit changes more than one place. Each file is read once.
struct RepeatedText {
  let limits: Limits
  private let known = Memos<ObjectIdentifier, RepeatedParts?>()

  /// The location of an alias that repeats text that one of the fixes replaces.
  func alias(repeating fixes: [Diagnostic.Fix]) -> SourceLocation? {
    fixes.lazy.compactMap { fix in parts(of: fix.location.file)?.alias(repeating: fix.location.range) }.first
  }

  private func parts(of file: SourceFile) -> RepeatedParts? {
    guard file.bytes.contains(UInt8(ascii: "*")) else { return nil }
    return known.answer(ObjectIdentifier(file)) {
      var budget = limits.nodes
      var ignored = Diagnostics()
      return YAMLReader.read(file, limits: limits, nodeBudget: &budget, reporting: &ignored).map(RepeatedParts.init)
    }
  }
}
