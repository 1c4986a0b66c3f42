import ConfigDI

/// The registrations in a module's files, read from their text.
struct ModuleRegistrations: Sendable {
  struct Entry: Sendable {
    let path: String
    let call: RegisterCall
  }

  private(set) var entries: [Entry] = []
  private let byType: [String: [Entry]]

  /// - Parameter except: The written file, which is not read here.
  init(_ paths: [String], except: String?, _ files: any FileAccess) {
    let word = Array("register".utf8)
    for path in paths where path != except {
      guard let bytes = try? files.read(path, limit: Limits().fileBytes), Self.contains(bytes, word) else { continue }
      entries += RegisterCall.calls(in: bytes).map { Entry(path: path, call: $0) }
    }
    var byType: [String: [Entry]] = [:]
    for entry in entries {
      for name in Set(entry.call.makers.compactMap(\.type.last)) { byType[name, default: []].append(entry) }
    }
    self.byType = byType
  }

  var names: Set<String> { Set(entries.compactMap(\.call.name)) }

  /// The handwritten registration of a type.
  func entry(for type: CodeSymbol) -> Entry? {
    byType[type.lastName]?.first { $0.call.makes(type) }
  }

  private static func contains(_ bytes: [UInt8], _ word: [UInt8]) -> Bool {
    guard let first = word.first else { return true }
    var start = 0
    while let index = bytes[start...].firstIndex(of: first) {
      if bytes[index...].starts(with: word) { return true }
      start = index + 1
    }
    return false
  }
}

extension RegisterCall {
  func makes(_ type: CodeSymbol) -> Bool {
    makers.contains { maker in
      let full = [type.module] + type.path
      return full.suffix(maker.type.count).elementsEqual(maker.type)
    }
  }
}
