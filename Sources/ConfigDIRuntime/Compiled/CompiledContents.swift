/// The tables of a compiled manifest, which all stages share.
package struct CompiledContents: Sendable {
  /// The entry manifest's path as it appears in locations.
  package var entry = ""
  package var files: [SourceFile] = []
  /// While writing: the files' paths as written in the file.
  package var fileNames: [String] = []
  package var suppressions = SuppressedLines()
  var scopes: [PlannedScope] = []
  /// The factories that the manifest uses, sorted by name. Their types are written as in the manifest's keys.
  package var factories: [CatalogFactory] = []
  /// The custom keys used by the manifest's services and by dependencies of its factories.
  package var keys: [CatalogKey] = []
  package var declaredStages: [String] = []
  package var defaultStage: String?
  /// The names of the compiled stages; a single `nil` if the manifest declares no stages.
  package internal(set) var stages: [String?] = []
  var stageParts: [Range<Int>] = []
  var parameterParts: [Range<Int>] = []
  var serviceParts: [Range<Int>] = []
  var bytes: [UInt8] = []
  var texts: [String] = []

  package init() {}

  /// Reads the tables of a file.
  ///
  /// - Parameters:
  ///   - name: The file's name in error messages.
  ///   - folder: The folder to which the manifest's paths, including those in locations, are relative.
  package init(_ bytes: [UInt8], name: String, folder: String) throws(ManifestError) {
    guard bytes.starts(with: CompiledFormat.magic) else {
      throw ManifestError(
        unusable:
          "'\(name)' is not a compiled manifest\n  help: compile one: configdi-check compile MANIFEST --output FILE")
    }
    var coder = CompiledCoder(bytes, CompiledFormat.magic.count..<bytes.count)
    guard let format = try? coder.number(nil) else { throw .damaged(name) }
    guard format == CompiledFormat.number else {
      throw ManifestError(
        unusable:
          "'\(name)' is a compiled manifest in format \(format), but this program reads format \(CompiledFormat.number)\n"
          + "  help: compile it again with this program's version of configdi-check: "
          + "configdi-check compile MANIFEST --output FILE")
    }
    do throws(Malformed) {
      let fingerprint = try coder.word(nil)
      guard fingerprint == CompiledFormat.fingerprint(of: bytes[coder.position...]) else { throw Malformed() }
      try coder.readTexts()
      try coder.tables(in: folder)
      guard coder.remaining == 0 else { throw Malformed() }
      self = coder.contents
      self.bytes = bytes
    } catch {
      throw .damaged(name)
    }
  }

  /// The file with these tables and plans.
  ///
  /// - Parameter alike: For each plan, a number that plans with equal contents share.
  package func bytes(of plans: [OpenPlan], alike: [Int?]) -> [UInt8] {
    var contents = self
    contents.scopes = plans.first?.scopes ?? []
    contents.stages = plans.map(\.stage)
    // Only reading throws.
    return (try? contents.written(plans, alike)) ?? []
  }

  private func written(_ plans: [OpenPlan], _ alike: [Int?]) throws(Malformed) -> [UInt8] {
    let texts = RecordTable()
    let services = RecordTable()
    let parameters = RecordTable()
    var coder = CompiledCoder(writing: self, texts)
    var known: [Int: [UInt8]] = [:]
    var stages: [[UInt8]] = []
    for (number, plan) in zip(alike, plans) {
      if let number, let bytes = known[number] {
        stages.append(bytes)
        continue
      }
      coder.services = plan.services
      var numbers: (services: [Int], parameters: [Int]) = ([], [])
      for service in plan.services {
        try coder.service(service)
        numbers.services.append(services.number(of: coder.takeRecord()))
      }
      for parameter in plan.parameters {
        try coder.parameter(parameter)
        numbers.parameters.append(parameters.number(of: coder.takeRecord()))
      }
      try coder.runs(numbers.services.runs)
      try coder.runs(numbers.parameters.runs)
      try coder.rest(plan)
      let bytes = coder.takeRecord()
      stages.append(bytes)
      if let number { known[number] = bytes }
    }
    try coder.tables((stages, parameters.records, services.records))
    let tables = coder.takeRecord()
    try coder.parts(texts.records)
    let content = coder.takeRecord() + tables
    for byte in CompiledFormat.magic { try coder.byte(byte) }
    try coder.number(CompiledFormat.number)
    try coder.word(CompiledFormat.fingerprint(of: content))
    return coder.bytes + content
  }

  /// The plan of the stage at this index; `nil` if the stage cannot be decoded.
  package func plan(of stage: Int) -> OpenPlan? { try? readPlan(of: stage) }

  private func readPlan(of stage: Int) throws(Malformed) -> OpenPlan {
    guard stageParts.indices.contains(stage) else { throw Malformed() }
    var coder = CompiledCoder(reading: self)
    coder.go(to: stageParts[stage])
    let services = try coder.runs(nil, of: serviceParts.count).flatMap { serviceParts[$0] }
    let parameters = try coder.runs(nil, of: parameterParts.count).flatMap { parameterParts[$0] }
    let unread = coder.unread
    try coder.findPositions(of: services)
    coder.go(to: unread)
    let (collections, phases) = try coder.rest(nil)
    guard coder.remaining == 0 else { throw Malformed() }
    var planned: [PlannedService] = []
    planned.reserveCapacity(services.count)
    for part in services {
      coder.go(to: part)
      planned.append(try coder.service(nil))
      guard coder.remaining == 0 else { throw Malformed() }
    }
    var composed: [ComposedParameter] = []
    for part in parameters {
      coder.go(to: part)
      composed.append(try coder.parameter(nil))
      guard coder.remaining == 0 else { throw Malformed() }
    }
    return OpenPlan(
      manifest: entry, stage: stages[stage], scopes: scopes, services: planned, parameters: composed, phases: phases,
      collections: collections)
  }
}

extension [Int] {
  /// The numbers as runs of consecutive numbers.
  fileprivate var runs: [Range<Int>] {
    reduce(into: []) { runs, number in
      if let last = runs.last, last.upperBound == number {
        runs[runs.count - 1] = last.lowerBound..<number + 1
      } else {
        runs.append(number..<number + 1)
      }
    }
  }
}
