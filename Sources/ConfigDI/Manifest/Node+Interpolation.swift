extension Node {
  /// Whether a text in it may contain `${`; true if only following an alias could tell.
  var mayBeInterpolated: Bool {
    let records = document.records
    let end = records.end(of: index)
    for position in index..<end {
      let record = records[position]
      if record.kind == .alias || record.flags.contains(.interpolated) { return true }
    }
    return false
  }

  /// Calls a body for each scalar that contains `${`, in document order; aliases are followed.
  func forEachInterpolatedScalar(_ body: (_ scalar: Node, _ isKey: Bool) -> Void) {
    guard mayBeInterpolated else { return }
    var pending: [(node: Node, isKey: Bool)] = [(self, false)]
    while let (node, isKey) = pending.popLast() {
      let first = pending.count
      switch node.kind {
      case .scalar:
        if node.isInterpolated { body(node, isKey) }
      case .sequence:
        for element in node.elements where element.mayBeInterpolated { pending.append((element, false)) }
      case .mapping:
        for (key, value) in node.pairs {
          if key.mayBeInterpolated { pending.append((key, true)) }
          if value.mayBeInterpolated { pending.append((value, false)) }
        }
      }
      pending[first...].reverse()
    }
  }

  /// The number of a mapping's keys.
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
