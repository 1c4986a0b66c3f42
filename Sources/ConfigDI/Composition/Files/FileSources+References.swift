extension FileSources {
  /// The files that a path or glob refers to, if they exist and may be read.
  mutating func targets(of reference: FileReference, in importer: FilePlace) -> [FilePlace] {
    let written = reference.path.value
    guard written.hasPrefix("module:") else {
      return targets(
        written, folder: FilePath.folder(of: importer.path), importer.confinements, reference, in: importer)
    }
    let rest = written.dropFirst("module:".count)
    let name = String(rest.prefix { $0 != "/" })
    guard let folder = options.modules[name] else {
      isIncomplete = true
      let known = options.modules.keys.sorted()
      findings.report(
        .importMissing, "no folder is bound to module '\(name)'", at: reference.path.location,
        notes: known.isEmpty ? [] : ["bound modules: \(known.joined(separator: ", "))"],
        help: Spelling.help(for: Spelling.suggestions(for: name, among: known)) + [
          "bind it with --module \(name)=DIR, or in code with modules: [\"\(name)\": …]"
        ])
      return []
    }
    let confinement = Confinement(
      resolved: FilePath.resolvedEvenIfMissing(folder, files) ?? folder, name: "the folder of module '\(name)'",
      remedy: "bind the module to a parent folder: its files can import only from the module's folder")
    return targets(
      String(rest.dropFirst(name.count + 1)), folder: folder, [confinement], reference, in: importer)
  }

  private mutating func targets(
    _ path: String, folder: String, _ confinements: [Confinement], _ reference: FileReference, in importer: FilePlace
  ) -> [FilePlace] {
    guard Glob.isPattern(path) else {
      let normalized = FilePath.normalized(FilePath.join(folder, path), files)
      let path = normalized.isEmpty ? "." : normalized
      return place(path, confinements, reference, isOptional: reference.optional).map { [$0] } ?? []
    }
    // The fixed folders before the first pattern are followed like any path, including `..`.
    let (fixed, pattern) = Self.split(path)
    let start = FilePath.normalized(FilePath.join(folder, fixed), files)
    if isOutside(FilePath.resolvedEvenIfMissing(start, files), confinements, reference) { return [] }
    guard let matches = Glob(pattern).matches(in: start, files, &listings, &work) else {
      isIncomplete = true
      if !isTooMuchWork {
        findings.report(
          work.finding(at: reference.path.location, "this glob and those before it search the same folders repeatedly"))
      }
      isTooMuchWork = true
      return []
    }
    let paths = matches.map { FilePath.join(start, $0) }.filter { files.resolve($0) != importer.resolved }
    for (path, problem) in listings.unreadable {
      isIncomplete = true
      findings.report(.unreadable(problem, path, at: reference.path.location, options.limits))
    }
    if paths.isEmpty, listings.unreadable.isEmpty, !reference.optional {
      let optional = makingOptional(reference)
      findings.report(
        .globMatchesNothing, "'\(reference.path.value)' matches no files", at: reference.path.location,
        help: ["correct the pattern, or write \(optional.text) if it may match nothing"], fixes: optional.fixes)
    }
    return paths.compactMap { place($0, confinements, reference, isOptional: true) }
  }

  /// The location of the file at a path, or a finding that explains why no file is there.
  private mutating func place(
    _ path: String, _ confinements: [Confinement], _ reference: FileReference, isOptional: Bool
  ) -> FilePlace? {
    if isOutside(FilePath.resolvedEvenIfMissing(path, files), confinements, reference) { return nil }
    do {
      let resolved = try files.locate(path)
      // A link that could not be followed a moment ago may now lead outside.
      if isOutside(resolved, confinements, reference) { return nil }
      return FilePlace(
        path: options.names[resolved] ?? path, resolved: resolved, confinements: confinements,
        reference: reference.path.location, isOptional: isOptional)
    } catch .missing {
      if !reference.optional {
        isIncomplete = true
        findings.report(missing(path, reference))
      }
    } catch {
      isIncomplete = true
      findings.report(.unreadable(error, path, at: reference.path.location, options.limits))
    }
    return nil
  }

  /// Whether a resolved path is outside the folders that a reference may lead to, which is reported.
  private mutating func isOutside(
    _ resolved: String?, _ confinements: [Confinement], _ reference: FileReference
  ) -> Bool {
    guard let resolved, let boundary = confinements.first(where: { !FilePath.isInside(resolved, $0.resolved) }) else {
      return false
    }
    isIncomplete = true
    findings.report(
      .importEscapesRoot, "'\(reference.path.value)' is outside \(boundary.name)", at: reference.path.location,
      help: [boundary.remedy], symbol: reference.path.value)
    return true
  }

  /// Splits a path before the first component that contains a pattern.
  private static func split(_ path: String) -> (fixed: String, pattern: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let first = parts.firstIndex { Glob.isPattern(String($0)) } ?? parts.endIndex
    let fixed = parts[..<first].joined(separator: "/")
    return (fixed.isEmpty && path.hasPrefix("/") ? "/" : fixed, parts[first...].joined(separator: "/"))
  }

  private func missing(_ path: String, _ reference: FileReference) -> Diagnostic {
    let folder = FilePath.folder(of: path)
    // Show the path as written, since that is the text to correct.
    let written = reference.path.value
    let start = String(written.lastIndex(of: "/").map { written[...$0] } ?? "")
    let names = (files.entries(of: folder.isEmpty ? "." : folder) ?? []).map(\.name)
    // A file never means itself.
    let writer = reference.path.location.file.path
    let others = names.filter { FilePath.join(folder, $0) != writer }
    let name = String(FilePath.name(of: path))
    let extended = others.filter { $0 == name + ".yaml" || $0 == name + ".yml" }
    let suggestions = (extended.isEmpty ? Spelling.suggestions(for: name, among: others) : extended).map { start + $0 }
    var finding = Diagnostic(
      .importMissing, "no such file: '\(written)'", at: reference.path.location, notes: ["looked for it at \(path)"])
    func naming(_ name: String) -> [Diagnostic.Fix] { [.init(naming: name, at: reference.path.location)] }
    if written.contains("\\") {
      finding.offer("separate folders with '/'", naming(String(written.map { $0 == "\\" ? "/" : $0 })))
    } else {
      // A suggested name is only a guess, since a file may contain anything.
      finding.suggest(suggestions, fixes: naming)
    }
    let optional = makingOptional(reference)
    finding.offer("write \(optional.text) if the file may be absent", finding.help.isEmpty ? optional.fixes : [])
    return finding
  }
}

/// The reference with `optional: true`, written on one line, and the edit that writes it; no edit if the reference is
/// already a mapping or is not in a file.
private func makingOptional(_ reference: FileReference) -> (text: String, fixes: [Diagnostic.Fix]) {
  let place = reference.path.location
  let source = String(decoding: place.file.bytes[place.range], as: UTF8.self)
  let fits = !source.isEmpty && !source.contains { $0.isNewline || ",[]{}#".contains($0) }
  let text = "{ path: \(fits ? source : FlowText.scalar(reference.path.value)), optional: true }"
  let before = place.file.bytes.prefix(place.range.lowerBound).last { $0 != 0x20 }
  let isFixed = place.file.isArgument || before == UInt8(ascii: ":")
  return (text, isFixed ? [] : [.init(replacing: place, with: text)])
}
