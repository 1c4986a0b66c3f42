/// The Swift file of a module's registrations: new, or the existing file with missing registrations added and obsolete
/// ones removed. Changes made by hand stay.
struct AssemblyFile {
  let module: String
  private let finder: CandidateFinder
  let candidates: [Candidate]

  init(_ finder: CandidateFinder, elsewhere: ModuleRegistrations) {
    self.finder = finder
    module = finder.module
    candidates = finder.candidates.filter { elsewhere.entry(for: $0.type) == nil }
  }

  var count: Int { candidates.count }
  var typeName: String { Self.typeName(of: module) }

  static func typeName(of module: String) -> String {
    "\(module.map { $0.isLetter || $0.isNumber || $0 == "_" ? String($0) : "_" }.joined())Factories"
  }

  /// The whole file, if there is none yet.
  var text: String {
    let access = isPublic ? "public " : ""
    let isolation = finder.isMainActorByDefault ? "nonisolated " : ""
    var text = (["ConfigDI"] + finder.spelling.imports).sorted().map { name in
      isPublic && name == "ConfigDI" ? "public import \(name)\n" : "import \(name)\n"
    }.joined()
    text += """

      /// The factories of \(module), by the names that manifests have for them.
      ///
      /// Written by `configdi-check register`, which adds what is missing and takes out what has gone. What you change here
      /// stays.
      \(isolation)\(access)struct \(typeName): Assembly {

      """
    if isPublic { text += "  /// The assembly; it holds nothing.\n  public init() {}\n\n" }
    if isPublic { text += "  /// Registers them.\n" }
    text += "  \(access)func assemble(_ registry: inout FactoryRegistry) {\n"
    for candidate in candidates { text += RegistrationText(candidate).text + "\n" }
    return text + "  }\n}\n"
  }

  /// Whether another module can make the assembly: if the module has something for other modules.
  private var isPublic: Bool {
    candidates.contains { $0.type.access >= .public }
      || candidates.contains { candidate in
        finder.types.conformances(of: candidate.type.id).contains { id in
          finder.types[id].map { $0.module == module && $0.access >= .public } ?? false
        }
      }
  }
}

// MARK: - Existing registrations

extension AssemblyFile {
  /// The registrations that a written file lacks, and those that lead nowhere.
  struct Difference {
    var missing: [Candidate] = []
    /// Calls whose type or initializer no longer exists, with the reason.
    var gone: [(call: RegisterCall, reason: String)] = []
  }

  func difference(from bytes: [UInt8]) -> Difference {
    var difference = Difference()
    var sound: [RegisterCall] = []
    let calls = RegisterCall.calls(in: bytes)
    let knowsAllTypes = Self.imports(bytes).subtracting(finder.types.modules).subtracting(PackageTypes.libraries)
      .isEmpty
    for call in calls {
      if let reason = finder.reasonGone(call, knowsAllTypes: knowsAllTypes) {
        difference.gone.append((call, reason))
      } else {
        sound.append(call)
      }
    }
    difference.missing = candidates.filter { candidate in
      let isThere = sound.contains { call in
        candidate.alias == nil ? call.makes(candidate.type) : call.name == candidate.name
      }
      guard !isThere else { return false }
      // A call does not show that a lower-case name is a type's.
      let signature = Self.signature(of: candidate)
      return !sound.contains { $0.signature == signature }
    }
    return difference
  }

  private static func imports(_ bytes: [UInt8]) -> Set<String> {
    let tokens = SwiftToken.tokens(of: bytes)
    return Set(
      tokens.indices.dropLast().filter { tokens[$0].kind == .word && tokens[$0].text == "import" }
        .map { tokens[$0 + 1].text })
  }

  private static func signature(of candidate: Candidate) -> [String] {
    RegisterCall.calls(in: Array(RegistrationText(candidate).text.utf8)).first?.signature ?? []
  }

