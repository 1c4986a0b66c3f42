import ConfigDI

/// The variables and files that a container gets, according to Kubernetes manifests or a dotenv file.
struct DeployedEnvironment {
  struct Variable {
    let name: String
    /// The variable's value; `nil` if the file does not show it.
    let value: String?
    /// Whether the variable remains unset if its ConfigMap, Secret or key is missing.
    var isOptional = false
    /// Whether the value comes from a Secret.
    var isFromSecret = false
    let location: SourceLocation
    /// Whether the ConfigMap or Secret in the file lacks the variable's key.
    var isAbsent = false
  }

  /// A path that is mounted: a single file, or a folder with the files in it; `nil` if the manifests do not show them.
  typealias Mount = (path: String, isFile: Bool, keys: [String]?)

  private(set) var variables: [Variable] = []
  private(set) var mounts: [Mount] = []
  /// ConfigMaps and Secrets that supply all their keys to the container but are not in the file.
  private(set) var unseen: [String] = []
  /// The container's name; `nil` for a dotenv file.
  private(set) var container: String?

  /// - Parameter wanted: The manifest's variables, which identify the program's container among several containers.
  static func read(_ path: String, wanted: Set<String>, _ limits: Limits, _ console: Console) throws(Failure) -> Self {
    let bytes = try console.bytes(of: path, as: visible(path), limit: limits.fileBytes)
    let file = SourceFile(path: console.shown(path), bytes: bytes)
    guard [".yaml", ".yml", ".json"].contains(where: path.hasSuffix) else { return try Self(dotenv: file) }
    return try Self(kubernetes: file, wanted: wanted, limits)
  }

  /// The variable with a name, if it is set.
  func variable(_ name: String) -> Variable? { variables.first { $0.name == name && !$0.isAbsent } }

  /// Whether an unset variable is certainly missing: no unseen ConfigMap or Secret can supply it.
  func lacks(_ name: String) -> Bool {
    unseen.isEmpty || variables.contains { $0.name == name && $0.isAbsent && !$0.isOptional }
  }

  // MARK: - A dotenv file

  private init(dotenv file: SourceFile) throws(Failure) {
    do {
      variables = try EnvironmentFile.variables(in: file.bytes).sorted { $0.key < $1.key }.map { name, entry in
        let place = file.location(entry.line..<entry.line)
        return Variable(name: name, value: entry.value, isFromSecret: true, location: place)
      }
    } catch {
      throw Failure("\(file.path):\(error.line): \(error.message)")
    }
  }

  // MARK: - Kubernetes manifests

  /// A ConfigMap or a Secret.
  private struct Source {
    var values: [String: (text: String?, location: SourceLocation)] = [:]
    let isSecret: Bool

    /// The variables of a container that takes all of the source's keys.
    func variables(prefix: String = "") -> [Variable] {
      values.map { Variable(name: prefix + $0, value: $1.text, isFromSecret: isSecret, location: $1.location) }
    }
  }

  private init(kubernetes file: SourceFile, wanted: Set<String>, _ limits: Limits) throws(Failure) {
    let objects = try Self.documents(of: file, limits).flatMap(Self.objects)
    var sources: [String: Source] = [:]
    for object in objects { Self.collect(object, into: &sources) }
    let candidates = objects.flatMap { Self.pods(in: $0, 0) }.flatMap { pod in
      Self.elements(of: pod, "containers").map { container in
        let variables = Self.variables(of: container, sources).variables
        return (pod: pod, container: container, count: variables.count { wanted.contains($0.name) })
      }
    }
    guard let best = candidates.max(by: { $0.count < $1.count }) else {
      // The file has only ConfigMaps and Secrets, whose contents count as if an `envFrom` named them.
      guard !sources.isEmpty else {
        throw Failure(
          "\(file.path) contains no container, ConfigMap or Secret, and does not have the name of a dotenv file")
      }
      variables = sources.sorted { $0.key < $1.key }.flatMap { $0.value.variables() }
      variables.sort { $0.name < $1.name }
      return
    }
    container = best.container["name"]?.text
    (variables, unseen) = Self.variables(of: best.container, sources)
    mounts = Self.mounts(of: best.container, in: best.pod, sources)
  }

  /// The documents between lines that begin with `---`, with line numbers relative to the file.
  private static func documents(of file: SourceFile, _ limits: Limits) throws(Failure) -> [Node] {
    var roots: [Node] = []
    var budget = limits.nodes
    let marks = file.lineTable.starts.filter { file.bytes[$0...].starts(with: "---".utf8) }
    for (begin, end) in zip([0] + marks.map { $0 + 3 }, marks + [file.bytes.count])
    where file.bytes[begin..<end].contains(where: { $0 > 0x20 }) {
      // Empty lines and the width of `---` precede the document, so that its lines and columns do not change.
      let before = [UInt8](repeating: 0x0A, count: file.lineTable.position(at: begin).line - 1)
      let bytes = before + (begin > 0 ? [0x20, 0x20, 0x20] : []) + file.bytes[begin..<end]
      var diagnostics = Diagnostics()
      let document = YAMLReader.read(
        SourceFile(path: file.path, bytes: bytes), limits: limits, nodeBudget: &budget, reporting: &diagnostics)
      guard let document else {
        let finding = diagnostics.sorted().first
        let place = finding?.location.map { "\($0): " } ?? "\(file.path): "
        throw Failure("\(place)\(finding?.message ?? "cannot be read"); if this is a template, render it first")
      }
      if let root = document.root { roots.append(root) }
    }
    return roots
  }

