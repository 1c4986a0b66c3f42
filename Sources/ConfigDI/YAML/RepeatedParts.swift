/// The parts of a document that aliases repeat. A change to such a part affects every alias.
package struct RepeatedParts {
  private var parts: [(range: Range<UInt32>, alias: SourceLocation)] = []
  /// The contents of top-level keys that begin with `x-`, which only aliases use.
  private var extensions: [Range<Int>] = []

  package init(_ document: YAMLDocument) {
    let records = document.records
    for index in 0..<records.count where records[index].kind == .alias {
      let (alias, target) = (records[index], records[Int(records[index].link)])
      guard target.start <= target.end else { continue }
      parts.append(
        (
          target.start..<target.end,
          SourceLocation(file: document.file, startOffset: alias.start, endOffset: alias.end)
        ))
    }
    guard !parts.isEmpty else { return }
    for (key, value) in document.root?.everyPair ?? [] where key.text.hasPrefix("x-") {
      extensions.append(value.location.range)
    }
  }

  /// An alias that repeats a part of the text; `nil` if the part is used only once.
  package func alias(repeating range: Range<Int>) -> SourceLocation? {
    let aliases = parts.lazy.filter {
      $0.range.lowerBound <= range.lowerBound && range.upperBound <= $0.range.upperBound
    }
    let isExtension = extensions.contains { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound }
    return aliases.dropFirst(isExtension ? 1 : 0).first?.alias
  }
}