  /// The file's text with the differences removed.
  func updated(_ bytes: [UInt8]) -> String? {
    let difference = difference(from: bytes)
    var edits: [(range: Range<Int>, text: String)] = []
    let kept = RegisterCall.calls(in: bytes).filter { call in !difference.gone.contains { $0.call.range == call.range }
    }
    let isCRLF = bytes.firstIndex(of: 0x0A).map { $0 > 0 && bytes[$0 - 1] == 0x0D } ?? false
    for candidate in difference.missing {
      let lines = RegistrationText(candidate).text + "\n"
      let text = isCRLF ? lines.replacing("\n", with: "\r\n") : lines
      if let next = kept.first(where: { ($0.name ?? "") > candidate.name }) {
        let start = Self.aboveComments(Self.lines(of: next.range, bytes).lowerBound, bytes)
        edits.append((start..<start, text))
      } else if let last = kept.last {
        let end = Self.lines(of: last.range, bytes).upperBound
        edits.append((end..<end, text))
      } else if let end = Self.beginningOfBody(bytes) {
        edits.append((end..<end, text))
      } else {
        return nil
      }
    }
    // Behind those that come: at one place, what goes is taken out before what comes is put in.
    edits += difference.gone.map { (Self.lines(of: $0.call.range, bytes), "") }
    var result = bytes
    let ordered = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    for (_, edit) in ordered.reversed() { result.replaceSubrange(edit.range, with: edit.text.utf8) }
    return String(decoding: result, as: UTF8.self)
  }

  /// The range extended to whole lines, if nothing else is on them but a comment behind it.
  private static func lines(of range: Range<Int>, _ bytes: [UInt8]) -> Range<Int> {
    var start = range.lowerBound
    while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    var end = range.upperBound
    while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x0D { end += 1 }
    if bytes[end...].starts(with: "//".utf8) { end = bytes[end...].firstIndex(of: 0x0A) ?? end }
    guard start == 0 || bytes[start - 1] == 0x0A, end < bytes.count, bytes[end] == 0x0A else { return range }
    return start..<end + 1
  }

  /// The start of the comments directly above a line, which belong to it.
  private static func aboveComments(_ start: Int, _ bytes: [UInt8]) -> Int {
    var start = start
    while start > 0 {
      let line = bytes[..<(start - 1)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      guard bytes[line..<start].drop(while: { $0 == 0x20 || $0 == 0x09 }).starts(with: "//".utf8) else { return start }
      start = line
    }
    return start
  }

  /// The position after the line that opens `assemble`.
  private static func beginningOfBody(_ bytes: [UInt8]) -> Int? {
    let tokens = SwiftToken.tokens(of: bytes)
    guard let name = tokens.firstIndex(where: { $0.kind == .word && $0.text == "assemble" }),
      let brace = tokens[name...].first(where: { $0.text == "{" })
    else { return nil }
    let end = bytes[brace.range.upperBound...].prefix { $0 == 0x0D }.endIndex
    guard end < bytes.count, bytes[end] == 0x0A else { return nil }
    return end + 1
  }
}

extension CandidateFinder {
  /// Whether the module's types belong to the main actor unless they say otherwise.
  var isMainActorByDefault: Bool {
    let nominal = types.types(of: module).filter { $0.kind != .enumeration && !$0.hasWord("actor") }
    return nominal.contains { $0.hasAttribute("MainActor") }
      && nominal.allSatisfy { $0.hasAttribute("MainActor") || $0.hasWord("nonisolated") }
  }

  /// The reason why a registration leads nowhere: its type, or the initializer that it names, no longer exists, or it
  /// labels another number of dependencies. `nil` if it is correct, or if the type may belong to another package.
  ///
  /// - Parameter knowsAllTypes: Whether a type that is in no graph cannot belong to another package.
  fileprivate func reasonGone(_ call: RegisterCall, knowsAllTypes: Bool) -> String? {
    let all = types.modules.flatMap { types.types(of: $0) }
    for maker in call.makers {
      let named = all.filter { ([$0.module] + $0.path).suffix(maker.type.count).elementsEqual(maker.type) }
      guard let type = named.first else {
        return call.makers.count == 1 && knowsAllTypes ? "\(maker.type.joined(separator: ".")) has gone" : nil
      }
      let initializers = types.initializers(of: type).filter { $0.access > .fileprivate }
      if let labels = maker.labels, type.kind != .enumeration,
        !initializers.contains(where: { Self.accepts($0.parameters, labels) })
      {
        return "\(type.name) has no init(\(labels.map { "\($0):" }.joined())) any more"
      }
      if let count = call.labelCount, maker.labels == nil, initializers.count == 1,
        let candidate = candidates.first(where: { $0.type.id == type.id && $0.alias == nil }),
        candidate.dependencies.count != count
      {
        return "\(type.name).init has \(candidate.dependencies.count) dependencies, and \(count) are labelled"
      }
    }
    return nil
  }

  /// Whether a call with these labels fits, with defaults for some parameters.
  private static func accepts(_ parameters: [CodeSymbol.Parameter], _ labels: [String]) -> Bool {
    var rest = labels[...]
    for parameter in parameters {
      if rest.first == parameter.label {
        rest.removeFirst()
      } else if !parameter.hasDefault {
        return false
      }
    }
    return rest.isEmpty
  }
}
