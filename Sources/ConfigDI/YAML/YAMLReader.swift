import Synchronization

/// Reads a file's text into nodes.
package enum YAMLReader {
  /// Reads one file. Subtracts its number of nodes, with aliases expanded, from the budget that all files share.
  ///
  /// After a syntax error or an exceeded limit, returns `nil` and reports one finding, since the text before it cannot
  /// be trusted. A file that is empty or has only comments is a document without a root.
  ///
  /// - Parameter hide: Hides possible secrets in unreadable text before the finding quotes it.
  package static func read(
    _ file: SourceFile, limits: Limits, nodeBudget: inout Int, hidingUnread hide: (SourceFile) -> Void = { _ in },
    reporting diagnostics: inout Diagnostics
  ) -> YAMLDocument? {
    if let mismatch = LibYAML.mismatch {
      diagnostics.report(
        .unreadableFile, mismatch, at: file.beginning,
        help: ["link only one libyaml (another package brings its own copy), or read a compiled manifest"])
      return nil
    }
    guard file.bytes.count <= min(limits.fileBytes, Limits.mostFileBytes) else {
      diagnostics.report(limits.passed(.fileBytes, at: file.beginning))
      return nil
    }
    return file.bytes.withUnsafeBufferPointer { bytes in
      var builder = DocumentBuilder(file: file, bytes: bytes, limits: limits, nodeBudget: nodeBudget)
      do throws(DocumentBuilder.Stop) {
        try builder.readStream()
      } catch {
        hide(file)
        diagnostics.report(error.finding())
        return nil
      }
      nodeBudget -= builder.nodeCount
      let (document, findings) = builder.finish()
      func misreading() -> Diagnostic? {
        for mark in document.marksInKeys(bytes) {
          let text = UnreadableText(file: file, offset: mark)
          let quote = bytes[mark].isQuote ? text.missingSpaceBeforeQuote(on: text.lines[0]) : nil
          if let mistake = quote ?? text.missingSpace(on: text.lines[0]) { return text.finding(for: mistake) }
        }
        return nil
      }
      if misreading() != nil {
        hide(file)
        // Only now does the finding quote no secret.
        if let finding = misreading() { diagnostics.report(finding) }
        return nil
      }
      diagnostics.report(contentsOf: findings)
      return document
    }
  }
}

/// A file's nodes, as immutable flat records in document order over the file's bytes.
package final class YAMLDocument: Sendable {
  package let file: SourceFile
  let records: FrozenBuffer<NodeRecord>
  let arena: TextArena
  /// The comments that begin with `# configdi:`, in file order.
  package let comments: [Comment]
  /// Whether a second document follows, which was not read.
  let isCutShort: Bool
  /// For each record, the number of nodes before it with aliases expanded; computed on first use.
  private let sizes = AtomicLazyReference<ExpandedSizes>()

  init(
    file: SourceFile, records: FrozenBuffer<NodeRecord>, arena: TextArena, comments: [Comment], isCutShort: Bool = false
  ) {
    self.file = file
    self.records = records
    self.arena = arena
    self.comments = comments
    self.isCutShort = isCutShort
  }

  /// The number of nodes in a record and everything inside it, with aliases expanded.
  func expandedCount(of index: Int) -> Int {
    let sizes = sizes.load() ?? sizes.storeIfNil(ExpandedSizes(records))
    guard !sizes.before.isEmpty else { return records.end(of: index) - index }
    return sizes.before[records.end(of: index)] - sizes.before[index]
  }

  /// The values of the keys that `Node.pairs` omits.
  var passedOverValues: [Node] {
    (0..<records.count).filter { records[$0].flags.contains(.passedOver) }.map {
      Node(document: self, index: records.end(of: $0))
    }
  }

  /// The document's root node; `nil` for a file that is empty or has only comments.
  package var root: Node? {
    records.isEmpty ? nil : Node(document: self, index: 0)
  }
}

/// For each record, the number of nodes before it with aliases expanded; empty if there are no aliases.
private final class ExpandedSizes: Sendable {
  let before: [Int]

  init(_ records: FrozenBuffer<NodeRecord>) {
    guard (0..<records.count).contains(where: { records[$0].kind == .alias }) else {
      before = []
      return
    }
    var before = [0]
    before.reserveCapacity(records.count + 1)
    for index in 0..<records.count {
      var size = 1
      if records[index].kind == .alias {
        // A target is complete before any of its aliases.
        let target = Int(records[index].link)
        let end = records.end(of: target)
        if end <= index { size = before[end] - before[target] }
      }
      before.append(before[index] &+ size)
    }
    self.before = before
  }
}
