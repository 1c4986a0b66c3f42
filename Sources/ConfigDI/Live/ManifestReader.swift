/// Reads a manifest repeatedly with the same registry, environment and options.
struct ManifestReader: Sendable {
  let stage: String?
  let registry: FactoryRegistry
  let provided: [Provided]
  let overlay: (any ManifestConvertible)?
  let options: ManifestOptions
  let world: World

  /// The streams that report changes in parameter values.
  var changes: [@Sendable () -> AsyncStream<Void>] { options.source?.changes.map { [$0] } ?? [] }

  /// Reads the whole manifest from one consistent state.
  ///
  /// - Parameters:
  ///   - texts: Imported documents that are not files.
  ///   - overlays: More overlays, applied before all other overlays from outside the manifest.
  func read(
    _ manifest: any ManifestConvertible, beside texts: [(name: String, text: String)] = [],
    overlays: [any ManifestConvertible] = []
  ) -> CandidateReading {
    var options = options
    options.overlays = overlays + options.overlays
    var world = world
    if !texts.isEmpty {
      // Strings appear as files in the working directory.
      world.files = FilesWithTexts(
        world.files,
        texts: Dictionary(
          texts.map { (FilePath.normalized($0.name, world.files), Array($0.text.utf8)) }, uniquingKeysWith: { $1 }),
        in: world.files.resolve(".") ?? "/")
    }
    return CandidateReading {
      do {
        let blueprint = try Blueprint(
          manifest, stage: stage, registry: registry, provided: provided, overlay: overlay, options: options,
          world: world)
        let result = Result<Candidate, any Error> {
          let (planned, stage) = try blueprint.plan()
          return Candidate(planned, ManifestLevels(blueprint.forgetting)) { stage.table }
        }
        return CandidateReading(result, trace: blueprint.trace)
      } catch {
        return CandidateReading(.failure(error))
      }
    }
  }
}

extension ManifestReader {
  /// Reads a snapshot of a manifest that is not a file.
  ///
  /// - Parameter deadline: The time limit for taking the snapshot.
  func snapshot(
    of manifest: some ChangingManifest, within deadline: Duration?, _ clock: LiveClock
  ) async -> CandidateReading {
    do {
      let snapshot = try await clock.result(within: deadline) { try await manifest.snapshot() }
      guard let snapshot else {
        throw ReloadError.deadlinePassed(deadline ?? .zero, unmade: [], running: "snapshot()")
      }
      return read(
        ManifestLocation.yaml(snapshot.entry.text, named: snapshot.entry.name), beside: snapshot.imports,
        overlays: snapshot.overlays.map { ManifestLocation.yaml($0.text, named: $0.name) })
    } catch {
      return CandidateReading(.failure(error))
    }
  }
}
