/// Reads the overlay files that stages name, each file once.
struct OverlayFiles {
  /// One change to a stage: a layer, or an overlay that is missing.
  struct Overlay {
    var layer: Layer?
    /// The overlay's resolved path, used to apply each file only once; `nil` for the stage's own layer.
    var resolved: String?
  }

  private var readings: [SourceLocation: (overlays: [Overlay], findings: Diagnostics)] = [:]

  /// The overlays that a list of references names, in order, after any that are missing.
  mutating func overlays(
    _ references: [FileReference], in place: FilePlace, _ sources: inout FileSources,
    reporting findings: inout Diagnostics
  ) -> [Overlay] {
    var overlays: [Overlay] = []
    for reference in references {
      if let layer = reference.inline {
        let place = "\(place.resolved)#\(reference.path.location.range.lowerBound)"
        overlays.append(Overlay(layer: layer, resolved: place))
        continue
      }
      let key = reference.path.location
      let reading = readings[key] ?? Self.read(reference, in: place, &sources)
      readings[key] = reading
      overlays += reading.overlays
      findings.report(contentsOf: reading.findings.findings)
    }
    return overlays.filter { $0.layer == nil } + overlays.filter { $0.layer != nil }
  }

  /// Reads a file given with `--overlay`, which may be outside the root folder.
  static func overlay(_ path: String, _ sources: inout FileSources) -> Overlay? {
    guard let resolved = sources.files.resolve(path) else {
      sources.isIncomplete = true
      sources.findings.report(
        .importMissing, "\(sources.options.overlaysGivenBy): no such file: '\(path)'", at: nil,
        help: [sources.options.overlayRemedy])
      return nil
    }
    return overlay(FilePlace(path: path, resolved: resolved), &sources)
  }

  private static func read(
    _ reference: FileReference, in place: FilePlace, _ sources: inout FileSources
  ) -> (overlays: [Overlay], findings: Diagnostics) {
    var overlays: [Overlay] = []
    let isAlreadyIncomplete = sources.isIncomplete
    sources.isIncomplete = false
    let findings = sources.collecting { sources in
      overlays = sources.targets(of: reference, in: place).compactMap { overlay($0, &sources) }
    }
    if sources.isIncomplete { overlays.append(Overlay()) }
    sources.isIncomplete = sources.isIncomplete || isAlreadyIncomplete
    return (overlays, findings)
  }

  private static func overlay(_ target: FilePlace, _ sources: inout FileSources) -> Overlay? {
    guard let file = sources.load(target) else { return nil }
    guard let manifest = file.manifest else {
      let isEmpty = file.document.map { $0.root?.isNull ?? true && !$0.isCutShort } ?? false
      sources.findings.report(contentsOf: isEmpty ? [emptyFile(file.source, as: .overlay)] : file.findings)
      return nil
    }
    guard manifest.kind.value == .overlay else {
      sources.isIncomplete = true
      let isWritten = !manifest.kind.location.range.isEmpty
      let lacksVersion = file.findings.contains { $0.rule == .unsupportedVersion }
      let change =
        isWritten ? "write kind: overlay" : "add \(lacksVersion ? "'configdi: 1' and " : "")'kind: overlay' to it"
      sources.findings.report(
        .wrongShape, "expected an overlay, found '\(target.path)', which is a manifest",
        at: isWritten ? manifest.kind.location : target.reference ?? manifest.kind.location,
        related: isWritten ? target.reference.map { [.init("named here", at: $0)] } ?? [] : [],
        help: ["\(change), or list it under 'imports'"])
      return nil
    }
    sources.findings.report(contentsOf: file.findings)
    return Overlay(layer: manifest.layer, resolved: target.resolved)
  }
}
