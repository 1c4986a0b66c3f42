/// Reads the entry manifest and all its imports, depth-first in listed order, without recursion.
struct ImportWalk {
  private var stack: [(manifest: Manifest, place: FilePlace, targets: [FilePlace], next: Int)] = []
  /// Whether each file is done, by its resolved path; false while its imports are read.
  private var isDone: [String: Bool] = [:]
  private var isTooDeep = false

  /// Calls a body with each manifest, after calling it with the manifest's imports.
  mutating func run(
    from entry: Manifest, at place: FilePlace, _ sources: inout FileSources,
    _ visit: (Manifest, FilePlace, inout Diagnostics) -> Void
  ) {
    open(entry, at: place, &sources)
    while let top = stack.indices.last {
      guard stack[top].next < stack[top].targets.count else {
        let file = stack.removeLast()
        isDone[file.place.resolved] = true
        visit(file.manifest, file.place, &sources.findings)
        continue
      }
      let target = stack[top].targets[stack[top].next]
      stack[top].next += 1
      follow(target, &sources)
    }
  }

  private mutating func open(_ manifest: Manifest, at place: FilePlace, _ sources: inout FileSources) {
    isDone[place.resolved] = false
    let targets = manifest.imports.flatMap { sources.targets(of: $0, in: place) }
    stack.append((manifest, place, targets, 0))
  }

  private mutating func follow(_ target: FilePlace, _ sources: inout FileSources) {
    if let isDone = isDone[target.resolved] {
      if !isDone { sources.findings.report(cycle(closedBy: target)) }
      return
    }
    // The entry manifest is on the stack but is not an import.
    guard stack.count <= sources.options.limits.importDepth else {
      sources.isIncomplete = true
      // One location is enough for the finding, no matter how many imports have this depth.
      if let reference = target.reference, !isTooDeep {
        isTooDeep = true
        sources.findings.report(sources.options.limits.passed(.importDepth, at: reference))
      }
      return
    }
    guard let file = sources.load(target) else { return }
    sources.findings.report(contentsOf: file.findings)
    guard let manifest = file.manifest else {
      isDone[target.resolved] = true
      return
    }
    guard manifest.kind.value == .manifest else {
      isDone[target.resolved] = true
      sources.isIncomplete = true
      sources.findings.report(
        .wrongShape, "expected a manifest to import, found an overlay", at: manifest.kind.location,
        related: target.reference.map { [Diagnostic.Related("imported here", at: $0)] } ?? [],
        help: ["list it under 'overlays' instead"])
      return
    }
    open(manifest, at: target, &sources)
  }

  private func cycle(closedBy target: FilePlace) -> Diagnostic {
    let start = stack.firstIndex { $0.place.resolved == target.resolved } ?? stack.startIndex
    let members = stack[start...]
    let paths = members.map(\.place.path) + [target.path]
    let path = elided(paths).joined(separator: " -> ")
    let related = members.dropLast().compactMap { member -> Diagnostic.Related? in
      let closer = member.next > 0 ? member.targets[member.next - 1].reference : nil
      return closer.map { Diagnostic.Related("\(member.place.path) imports the next file here", at: $0) }
    }
    return Diagnostic(
      .importCycle, "import cycle: \(path)", at: target.reference, related: related,
      help: ["remove this import, or move the common entries to a third file"],
      symbol: elided(paths.map { String(FilePath.name(of: $0)) }).joined(separator: " -> "))
  }
}
