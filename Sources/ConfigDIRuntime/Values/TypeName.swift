/// Turns types into keys: the full name, without `any` and without the left sides of constraints.
///
/// Swift prints `any App.Repo<Self.App.Repo.Item == App.User>`; the key is `App.Repo<App.User>`. If several associated
/// types are constrained, as in `App.Pair<First == App.A, Second == App.B>`, their names stay, since Swift prints the
/// constraints sorted by name, not in declared order.
enum TypeName {
  /// The name of a type as a key; `nil` for private and local types, whose printed names differ between builds.
  static func name(of type: any Any.Type) -> String? {
    let printed = Array(_typeName(type, qualified: true).utf8)
    var reader = Reader(printed)
    return reader.isStable ? reader.read() : nil
  }

  /// The last part of a type's name, for use in messages.
  static func short(_ type: any Any.Type) -> String {
    let text = _typeName(type, qualified: false)
    return text.hasPrefix("any ") ? String(text.dropFirst(4)) : text
  }

  private struct Reader {
    private let text: [UInt8]
    private var output: [UInt8] = []
    /// The unclosed `<` signs, each with the constraints that follow it.
    private var open: [Bracket] = []

    private struct Bracket {
      let start: Int
      /// The output offset of each removed `Self.… == `, with the name of the associated type.
      var constraints: [(at: Int, name: ArraySlice<UInt8>)] = []
    }

    init(_ text: [UInt8]) {
      self.text = text
    }

    var isStable: Bool {
      end(of: "(unknown context at ", from: 0) == nil && end(of: " in $", from: 0) == nil
        && end(of: " in _", from: 0) == nil && !text.contains(UInt8(ascii: "/"))
    }

    private func matches(_ part: StaticString, at index: Int) -> Bool {
      let count = part.utf8CodeUnitCount
      guard index + count <= text.count else { return false }
      return part.withUTF8Buffer { $0.elementsEqual(text[index..<index + count]) }
    }

    mutating func read() -> String {
      var index = 0
      while index < text.count {
        if isBoundary(before: index), matches("any ", at: index) {
          index += 4
        } else if isBoundary(before: index), matches("(extension in ", at: index), let end = end(of: "):", from: index)
        {
          index = end
        } else if isBoundary(before: index), matches("Self.", at: index), let equals = end(of: " == ", from: index) {
          open.last.map { _ in
            let path = text[index..<equals - 4]
            let name = path[(path.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? path.startIndex)...]
            open[open.count - 1].constraints.append((output.count, name))
          }
          index = equals
        } else {
          copy(text[index])
          index += 1
        }
      }
      return String(decoding: output, as: UTF8.self)
    }

    private mutating func copy(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "<"):
        open.append(Bracket(start: output.count))
      case UInt8(ascii: ">") where output.last != UInt8(ascii: "-"):
        if let bracket = open.popLast() { name(bracket) }
      default: break
      }
      output.append(byte)
    }

    /// Puts back the names of constrained types if there are several, or if the type is a composition, since its
    /// printed name does not say which protocol declares them.
    private mutating func name(_ bracket: Bracket) {
      guard bracket.constraints.count > 1 || (!bracket.constraints.isEmpty && isComposition(before: bracket.start))
      else { return }
      for constraint in bracket.constraints.reversed() {
        output.insert(contentsOf: constraint.name + " == ".utf8, at: constraint.at)
      }
    }

    private func isComposition(before start: Int) -> Bool {
      let path = output[..<start]
      guard let space = path.lastIndex(of: UInt8(ascii: " ")), space > 0 else { return false }
      return path[space - 1] == UInt8(ascii: "&")
    }

    private func isBoundary(before index: Int) -> Bool {
      index == 0
        || [UInt8(ascii: " "), UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "{"), UInt8(ascii: ":")].contains(
          text[index - 1])
    }

    private func end(of part: StaticString, from index: Int) -> Int? {
      (index..<text.count).first { matches(part, at: $0) }.map { $0 + part.utf8CodeUnitCount }
    }
  }
}
