import ConfigDI

extension Baseline {
  /// Reads a file that `--write-baseline` wrote, and from which people may have removed lines.
  init(reading path: String, _ console: Console) throws(Failure) {
    self.init()
    let bytes: [UInt8]
    do {
      bytes = try console.files.read(path, limit: Limits().fileBytes)
    } catch {
      throw Failure("cannot read the baseline \(path): \(error.explanation)")
    }
    let isBaseline = bytes[...].end(of: "configdiBaseline") != nil
    guard isBaseline else { throw Failure("\(path) is no baseline: it does not say \"configdiBaseline\": 1") }
    var findings = Diagnostics()
    var budget = Limits().nodes
    let file = SourceFile(path: path, bytes: bytes)
    let root = YAMLReader.read(file, limits: Limits(), nodeBudget: &budget, reporting: &findings)?.root
    if let first = findings.sorted().first(where: { $0.severity == .error }) {
      throw Failure(first.firstLine())
    }
    guard let root, case .int(1)? = root["configdiBaseline"]?.scalar, let list = root["findings"],
      list.kind == .sequence
    else { throw Failure("\(path) is no baseline: it needs \"configdiBaseline\": 1 and a list of \"findings\"") }
    for entry in list.elements {
      guard let rule = entry["rule"]?.text, let path = entry["path"]?.text, let symbol = entry["symbol"]?.text else {
        throw Failure("\(entry.location): each finding of a baseline needs \"rule\", \"path\" and \"symbol\"")
      }
      add(Entry(rule: rule, path: path, symbol: symbol))
    }
  }
}
