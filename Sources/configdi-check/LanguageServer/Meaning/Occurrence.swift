import ConfigDI

/// A name in a file, with its location and kind.
struct Occurrence {
  let kind: SymbolKind
  let name: String
  /// The name's bytes, without quotes.
  let range: Range<Int>
  /// Whether this occurrence declares the name or, in an overlay, changes its declaration. Otherwise it uses the name.
  let isDeclaration: Bool
  /// The scalar that contains the name.
  let node: Int
  /// The range of the whole declaration; for a use of the name, the range of the name.
  let whole: Range<Int>
  /// Whether the name belongs to an entry in a stage or an overlay that changes or extends an entry declared elsewhere.
  var isAmendment = false
}

extension Outline {
  /// Calls `visit` with every node and its place. A key has the place of its mapping. A node whose own place has no
  /// meaning, such as one under an `x-` key, is visited again with the place of the first alias that repeats it.
  func walk(_ visit: (_ node: Int, _ place: Place) -> Void) {
    let targets = Set(repeated.values)
    var known: Set<Int> = []
    // The scanner and the check at an alias bound the depth of this recursion.
    func step(_ node: Int, _ place: Place) {
      if targets.contains(node), place.form != .unknown, !known.insert(node).inserted { return }
      visit(node, place)
      switch nodes[node].content {
      case .missing, .scalar: break
      case .alias:
        guard let target = repeated[node], place.form != .unknown, place.path.count < OutlineScanner.mostNesting else {
          break
        }
        // YAML does not allow an alias of an alias.
        if case .alias = nodes[target].content { break }
        step(target, place)
      case .mapping(let entries):
        var name = ""
        var visited: Int?
        for entry in entries {
          // A line that is indented too far is one more value of the key above it.
          if entry.key != visited {
            visit(entry.key, place)
            name = text(of: entry.key)
            visited = entry.key
          }
          step(entry.value, place.inside(.key(name)))
        }
      case .sequence(let items):
        for (position, item) in items.enumerated() {
          step(item, place.inside(.item(position)))
        }
      }
    }
    if let root = documents.first { step(root, Place(rootOf: self)) }
  }

  var occurrences: [Occurrence] {
    var found: [Occurrence] = []
    walk { node, place in
      guard case .scalar = nodes[node].content else { return }
      if isKey(node) {
        if let kind = place.form.declares {
          var declaration = occurrence(kind, node, isDeclaration: true)
          // The manifest declares the entries of a stage or an overlay elsewhere.
          declaration.isAmendment = place.layer == .overlay && (kind == .service || kind == .parameter)
          found.append(declaration)
        }
        return
      }
      if place.scalar == .interpolated {
        found += parameters(in: node)
      } else if let kind = place.scalar?.symbol {
        found.append(occurrence(kind, node))
      }
    }
    return found
  }

  private func occurrence(_ kind: SymbolKind, _ node: Int, isDeclaration: Bool = false) -> Occurrence {
    let range = contentRange(of: node)
    var whole = nodes[node].range
    if isDeclaration, let parent = nodes[node].parent, case .mapping(let entries) = nodes[parent].content,
      let entry = entry(before: range.lowerBound, of: entries), entry.key == node
    {
      whole = whole.lowerBound..<max(whole.upperBound, nodes[entry.value].range.upperBound)
    }
    return Occurrence(
      kind: kind, name: text(of: node), range: range, isDeclaration: isDeclaration, node: node, whole: whole)
  }

  /// Each `${name}` in a scalar, ignoring the escaped form `$${`. A `$` before it stands for itself.
  func parameters(in node: Int) -> [Occurrence] {
    let range = contentRange(of: node)
    let decoded = hasEscapes(node) ? unescaped(range) : nil
    let text = decoded?.text[...] ?? bytes[range]
    var found: [Occurrence] = []
    var index = text.startIndex
    while index + 1 < text.endIndex {
      guard text[index] == UInt8(ascii: "$") else {
        index += 1
        continue
      }
      if text[index...].starts(with: "$${".utf8) {
        index += 3
      } else if text[index + 1] == UInt8(ascii: "{") {
        let start = index + 2
        let end = text.endOfReference(from: start)
        // Braces with nothing but spaces are empty.
        let isEmpty = text[start..<end].allSatisfy { $0 == 0x20 || $0 == 0x09 }
        if end < text.endIndex, text[end] == UInt8(ascii: "}"), !isEmpty {
          let place = decoded.map { $0.offsets[start]..<$0.offsets[end] } ?? start..<end
          found.append(
            Occurrence(
              kind: .parameter, name: String(decoding: text[start..<end], as: UTF8.self), range: place,
              isDeclaration: false, node: node, whole: place))
        }
        index = end
      } else {
        index += 1
      }
    }
    return found
  }
}
