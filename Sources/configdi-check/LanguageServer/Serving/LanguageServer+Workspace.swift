import ConfigDI

/// Keeps track of the folders and documents that the client opens, changes and closes.
extension LanguageServer {
  /// Begins work after the handshake: asks the client for its settings, and starts the first checks.
  func start() {
    if client.hasConfiguration { askForConfiguration() }
    if client.hasWatchedFiles {
      let watchers = ["**/*.{yaml,yml}", "**/*.json", "**/*.swift"].map { ["globPattern": .string($0)] as JSON }
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
      // Null means that nothing is set, so the initial settings apply again.
      if let first = result.elements?.first { self?.apply(first) }
    }
  }

  func changeConfiguration(_ parameters: JSON) {
    if client.hasConfiguration {
      askForConfiguration()
    } else if let settings = parameters["settings"], !settings.isNull {
      apply(settings)
    }
  }

  private func apply(_ json: JSON) {
    let new = ServerSettings(json, over: initialSettings)
    guard new != settings else { return }
    let old = settings
    settings = new
    if new.catalog != old.catalog {
      for root in roots { check(root.path) }
    }
    for name in ["codeLens", "inlayHint"] where client.refreshes(name) {
      ask("workspace/\(name)/refresh", nil)
    }
  }

  func changeFolders(_ parameters: JSON) {
    for uri in parameters["event", "removed"]?.elements?.compactMap({ $0["uri"]?.string }) ?? [] {
      guard let path = resolvedPath(uri), let index = roots.firstIndex(where: { $0.path == path }) else { continue }
      removeRoot(at: index)
    }
    for uri in parameters["event", "added"]?.elements?.compactMap({ $0["uri"]?.string }) ?? [] {
      if let path = addRoot(uri: uri) { check(path) }
    }
    addLoneRoots()
  }

  private func addLoneRoots() {
    // A file in the root of the file system was refused when it was opened.
    for path in documents.keys.sorted() where FilePath.folder(of: path) != "/" {
      if let root = addLoneRoot(for: path) { check(root) }
    }
  }

  /// Adds a folder for an open file that no folder contains or reads; returns the folder, or `nil` if none is needed.
  private func addLoneRoot(for path: String) -> String? {
    guard rootIndex(ofPath: path) == nil, !roots.contains(where: { reads($0, path) }) else { return nil }
    // The nearest enclosing project folder, or else the file's own folder.
    let own = FilePath.folder(of: path)
    let project = FilePath.enclosing(own).dropLast().first { folder in
      (ConfigurationFile.names + [".git"]).contains { disk.resolve(FilePath.join(folder, $0)) != nil }
    }
    let root = project ?? own
    return addRoot(path: root, spelling: root, isLone: true) ? root : nil
  }

  private func removeRoot(at index: Int) {
    let root = roots.remove(at: index)
    root.running?.job.cancellation.cancel()
    if let token = root.running?.token { endProgress(token) }
    publish()
  }

  /// Removes the folders that the client did not open itself if no open file needs them any longer: the file is closed,
  /// or another folder's check reads it. Adds those of open files that no check reads any longer.
  func updateLoneRoots() {
    for index in roots.indices.reversed() where roots[index].isLone {
      let others = roots.filter { !$0.isLone }
      let isNeeded = documents.keys.contains { path in
        FilePath.isInside(path, roots[index].path)
          && !others.contains { FilePath.isInside(path, $0.path) || $0.checked?.knownPaths[path] != nil }
      }
      if !isNeeded { removeRoot(at: index) }
    }
    addLoneRoots()
  }

  /// Adds a folder as a root.
  ///
  /// - Returns: The folder's path; `nil` if the folder was already added or is the whole disk.
  @discardableResult func addRoot(uri: String) -> String? {
    guard let spelling = DocumentURI.path(uri), let path = resolvedPath(uri) else { return nil }
    return addRoot(path: path, spelling: spelling) ? path : nil
  }

  private func addRoot(path: String, spelling: String, isLone: Bool = false) -> Bool {
    if let index = roots.firstIndex(where: { $0.path == path }) {
      // The client opens the folder of a file that it has opened before.
      if !isLone { (roots[index].spelling, roots[index].isLone) = (spelling, false) }
      return false
    }
    guard path != "/" else {
      log("the root of the file system cannot be a workspace: open the project's folder")
      return false
    }
    roots.append(WorkspaceRoot(path: path, spelling: spelling, isLone: isLone))
    return true
  }

  func resolvedPath(_ uri: String) -> String? {
    DocumentURI.path(uri).map { disk.resolve($0) ?? FilePath.resolvedEvenIfMissing($0, disk) ?? $0 }
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
    if let known = documents[path], known.uri != uri { hidden[path, default: []].append(known) }
    documents[path] = Document(
      uri: uri, path: path, version: item["version"]?.int ?? 0, text: text, encoding: client.encoding,
      language: item["languageId"]?.string ?? "")
    _ = addLoneRoot(for: path)
    edited(path, isNew: true)
  }

  /// Makes a document current if the client has opened the same file under several URIs.
  private func bringForward(_ uri: String, _ path: String) {
    guard let current = documents[path], current.uri != uri, var others = hidden[path],
      let index = others.firstIndex(where: { $0.uri == uri })
    else { return }
    documents[path] = others[index]
    others[index] = current
    hidden[path] = others
  }

  func change(_ parameters: JSON) {
    guard let uri = parameters["textDocument", "uri"]?.string, let path = resolvedPath(uri) else { return }
    bringForward(uri, path)
    guard var document = documents[path] else { return }
    let version = parameters["textDocument", "version"]?.int ?? document.version &+ 1
    for change in parameters["contentChanges"]?.elements ?? [] {
      guard let text = change["text"]?.string else { continue }
      if change["range"].map(\.isNull) ?? true {
        document.change(nil, to: text, version: version)
      } else if let range = TextRange(change["range"]) {
        document.change(range, to: text, version: version)
      }
    }
    document.version = version
    documents[path] = document
    edited(path)
  }

  func close(_ parameters: JSON) {
    guard let uri = parameters["textDocument", "uri"]?.string, let path = resolvedPath(uri), documents[path] != nil
    else { return }
    bringForward(uri, path)
    documents[path] = hidden[path]?.popLast()
    if hidden[path]?.isEmpty ?? false { hidden[path] = nil }
    outlines.forget(path)
    edited(path)
    updateLoneRoots()
  }

  /// Checks every root whose manifests may contain an edited file. A check that finds no changes is fast.
  ///
  /// - Parameter isNew: Whether the file may exist only in the client, so that any root's check may have missed it.
  private func edited(_ path: String, isNew: Bool = false) {
    let isManifest = [".yaml", ".yml", ".json"].contains(where: path.hasSuffix)
    guard isManifest || roots.contains(where: { reads($0, path) }) else { return }
    for root in roots where isNew || FilePath.isInside(path, root.path) || reads(root, path) {
      check(root.path)
    }
  }

  /// Whether a root's check reads a file. Before the first check ends, any Swift file may be one of its sources.
  private func reads(_ root: WorkspaceRoot, _ path: String) -> Bool {
    guard let checked = root.checked else { return path.hasSuffix(".swift") && FilePath.isInside(path, root.path) }
    return checked.knownPaths[path] != nil || checked.isSource(path)
  }
}
