/// A registration in a Swift file: the factory's name, and the type that it makes.
struct RegisterCall: Sendable {
  /// The expression that makes the instance: `SQLOrders.init(db:)`, `SQLOrders(db: db)`, `SQLOrders.shared`.
  struct Maker: Sendable, Hashable {
    /// The type as written, `Outer.SQLOrders`.
    let type: [String]
    /// The labels; `nil` if the call alone does not show them.
    let labels: [String]?
  }

  let method: String
  /// The factory's name; `nil` if it is not a literal.
  let name: String?
  let makers: [Maker]
  /// The number of labels for the dependencies; `nil` if it gives none.
  let labelCount: Int?
  /// The bytes of the whole call.
  let range: Range<Int>
  /// All its words and signs: two calls that differ only in layout have the same.
  let signature: [String]
  let line: Int

  static func calls(in bytes: [UInt8]) -> [RegisterCall] {
    let tokens = SwiftToken.tokens(of: bytes)
    var calls: [RegisterCall] = []
    var index = 0
    var line = 1
    var counted = 0
    while index + 3 < tokens.count {
      guard tokens[index].kind == .word, tokens[index + 1].text == ".", methods.contains(tokens[index + 2].text),
        tokens[index + 3].text == "(", let end = end(ofCallAt: index + 3, tokens)
      else {
        index += 1
        continue
      }
      let start = tokens[index].range.lowerBound
      line += bytes[counted..<start].count { $0 == 0x0A }
      counted = start
      let call = Array(tokens[index...end])
      calls.append(RegisterCall(call, line: line))
      index = end + 1
    }
    return calls
  }

  private static let methods: Set<String> = [
    "register", "registerUnshared", "registerAsync", "registerMainActor", "registerInstance", "registerDecorator",
    "registerInitializer", "registerMainActorInitializer",
  ]

  private init(_ tokens: [SwiftToken], line: Int) {
    method = tokens[2].text
    name = tokens.count > 4 && tokens[4].kind == .string ? tokens[4].text : nil
    range = tokens[0].range.lowerBound..<(tokens.last?.range.upperBound ?? 0)
    signature = tokens.map { $0.kind == .string ? "\"\($0.text)\"" : $0.text }
    labelCount = Self.labelCount(tokens)
    makers = Self.makers(tokens)
    self.line = line
  }

  /// The last token of a call: its closing bracket, or that of the closure after it.
  private static func end(ofCallAt open: Int, _ tokens: [SwiftToken]) -> Int? {
    guard let close = closing(open, tokens) else { return nil }
    guard close + 1 < tokens.count, tokens[close + 1].text == "{", tokens[close + 1].kind == .sign else { return close }
    return closing(close + 1, tokens)
  }

  private static func closing(_ open: Int, _ tokens: [SwiftToken]) -> Int? {
    var depth = 0
    for index in open..<tokens.count where tokens[index].kind == .sign {
      switch tokens[index].text {
      case "(", "[", "{": depth += 1
      case ")", "]", "}":
        depth -= 1
        if depth == 0 { return index }
      default: break
      }
    }
    return nil
  }

  private static func labelCount(_ tokens: [SwiftToken]) -> Int? {
    guard let index = tokens.firstIndex(where: { $0.kind == .word && $0.text == "labels" }), index + 2 < tokens.count,
      tokens[index + 1].text == ":", tokens[index + 2].text == "[", let end = closing(index + 2, tokens)
    else { return nil }
    return tokens[index + 2..<end].count { $0.kind == .string }
  }

  private static func makers(_ tokens: [SwiftToken]) -> [Maker] {
    var makers: [Maker] = []
    var index = 3
    while index + 1 < tokens.count {
      guard tokens[index].kind == .word, tokens[index].text.first?.isUppercase == true, tokens[index - 1].text != "."
      else {
        index += 1
        continue
      }
      var path = [tokens[index].text]
      var next = index + 1
      while next + 1 < tokens.count, tokens[next].text == ".", tokens[next + 1].kind == .word,
        tokens[next + 1].text.first?.isUppercase == true
      {
        path.append(tokens[next + 1].text)
        next += 2
      }
      if next + 1 < tokens.count, tokens[next].text == ".", tokens[next + 1].text != "self" {
        let isInit = tokens[next + 1].text == "init"
        makers.append(Maker(type: path, labels: isInit ? referenceLabels(at: next + 2, tokens) : nil))
      } else if tokens[next].text == "(", tokens[next].range.lowerBound == tokens[next - 1].range.upperBound {
        makers.append(Maker(type: path, labels: callLabels(at: next, tokens)))
      }
      index = next
    }
    return makers
  }

  /// The labels of `init(db:clock:)`.
  private static func referenceLabels(at open: Int, _ tokens: [SwiftToken]) -> [String]? {
    guard open < tokens.count, tokens[open].text == "(", let end = closing(open, tokens) else { return nil }
    return tokens[open + 1..<end].filter { $0.kind == .word }.map(\.text)
  }

  /// The labels of `SQLOrders(db: db, clock: clock)`.
  private static func callLabels(at open: Int, _ tokens: [SwiftToken]) -> [String]? {
    guard let end = closing(open, tokens) else { return nil }
    var labels: [String] = []
    var depth = 0
    var isStart = true
    for index in open + 1..<end {
      let token = tokens[index]
      if depth == 0, isStart {
        labels.append(token.kind == .word && tokens[index + 1].text == ":" ? token.text : "_")
        isStart = false
      }
      guard token.kind == .sign else { continue }
      if "([{".contains(token.text) { depth += 1 }
      if ")]}".contains(token.text) { depth -= 1 }
      if token.text == ",", depth == 0 { isStart = true }
    }
    return labels
  }
}
