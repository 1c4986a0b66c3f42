import ConfigDI

/// The Swift file with a module's registrations: a new file, or the existing one with missing registrations added and
/// obsolete ones removed. Manual changes are kept.
struct AssemblyFile {
  private let finder: CandidateFinder
  let candidates: [Candidate]
  private let existing: RegistrationFile
  /// The candidates that the existing file does not register.
  let missing: [Candidate]
  /// The existing file's calls that can no longer be right, each with the reason.
  private(set) var gone: [(call: RegisterCall, reason: String)] = []
  private var kept: [RegisterCall] = []
  /// The symbols of the types that the kept calls make.
  private(set) var made: Set<String> = []

  /// - Parameter existing: The existing file; `nil` if there is none, so that all registrations are missing.
  init(_ finder: CandidateFinder, changing existing: RegistrationFile?, elsewhere: ModuleRegistrations) {
    self.finder = finder
    let file = existing ?? RegistrationFile([])
    self.existing = file
    candidates = finder.candidates.filter { !elsewhere.make($0.type) }
    let judge = RegistrationJudge(finder, file, elsewhere: elsewhere)
    for call in file.calls {
      if let reason = judge.reasonGone(call) ?? judge.reasonUnneeded(call) {
        gone.append((call, reason))
      } else {
        kept.append(call)
        made.formUnion(call.made(among: finder.types, in: finder.module))
      }
    }
    let registrations = kept.byType(among: finder.types, in: finder.module)
    missing = candidates.filter { [made] candidate in
      guard let type = candidate.alias else { return !made.contains(candidate.type.id) }
      let own = registrations[candidate.type.id] ?? []
      // Without a registration of the type itself, an alias has nothing to pass on.
      return !own.contains { $0.isOf(candidate) }
        && (own.isEmpty || candidate.isAsked && own.contains { $0.serves(type) })
    }
  }

  /// Whether the existing file lacks nothing and has nothing obsolete.
  var isCurrent: Bool { missing.isEmpty && gone.isEmpty }

  /// - Parameter module: The module's name, which is an identifier.
  static func typeName(of module: String) -> String { "\(module)Factories" }

  var text: String {
    let access = isPublic ? "public " : ""
    let isolation = finder.isMainActorByDefault ? "nonisolated " : ""
    let library = finder.spelling.libraryModule
    var text = Self.imports(of: candidates).union([library]).sorted().map { name in
      isPublic && name == library ? "public import \(name)\n" : "import \(name)\n"
    }.joined()
    text += """

      /// The factories of \(finder.module), under the names that manifests use.
      ///
      /// Written by `configdi-check register`, which adds missing registrations and removes obsolete ones. Your changes
      /// are kept.
      \(isolation)\(access)struct \(Self.typeName(of: finder.module)): \(finder.spelling.library("Assembly")) {

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
    candidates.contains(where: \.type.isPublic)
      || candidates.contains { candidate in
        finder.types.conformances(of: candidate.type.id).contains { id in
          finder.types[id].map { $0.module == finder.module && $0.isPublic } ?? false
        }
      }
  }

  // MARK: Existing registrations

  /// The existing file's text with the differences applied; `nil` if it has no function body in which to register.
  var updated: [UInt8]? {
    var edits = gone.map { (range: existing.deletion(of: $0.call.range), text: "") }
    if !missing.isEmpty {
      guard let body = existing.body else { return nil }
      // Additions come first, so that if both begin at the same offset, the added lines precede the removed ones.
      let imports = Self.imports(of: missing).subtracting(existing.imports)
      edits = existing.importing(imports) + additions(to: body) + edits
    }
    let ordered = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    return existing.bytes.applying(ordered.map(\.element))
  }

  private func additions(to body: (open: Int, registry: String)) -> [(range: Range<Int>, text: String)] {
    let file = existing
    let kept = Set(kept.map(\.index))
    let anchors = file.anchors(in: body.open).filter { kept.contains($0.index) }
    let newline = file.newline
    let texts = missing.map { candidate in
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
    return zip(missing, texts).map { candidate, text in
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
