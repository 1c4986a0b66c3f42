import ConfigDI

/// Finds text that aliases repeat, where an edit changes more than one place. Each file is read once.
struct RepeatedText {
  private let limits: Limits
  private var known: [ObjectIdentifier: RepeatedParts?] = [:]

  init(_ limits: Limits) {
    self.limits = limits
  }

  /// The location of an alias that repeats text that one of the fixes replaces.
  mutating func alias(repeating fixes: [Diagnostic.Fix]) -> SourceLocation? {
    for fix in fixes {
      if let alias = parts(of: fix.location.file)?.alias(repeating: fix.location.range) { return alias }
    }
    return nil
  }

  private mutating func parts(of file: SourceFile) -> RepeatedParts? {
    guard file.bytes.contains(UInt8(ascii: "*")) else { return nil }
    if let parts = known[ObjectIdentifier(file)] { return parts }
    var budget = limits.nodes
    var ignored = Diagnostics()
    let parts = YAMLReader.read(file, limits: limits, nodeBudget: &budget, reporting: &ignored).map(RepeatedParts.init)
    known[ObjectIdentifier(file)] = .some(parts)
    return parts
  }
}