  /// The objects in a document: the document itself, or the items of a list.
  private static func objects(_ root: Node) -> [Node] {
    guard let items = root["items"], root["kind"]?.text.hasSuffix("List") == true else { return [root] }
    return Array(items.elements)
  }

  private static func collect(_ object: Node, into sources: inout [String: Source]) {
    guard let kind = object["kind"]?.text, kind == "ConfigMap" || kind == "Secret",
      let name = object["metadata"]?["name"]?.text
    else { return }
    let isSecret = kind == "Secret"
    var source = sources["\(kind)/\(name)"] ?? Source(isSecret: isSecret)
    for field in ["data", "stringData", "binaryData"] {
      guard let entries = object[field] else { continue }
      for (key, value) in entries.pairs {
        let text: String? =
          switch (isSecret, field) {
          case (true, "data"): Base64.bytes(value.text).map { String(decoding: $0, as: UTF8.self) }
          case (_, "binaryData"): nil
          default: value.text
          }
        source.values[key.text] = (text, value.location)
      }
    }
    sources["\(kind)/\(name)"] = source
  }

  /// The pod specs: all mappings with a list of containers, at any level of an object.
  private static func pods(in node: Node, _ depth: Int) -> [Node] {
    guard depth < 12, node.kind == .mapping else { return [] }
    if let containers = node["containers"], containers.kind == .sequence { return [node] }
    return node.pairs.flatMap { pods(in: $0.value, depth + 1) }
  }

  private static func elements(of node: Node, _ name: String) -> [Node] {
    node[name].map { Array($0.elements) } ?? []
  }

  private static func variables(
    of container: Node, _ sources: [String: Source]
  ) -> (variables: [Variable], unseen: [String]) {
    var found: [String: Variable] = [:]
    var unseen: [String] = []
    for entry in elements(of: container, "envFrom") {
      for (field, kind) in [("configMapRef", "ConfigMap"), ("secretRef", "Secret")] {
        guard let reference = entry[field], let name = reference["name"]?.text else { continue }
        guard let source = sources["\(kind)/\(name)"] else {
          unseen.append("\(kind) \(name)")
          continue
        }
        for variable in source.variables(prefix: entry["prefix"]?.text ?? "") { found[variable.name] = variable }
      }
    }
    for entry in elements(of: container, "env") {
      guard let name = entry["name"]?.text else { continue }
      let variable = variable(name, entry, sources)
      // Kubernetes skips an optional entry without its key, so that the variable keeps its value from `envFrom`.
      if variable.isAbsent, variable.isOptional, found[name] != nil { continue }
      found[name] = variable
    }
    return (found.values.sorted { $0.name < $1.name }, unseen)
  }

  private static func variable(_ name: String, _ entry: Node, _ sources: [String: Source]) -> Variable {
    if let value = entry["value"] {
      // Kubernetes expands `$(NAME)`.
      let isShown = !value.text.contains("$(")
      return Variable(name: name, value: isShown ? value.text : nil, location: value.location)
    }
    guard let from = entry["valueFrom"] else {
      return Variable(name: name, value: "", location: entry.location)
    }
    for (field, kind) in [("configMapKeyRef", "ConfigMap"), ("secretKeyRef", "Secret")] {
      guard let reference = from[field], let source = reference["name"]?.text, let key = reference["key"]?.text else {
        continue
      }
      let isOptional = reference["optional"]?.text == "true"
      let known = sources["\(kind)/\(source)"]
      guard let value = known?.values[key] else {
        return Variable(
          name: name, value: nil, isOptional: isOptional, isFromSecret: kind == "Secret", location: entry.location,
          isAbsent: known != nil)
      }
      return Variable(name: name, value: value.text, isFromSecret: kind == "Secret", location: value.location)
    }
    return Variable(name: name, value: nil, location: entry.location)
  }

  private static func mounts(of container: Node, in pod: Node, _ sources: [String: Source]) -> [Mount] {
    var keys: [String: [String]] = [:]
    for volume in elements(of: pod, "volumes") {
      guard let name = volume["name"]?.text else { continue }
      for (field, kind, label) in [("secret", "Secret", "secretName"), ("configMap", "ConfigMap", "name")] {
        guard let source = volume[field], let object = source[label]?.text else { continue }
        if let items = source["items"] {
          keys[name] = items.elements.compactMap { ($0["path"] ?? $0["key"])?.text }
        } else if let known = sources["\(kind)/\(object)"] {
          keys[name] = known.values.keys.sorted()
        }
      }
    }
    return elements(of: container, "volumeMounts").compactMap { mount in
      guard let path = mount["mountPath"]?.text, let name = mount["name"]?.text else { return nil }
      return (path, mount["subPath"] != nil, keys[name])
    }
  }
}
