extension OpenText {
  init(_ node: Node) {
    self = node.withTextBytes { OpenText($0, at: node.location, copiedFrom: node.textOffset) }
  }

  /// A finding for `${` where interpolation is not allowed.
  static func misplaced(in node: Node, _ remedy: Remedy = .nameSelect) -> Diagnostic {
    Diagnostic(
      .malformedInterpolation, "'${' is used in text that is not interpolated",
      at: places(in: node.location).first ?? node.location, help: [remedy.title], fixes: remedy.fixes)
  }
}

extension Remedy {
  static let nameSelect = Remedy(
    title: "use 'select' for wiring: only settings and a parameter's value or default are interpolated")
}

extension Node {
  /// Whether the node's text may contain `${`. Also `true` if this depends on an alias.
  var mayBeInterpolated: Bool {
    let records = document.records
    let end = records.end(of: index)
    for position in index..<end {
      let record = records[position]
      if record.kind == .alias || record.flags.contains(.interpolated) { return true }
    }
    return false
  }

  /// Calls a body for each scalar that contains `${`, in document order. A node that aliases repeat is visited once.
  func forEachInterpolatedScalar(_ body: (_ scalar: Node, _ isKey: Bool) -> Void) {
    guard mayBeInterpolated else { return }
    var pending: [(node: Node, isKey: Bool)] = [(self, false)]
    var repeated: Set<Int> = []
    while let (node, isKey) = pending.popLast() {
      let first = pending.count
      let inside = node.index..<document.records.end(of: node.index)
      func isNew(_ child: Node) -> Bool { inside.contains(child.index) || repeated.insert(child.index).inserted }
      switch node.kind {
      case .scalar:
        if node.isInterpolated { body(node, isKey) }
      case .sequence:
        for element in node.elements where element.mayBeInterpolated && isNew(element) {
          pending.append((element, false))
        }
      case .mapping:
        for (key, value) in node.pairs {
          if key.mayBeInterpolated, isNew(key) { pending.append((key, true)) }
          if value.mayBeInterpolated, isNew(value) { pending.append((value, false)) }
        }
      }
      pending[first...].reverse()
    }
  }

  var pairCount: Int {
    guard kind == .mapping else { return 0 }
    let records = document.records
    var count = 0
    var position = index + 1
    while position < records.end(of: index) {
      position = records.end(of: position)
      count += 1
    }
    return count / 2
  }
}
