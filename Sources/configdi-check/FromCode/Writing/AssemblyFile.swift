import ConfigDI

/// The Swift file with a module's registrations: a new file, or the existing one with missing registrations added and
/// obsolete ones removed. Manual changes are kept.
struct AssemblyFile {
  private let finder: CandidateFinder
  private let elsewhere: ModuleRegistrations
  let candidates: [Candidate]

  init(_ finder: CandidateFinder, elsewhere: ModuleRegistrations) {
    self.finder = finder
    self.elsewhere = elsewhere
    candidates = finder.candidates.filter { !elsewhere.make($0.type) }
  }

  var module: String { finder.module }
  var count: Int { candidates.count }

  static func typeName(of module: String) -> String {
    "\(module.map { $0.isLetter || $0.isNumber || $0 == "_" ? String($0) : "_" }.joined())Factories"
  }

  var text: String {
    let access = isPublic ? "public " : ""
    let isolation = finder.isMainActorByDefault ? "nonisolated " : ""
    let library = finder.spelling.libraryModule
    var text = Self.imports(of: candidates).union([library]).sorted().map { name in
      isPublic && name == library ? "public import \(name)\n" : "import \(name)\n"
    }.joined()
    text += """

      /// The factories of \(module), under the names that manifests use.
      ///
      /// Written by `configdi-check register`, which adds missing registrations and removes obsolete ones. Your changes
      /// are kept.
      \(isolation)\(access)struct \(Self.typeName(of: module)): \(finder.spelling.library("Assembly")) {

      """
    if isPublic { text += "  /// Creates the assembly.\n  public init() {}\n\n  /// Registers the factories.\n" }
    text += "  \(access)func assemble(_ registry: inout \(finder.spelling.library("FactoryRegistry"))) {\n"
    for candidate in candidates { text += RegistrationText(candidate: candidate).text + "\n" }
    return text + "  }\n}\n"
  }

  private static func imports(of candidates: [Candidate]) -> Set<String> {
    candidates.reduce(into: []) { $0.formUnion($1.imports) }
  }

  /// Whether other modules can create the assembly: only if the module has a public API.
  private var isPublic: Bool {
    candidates.contains { $0.type.access >= .public }
      || candidates.contains { candidate in
        finder.types.conformances(of: candidate.type.id).contains { id in
          finder.types[id].map { $0.module == module && $0.access >= .public } ?? false
        }
      }
  }

  // MARK: Existing registrations

  /// The registrations that an existing file lacks, and its obsolete registrations.
  struct Difference {
    var missing: [Candidate] = []
    /// Calls that can no longer be right, each with the reason.
    var gone: [(call: RegisterCall, reason: String)] = []
    fileprivate var kept: [RegisterCall] = []
    /// The symbols of the types that the kept calls make.
    fileprivate(set) var made: Set<String> = []

    var isEmpty: Bool { missing.isEmpty && gone.isEmpty }
  }

  func difference(from file: RegistrationFile) -> Difference {
    var difference = Difference()
    let judge = RegistrationJudge(finder, file, elsewhere: elsewhere)
    for call in file.calls {
      if let reason = judge.reasonGone(call) {
        difference.gone.append((call, reason))
      } else if let key = judge.neededKey(call) {
        difference.gone.append((call, "its type is now needed as \(FactoryNames.last(of: key))"))
      } else {
        difference.kept.append(call)
        difference.made.formUnion(call.made(among: finder.types, in: module))
      }
    }
    let registrations = Dictionary(grouping: difference.kept) { judge.registered($0) ?? "" }
    difference.missing = candidates.filter { [made = difference.made] candidate in
      guard let type = candidate.alias else { return !made.contains(candidate.type.id) }
      let own = registrations[candidate.type.id] ?? []
      // Without a registration of the type itself, an alias has nothing to pass on.
      return !own.contains { $0.isOf(candidate) } && (own.isEmpty || own.contains { $0.serves(type) })
    }
    return difference
  }

  /// The file's text with the differences applied; `nil` if the file has no function body in which to register.
  func updated(_ file: RegistrationFile, _ difference: Difference) -> [UInt8]? {
    var edits = difference.gone.map { (range: file.deletion(of: $0.call.range), text: "") }
    if !difference.missing.isEmpty {
      guard let body = file.body else { return nil }
      // Additions come first, so that if both begin at the same offset, the added lines precede the removed ones.
      let imports = Self.imports(of: difference.missing).subtracting(file.imports)
      edits = file.importing(imports) + additions(difference, to: body, of: file) + edits
    }
    let ordered = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    return file.bytes.applying(ordered.map(\.element))
  }

  private func additions(
    _ difference: Difference, to body: (open: Int, registry: String), of file: RegistrationFile
  ) -> [(range: Range<Int>, text: String)] {
    let kept = Set(difference.kept.map(\.index))
    let anchors = file.anchors(in: body.open).filter { kept.contains($0.index) }
    let newline = file.newline
    let texts = difference.missing.map { candidate in
      (RegistrationText(candidate: candidate, registry: body.registry).text + "\n").replacing("\n", with: newline)
    }
    guard let last = anchors.last else {
      let brace = file.text.lexemes[body.open].range.upperBound
      guard let start = file.nextLine(after: brace) else {
        return [(brace..<brace, "\(newline)\(texts.joined())  ")]
      }
      return [(start..<start, texts.joined())]
    }
    // The largest name so far at each anchor, which is a kept call next to which lines can be added. A new call goes
    // before the first anchor whose entry exceeds the call's name.
    var largest: [String] = []
    for anchor in anchors { largest.append(max(largest.last ?? "", anchor.name ?? "")) }
    return zip(difference.missing, texts).map { candidate, text in
      let next = largest.indices.firstPosition { largest[$0] > candidate.name }
      let start =
        next < anchors.count
        ? file.aboveComments(file.lines(of: anchors[next].range).lowerBound) : file.lines(of: last.range).upperBound
      return (start..<start, text)
    }
  }
}

extension CandidateFinder {
  /// Whether the module's types belong to the main actor by default.
  var isMainActorByDefault: Bool {
    let nominal = types.types(of: module).filter { $0.kind != .enumeration && !$0.hasWord("actor") }
    return nominal.contains { $0.hasAttribute("MainActor") }
      && nominal.allSatisfy { $0.hasAttribute("MainActor") || $0.isNonisolated }
  }
}
