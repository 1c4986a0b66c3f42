import ConfigDI

/// Keeps track of the folders and documents that the client opens, changes and closes.
extension LanguageServer {
  /// Begins work after the handshake: asks the client for its settings, and starts the first checks.
  func start() {
    if client.hasConfiguration {
      askForConfiguration()
    }
    if client.hasWatchedFiles {
      let watchers = ["**/*.{yaml,yml}", "**/*.json", "**/*.swift"].map {
        JSON.object([("globPattern", .string($0))])
      }
      ask(
        "client/registerCapability",
        [
          "registrations": [
            [
              "id": "configdi-files", "method": "workspace/didChangeWatchedFiles",
              "registerOptions": ["watchers": .array(watchers)],
            ]
          ]
        ])
    }
    for root in roots where root.running == nil && root.checked == nil { check(root.path) }
  }

  private func askForConfiguration() {
    ask("workspace/configuration", ["items": [["section": "configdi"]]]) { [weak self] result in
      guard let first = result.elements?.first, !first.isNull else { return }
      self?.apply(ServerSettings(first))
    }
  }

  func changeConfiguration(_ parameters: JSON) {
    if client.hasConfiguration {
      askForConfiguration()
    } else if let settings = parameters["settings"], !settings.isNull {
      apply(ServerSettings(settings))
    }
  }

  private func apply(_ new: ServerSettings) {
    guard new != settings else { return }
    let old = settings
    settings = new
    if new.catalog != old.catalog {
      for root in roots { check(root.path) }
    }
    for name in ["codeLens", "inlayHint"] where client.refreshes.contains(name) {
      ask("workspace/\(name)/refresh", nil)
    }
  }

  func changeFolders(_ parameters: JSON) {
    for uri in parameters["event", "removed"]?.elements?.compactMap({ $0["uri"]?.string }) ?? [] {
      guard let path = resolvedPath(uri), let index = roots.firstIndex(where: { $0.path == path }) else { continue }
      roots[index].running?.cancellation.cancel()
      let root = roots.remove(at: index)
      withdraw(root)
    }
    for uri in parameters["event", "added"]?.elements?.compactMap({ $0["uri"]?.string }) ?? [] {
      if let path = addRoot(uri: uri) { check(path) }
    }
  }

  /// Adds a folder as a root.
  ///
  /// - Returns: The folder's path; `nil` if the folder was already added or is the whole disk.
  @discardableResult func addRoot(uri: String) -> String? {
    guard let path = resolvedPath(uri) else { return nil }
    return addRoot(path: path) ? path : nil
  }

  private func addRoot(path: String) -> Bool {
    guard !roots.contains(where: { $0.path == path }) else { return false }
    guard path != "/" else {
      log("the root of the file system cannot be a workspace: open the project's folder")
      return false
    }
    roots.append(WorkspaceRoot(path: path))
    return true
  }

  func resolvedPath(_ uri: String) -> String? {
    DocumentURI.path(uri).map { disk.resolve($0) ?? $0 }
  }

  /// The index of the innermost root folder that contains a file.
  func rootIndex(ofPath path: String) -> Int? {
    roots.indices.filter { FilePath.isInside(path, roots[$0].path) }
      .max { roots[$0].path.utf8.count < roots[$1].path.utf8.count }
  }

  func open(_ parameters: JSON) {
    guard let item = parameters["textDocument"], let uri = item["uri"]?.string, let text = item["text"]?.string,
      let path = resolvedPath(uri)
    else { return }
    documents[path] = Document(
      uri: uri, path: path, version: item["version"]?.int ?? 0, text: text, encoding: client.encoding)
    if rootIndex(ofPath: path) == nil { _ = addRoot(path: loneRoot(of: path)) }
    edited(path)
  }

  /// The root for a file outside all folders: the nearest enclosing project folder, or else the file's own folder.
  private func loneRoot(of path: String) -> String {
    let own = FilePath.folder(of: path)
    let project = FilePath.enclosing(own).dropLast().first { folder in
      (ConfigurationFile.names + [".git"]).contains { disk.resolve(FilePath.join(folder, $0)) != nil }
    }
    return project ?? own
  }

  func change(_ parameters: JSON) {
    guard let uri = parameters["textDocument", "uri"]?.string, let path = resolvedPath(uri),
      var document = documents[path]
    else { return }
    let version = parameters["textDocument", "version"]?.int ?? document.version &+ 1
    for change in parameters["contentChanges"]?.elements ?? [] {
      guard let text = change["text"]?.string else { continue }
      if change["range"].map(\.isNull) ?? true {
        document.change(nil, to: text, version: version)
      } else if let range = TextRange(change["range"]) {
        document.change(range, to: text, version: version)
      }
    }
    document.renumber(version)
    documents[path] = document
    edited(path)
  }

  func close(_ parameters: JSON) {
    guard let uri = parameters["textDocument", "uri"]?.string, let path = resolvedPath(uri),
      documents.removeValue(forKey: path) != nil
    else { return }
    outlines.forget(path)
    edited(path)
  }

  /// Checks every root whose manifests may contain an edited file. A check that finds no changes is fast.
  private func edited(_ path: String) {
    guard concernsManifests(path) else { return }
    for root in roots where FilePath.isInside(path, root.path) || reads(root, path) {
      check(root.path)
    }
  }

  /// Whether a root's check reads a file. Before the first check ends, any Swift file may be one of its sources.
  private func reads(_ root: WorkspaceRoot, _ path: String) -> Bool {
    guard let checked = root.checked else { return path.hasSuffix(".swift") && FilePath.isInside(path, root.path) }
    return checked.knownPaths[path] != nil || checked.isSource(path)
  }

  private func concernsManifests(_ path: String) -> Bool {
    [".yaml", ".yml", ".json"].contains { path.hasSuffix($0) } || roots.contains { reads($0, path) }
  }
}
