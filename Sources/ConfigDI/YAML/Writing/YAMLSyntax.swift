/// A mistake in text that is not YAML, or that YAML reads differently than its author meant.
struct SyntaxMistake {
  /// Edits that are made together.
  typealias Edits = [(range: Range<Int>, text: String)]

  let message: String
  /// The remedy; `nil` to quote the text.
  let help: String?
  /// Alternative edits for the remedy. The first that make the text readable are offered.
  let repair: [Edits]
  /// The location of the mistake; `nil` if it is where reading stopped.
  let range: Range<Int>?

  init(_ message: String, _ help: String?, _ repair: [Edits] = [], at range: Range<Int>? = nil) {
    self.message = message
    self.help = help
    self.repair = repair
    self.range = range
  }
}

/// Text that is not YAML, or that YAML reads differently than its author meant.
struct UnreadableText {
  let file: SourceFile
  /// Where reading stopped.
  let offset: Int
  /// The beginning of the part that libyaml was reading.
  var contextOffset: Int?

  var bytes: [UInt8] { file.bytes }
}

extension Diagnostic {
  static func undefinedAlias(_ name: String, at location: SourceLocation, names: [String]) -> Diagnostic {
    let suggestions = Spelling.suggestions(for: name, among: names)
    var finding = Diagnostic(.yamlSyntax, "there is no anchor '&\(name)' before this alias", at: location)
    finding.suggest(
      suggestions, as: { "*\($0)" }, fixes: { [.init(replacing: location, with: "*\($0)")] })
    finding.offer(
      "quote it if it is text: \"*\(name)\"", [.init(quoting: "*\(name)", at: location)])
    return finding
  }
}

extension UnreadableText {
  /// The finding for text that libyaml rejected, with remedies if the mistake is a common one.
  func finding(for problem: EventParser.Problem) -> Diagnostic {
    if problem.message == .memoryRanOut { return Diagnostic(.resourceLimit, .memoryRanOut, at: file.beginning) }
    if let conflict = conflictMark { return finding(for: conflict) }
    var began: [Diagnostic.Related] = []
    if let contextOffset, contextOffset != offset, problem.context != nil {
      began = [.init("the unfinished part starts here", at: file.location(contextOffset..<contextOffset))]
    }
    if let mistake = mark(problem) {
      let isElsewhere = contextOffset.map { $0 < offset && bytes[$0..<offset].contains(0x0A) } == true
      return finding(for: mistake, related: isElsewhere ? began : [])
    }
    if let mistake = layoutMistake { return finding(for: mistake) }
    let mistake = mistake(problem.message)
    var finding = finding(for: mistake, related: mistake.range == nil ? began : [])
    if mistake.help == nil { adviseToQuote(&finding) }
    return finding
  }

  func finding(for mistake: SyntaxMistake, related: [Diagnostic.Related] = []) -> Diagnostic {
    Diagnostic(
      .yamlSyntax, mistake.message, at: file.location(mistake.range ?? file.character(at: offset)), related: related,
      help: [mistake.help].compactMap(\.self), fixes: file.fixes(trying: mistake.repair))
  }

  /// Offers to quote a value that no value can start with.
  private func adviseToQuote(_ finding: inout Diagnostic) {
    guard offset < bytes.count else { return }
    if bytes[offset] == UInt8(ascii: "\t") {
      let edits = file.fixes(trying: [[(offset..<offset + 1, " ")]])
      return finding.offer("indent with spaces: YAML does not allow tabs here", edits)
    }
    let rest = bytes[offset...].prefix(60)
    let end = rest.firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") } ?? rest.endIndex
    guard end < rest.endIndex || rest.endIndex == bytes.count else { return finding.offer("quote the text") }
    let text = String(decoding: bytes[offset..<end], as: UTF8.self)
    finding.offer(
      "quote the text: \"\(file.shown(offset..<end))\"", [.init(quoting: text, at: file.location(offset..<end))])
  }
}
