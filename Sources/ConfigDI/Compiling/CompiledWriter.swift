/// Writes the plans of a valid manifest as one file. The bytes do not depend on the manifest's folder.
package struct CompiledWriter {
  private let composed: ComposedManifest
  /// The plan of each stage; stages with equal contents share a plan.
  private let plans: [OpenPlan]
  private let names: CompiledPaths
  /// For each plan, a number that plans with equal contents share.
  private let contents: [Int?]
  private var tables = CompiledContents()

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
    tables.entry = names.entry
    tables.files = Self.files(plans, composed)
    for file in tables.files { tables.fileNames.append(names[file]) }
    tables.suppressions = Suppressions(documents: composed.files).lines
    tables.factories = Self.factories(plans, catalog)
    let asked = tables.factories.flatMap(\.dependencies).map { ServiceKey($0.key).nameText }
    let spelled = Set(plans.flatMap(\.services).map(\.key.nameText) + asked)
    tables.keys = catalog.catalog.keys.filter { spelled.contains($0.name) }
      .map { (name: $0.name, type: catalog.names.key($0.type).text) }.sorted { $0.name < $1.name }
    tables.declaredStages = composed.declaredStages.map(\.value)
    tables.defaultStage = composed.defaultStage?.value
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

  package func bytes() -> [UInt8] { tables.bytes(of: plans, alike: contents) }

  /// Every factory that a service or phase names, sorted by name. Types are spelled as in keys.
  private static func factories(_ plans: [OpenPlan], _ catalog: CatalogIndex) -> [CatalogFactory] {
    let planned =
      plans.flatMap(\.services).flatMap(\.factories) + plans.flatMap(\.phases).flatMap(\.initializers).map(\.factory)
    return Set(planned.map(\.name)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { name in
      var factory = catalog.factory(named: name) ?? CatalogFactory(name: name)
      factory.provides = factory.provides.map { catalog.names.key($0).text }
      for index in factory.dependencies.indices {
        factory.dependencies[index].key = catalog.names.key(factory.dependencies[index].key).text
      }
      return factory
    }
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

/// A manifest's files, with paths relative to its folder so that they are the same on every machine.
struct CompiledPaths {
  /// The beginning of the path of a file in a module's folder.
  static let module = "module:"

  let entry: String
  private var names: [ObjectIdentifier: String] = [:]

  init(_ composed: ComposedManifest, modules: [String: String], _ files: any FileAccess) {
    entry = composed.entry.path.hasPrefix("<") ? composed.entry.path : String(FilePath.name(of: composed.entry.path))
    let resolved = composed.resolvedPaths
    // The paths in text without a file are relative to the working directory.
    let folder = resolved.first.flatMap { $0.hasPrefix("/") ? FilePath.folder(of: $0) : files.resolve(".") }
    let modules = modules.compactMap { name, path in files.resolve(path).map { (name: name, folder: $0) } }
      .sorted { ($0.folder.utf8.count, $0.name) > ($1.folder.utf8.count, $1.name) }
    guard let folder else { return }
    for (document, path) in zip(composed.files, resolved) where path.hasPrefix("/") {
      let module = modules.first { FilePath.isInside(path, $0.folder) && !FilePath.isInside($0.folder, folder) }
      names[ObjectIdentifier(document.file)] =
        module.map { Self.module + "\($0.name)\(path.dropFirst($0.folder.count))" } ?? Self.path(to: path, from: folder)
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
