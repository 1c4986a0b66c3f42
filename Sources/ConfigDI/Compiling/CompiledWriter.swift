/// Writes the plans of a valid manifest as one file. The bytes do not depend on the manifest's folder.
package struct CompiledWriter {
  private let composed: ComposedManifest
  /// The plan of each stage; stages with equal contents share a plan.
  private let plans: [OpenPlan]
  private let tables: CompiledTables
  private let names: CompiledPaths
  /// For each plan, a number that plans with equal contents share.
  private let contents: [Int?]

  /// - Parameters:
  ///   - manifest: A manifest without errors, checked with the program's catalog.
  ///   - modules: The folders for `module:NAME/…`.
  ///   - files: Finds the manifest's files, so that their paths can be written relative to its own folder.
  ///   - stages: The stages to write; all if none is named.
  package init?(
    _ manifest: CheckedManifest, stages: [String] = [], modules: [String: String] = [:], files: any FileAccess
  ) {
    guard let composed = manifest.composed, let graph = manifest.graph, let catalog = graph.catalog else { return nil }
    self.composed = composed
    let chosen = composed.stages.indices.filter { position in
      stages.isEmpty || composed.stages[position].name.map(stages.contains) ?? false
    }
    var known: [Int: OpenPlan] = [:]
    plans = chosen.map { position in
      let stage = composed.stages[position]
      var plan = stage.contents.flatMap { known[$0] } ?? Planner(graph, stage: position).openPlan()
      plan.stage = stage.name
      if let contents = stage.contents { known[contents] = plan }
      return plan
    }
    contents = chosen.map { composed.stages[$0].contents }
    names = CompiledPaths(composed, modules: modules, files)
    tables = CompiledTables(plans, catalog, files: Self.files(plans, composed))
  }

  /// Throws if all distinct stages together have too many services.
  package static func refuseManyStages(of composed: ComposedManifest) throws(TooMuchWork) {
    let different = composed.stages.alike.map { composed.stages[$0.first] }
    let services = different.reduce(0) { $0 + $1.services.count }
    var work = composed.work
    try work.spend(WorkBudget.Cost.compiled, for: services, at: composed.entry.beginning) {
      "\(counted(different.count, "different stage")) with \(counted(services, "service")) in total"
    }
  }

  /// The manifest's path as written in the file.
  package var entry: String { names.entry }

  /// The first parameter that reads a file beside a module's manifest, which a program with a compiled manifest cannot
  /// find, since it does not know the module's folder.
  package var fileOfModule: Located<String>? {
    for parameter in plans.lazy.flatMap(\.parameters) {
      guard case .file(let path)? = parameter.source, !path.value.hasPrefix("/"),
        names[path.location.file].hasPrefix(CompiledPaths.module)
      else { continue }
      return path
    }
    return nil
  }

  package func bytes() -> [UInt8] {
    let services = RecordTable()
    let parameters = RecordTable()
    var written: [Int: [UInt8]] = [:]
    let stages = zip(contents, plans).map { contents, plan in
      let bytes = contents.flatMap { written[$0] } ?? stage(plan, services, parameters)
      if let contents { written[contents] = bytes }
      return bytes
    }
    var rest = ByteWriter(tables)
    rest.text(names.entry)
    rest.list(tables.files) { $0.file($1, name: names[$1]) }
    suppressions(&rest)
    rest.list(plans.first?.scopes ?? []) { writer, scope in
      writer.text(scope.name)
      writer.number(scope.parent.map { $0 + 1 } ?? 0)
    }
    factories(&rest)
    rest.list(tables.keys) { writer, key in
      writer.text(key.name)
      writer.text(key.type)
    }
    rest.list(composed.declaredStages) { $0.text($1.value) }
    rest.optionalText(composed.defaultStage?.value)
    rest.list(plans) { $0.optionalText($1.stage) }
    rest.list(stages) { $0.part($1) }
    rest.list(parameters.records) { $0.part($1) }
    rest.list(services.records) { $0.part($1) }
    var head = ByteWriter(tables)
    head.list(tables.texts.records) { $0.part($1) }
    let body = head.bytes + rest.bytes
    var result = ByteWriter(tables)
    for byte in CompiledFormat.magic { result.byte(byte) }
    result.number(CompiledFormat.number)
    result.word(CompiledFormat.fingerprint(of: body))
    return result.bytes + body
  }

  private func stage(_ plan: OpenPlan, _ services: RecordTable, _ parameters: RecordTable) -> [UInt8] {
    var record = ByteWriter(tables)
    record.runs(plan.services.map { service in services.number(tables) { $0.service(service, among: plan.services) } })
    record.runs(plan.parameters.map { parameter in parameters.number(tables) { $0.parameter(parameter) } })
    record.list(plan.collections) { writer, collection in
      writer.text(collection.name)
      writer.text(collection.element.text)
      writer.list(collection.members) { $0.text(plan.services[$1].key.text) }
    }
    record.list(plan.phases) { writer, phase in
      writer.text(phase.name)
      writer.list(phase.initializers) { writer, initializer in
        writer.byte(initializer.continuesAfterFailure ? 1 : 0)
        writer.factory(initializer.factory, among: plan.services)
      }
    }
    return record.bytes
  }

  private func suppressions(_ writer: inout ByteWriter) {
    let lines = Suppressions(documents: composed.files).lines
    var known: Set<String> = []
    let parts = tables.files.enumerated().map { (number: $0, codes: lines.codes(in: $1.path), path: $1.path) }
      .filter { (!$0.codes.whole.isEmpty || !$0.codes.lines.isEmpty) && known.insert($0.path).inserted }
    writer.list(parts) { writer, part in
      writer.number(part.number)
      writer.list(part.codes.whole) { $0.text($1) }
      writer.list(part.codes.lines) { writer, line in
        writer.number(line.line)
        writer.list(line.codes) { $0.text($1) }
      }
    }
  }

  private func factories(_ writer: inout ByteWriter) {
    let schemas = RecordTable()
    let numbers = tables.factories.map { factory in
      factory.settings.map { schema in schemas.number(tables) { $0.schema(schema) } }
    }
    writer.list(schemas.records) { $0.append($1) }
    writer.list(Array(zip(tables.factories, numbers))) { $0.factory($1.0, schema: $1.1) }
  }

  /// The files that locations in the plans refer to, starting with the composed manifest's own files.
  private static func files(_ plans: [OpenPlan], _ composed: ComposedManifest) -> [SourceFile] {
    var files = composed.files.map(\.file)
    var known = Set(files.map(ObjectIdentifier.init))
    // Values from the command line are in none of the composed files.
    for parameter in plans.flatMap(\.parameters) {
      for file in [parameter.name.location.file, parameter.sourceLocation.file]
      where known.insert(ObjectIdentifier(file)).inserted {
        files.append(file)
      }
    }
    return files
  }
}

