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

/// Visits every node in a file's outline, with the node's meaning. A node whose own place has no meaning, such as one
/// under an `x-` key, is visited again with the meaning of the first alias that repeats it.
struct OutlineWalk {
  private let outline: Outline
  private let visit: (_ node: Int, _ place: Place, _ path: [PathStep]) -> Void
  /// The nodes that aliases repeat.
  private let repeated: Set<Int>
  /// Those of them that were visited with a meaning.
  private var known: Set<Int> = []

  private init(_ outline: Outline, _ visit: @escaping (_ node: Int, _ place: Place, _ path: [PathStep]) -> Void) {
    self.outline = outline
    self.visit = visit
    repeated = Set(outline.repeated.values)
  }

  /// Calls `visit` with every node and its meaning. A key has the meaning of its mapping.
  static func run(_ outline: Outline, _ visit: @escaping (_ node: Int, _ place: Place, _ path: [PathStep]) -> Void) {
    var walk = OutlineWalk(outline, visit)
    if let root = outline.documents.first { walk.step(root, Place.root(of: outline), []) }
  }

  /// Visits a node and everything inside it. The scanner and the check at an alias bound the depth of this recursion.
  private mutating func step(_ node: Int, _ place: Place, _ path: [PathStep]) {
    if repeated.contains(node), place != .unknown, !known.insert(node).inserted { return }
    visit(node, place, path)
    switch outline.nodes[node].content {
    case .missing, .scalar: break
    case .alias:
      guard let target = outline.repeated[node], place != .unknown, path.count < OutlineScanner.mostNesting else {
        break
      }
      // YAML does not allow an alias of an alias.
      if case .alias = outline.nodes[target].content { break }
      step(target, place, path)
    case .mapping(let entries):
      var name = ""
      var visited: Int?
      for entry in entries {
        // A line that is indented too far is one more value of the key above it.
        if entry.key != visited {
          visit(entry.key, place, path)
          name = outline.text(of: entry.key)
          visited = entry.key
        }
        step(entry.value, place.value(of: name, at: path), path + [.key(name)])
      }
    case .sequence(let items):
      for (position, item) in items.enumerated() {
        step(item, place.item(position, at: path), path + [.item(position)])
      }
    }
  }
}

extension Outline {
  /// Every name in the manifest file.
  var occurrences: [Occurrence] {
    var found: [Occurrence] = []
    OutlineWalk.run(self) { node, place, path in
      guard case .scalar = self.nodes[node].content else { return }
      if self.isKey(node) {
        if let kind = place.declares {
          var declaration = self.occurrence(kind, node, isDeclaration: true)
          // The manifest declares the entries of a stage or an overlay elsewhere.
          declaration.isAmendment = [.services(.overlay), .parameters(.overlay)].contains(place)
          found.append(declaration)
        }
        return
      }
      switch place.scalar(at: path) {
      case .name(let kind)?: found.append(self.occurrence(kind, node))
      case .reference?, .element?: found.append(self.occurrence(.service, node))
      case .factory?: found.append(self.occurrence(.factory, node))
      case .scope?: found.append(self.occurrence(.scope, node))
      case .choosingParameter?: found.append(self.occurrence(.parameter, node))
      case .interpolated?: found += self.parameters(in: node)
      default: break
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
        var end = start
        while end < text.endIndex, text[end].isWithinReference { end += 1 }
        if end < text.endIndex, text[end] == UInt8(ascii: "}"), end > start {
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