extension ByteWriter {
  /// Writes mostly consecutive numbers in a compact form.
  mutating func runs(_ numbers: [Int]) {
    var runs: [(first: Int, count: Int)] = []
    for number in numbers {
      if let last = runs.last, last.first + last.count == number {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((number, 1))
      }
    }
    var next = 0
    list(runs) { writer, run in
      writer.signed(run.first - next)
      writer.number(run.count)
      next = run.first + run.count
    }
  }

  mutating func file(_ file: SourceFile, name: String) {
    text(name)
    flags(file.isArgument, file.lineTable.hasMark)
    let starts = file.lineTable.starts
    list(Array(zip(starts, starts.dropFirst()))) { $0.number($1.1 - $1.0) }
  }
}

/// A manifest's files, with paths relative to its folder so that they are the same on every machine.
struct CompiledPaths {
  /// The beginning of the path of a file in a module's folder.
  static let module = "module:"

  let entry: String
  private var names: [ObjectIdentifier: String] = [:]

  init(_ composed: ComposedManifest, modules: [String: String], _ files: any FileAccess) {
    entry = composed.entry.path.hasPrefix("<") ? composed.entry.path : String(FilePath.name(of: composed.entry.path))
    let resolved = composed.resolvedPaths
    let folder = resolved.first.map { FilePath.folder(of: $0) }
    let modules = modules.compactMap { name, path in files.resolve(path).map { (name: name, folder: $0) } }
      .sorted { ($0.folder.utf8.count, $0.name) > ($1.folder.utf8.count, $1.name) }
    for (position, document) in composed.files.enumerated() {
      let file = document.file
      guard let folder, resolved.indices.contains(position), resolved[position].hasPrefix("/") else { continue }
      let path = resolved[position]
      if let module = modules.first(where: {
        FilePath.isInside(path, $0.folder) && !FilePath.isInside($0.folder, folder)
      }) {
        names[ObjectIdentifier(file)] = Self.module + "\(module.name)\(path.dropFirst(module.folder.count))"
      } else {
        names[ObjectIdentifier(file)] = Self.path(to: path, from: folder)
      }
    }
  }

  subscript(_ file: SourceFile) -> String {
    names[ObjectIdentifier(file)] ?? (file.path.hasPrefix("/") ? String(FilePath.name(of: file.path)) : file.path)
  }

  /// The relative path between two absolute paths.
  private static func path(to path: String, from folder: String) -> String {
    let parts = path.split(separator: "/")
    let base = folder.split(separator: "/")
    let common = zip(parts, base).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: base.count - common) + parts.dropFirst(common).map(String.init))
      .joined(separator: "/")
  }
}
