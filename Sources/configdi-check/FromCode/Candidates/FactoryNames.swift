/// The names of factories that nobody named.
enum FactoryNames {
  /// A type's name without its protocol's: `OAuthSessionManager` for `SessionManager` is `oauth`.
  static func short(_ type: String, without protocolName: String?) -> String {
    guard let protocolName, !protocolName.isEmpty, type != protocolName else { return lowerCamel(type) }
    var rest = Substring(type)
    if rest.hasSuffix(protocolName) {
      rest = rest.dropLast(protocolName.count)
    } else if rest.hasPrefix(protocolName) {
      rest = rest.dropFirst(protocolName.count)
    }
    let isName = rest.first.map { $0.isLetter } ?? false
    return lowerCamel(isName ? String(rest) : type)
  }

  /// `SystemClock` is `systemClock`, `HTTPServer` is `httpServer`, `OAuth` is `oauth`.
  static func lowerCamel(_ name: String) -> String {
    let capitals = name.prefix { $0.isUppercase }.count
    // The last capital begins the next word, unless the first word is a single letter.
    let lowered =
      switch capitals {
      case 0: 0
      case 1: 1
      case name.count: capitals
      case 2: name.dropFirst(2).first?.isLowercase == true ? 2 : capitals
      default: name.dropFirst(capitals).first?.isLowercase == true ? capitals - 1 : capitals
      }
    return name.prefix(lowered).lowercased() + name.dropFirst(lowered)
  }

  /// Gives each of the entries a name that no other has; those that were named keep theirs.
  ///
  /// - Parameter choices: For each entry its names, the one most wanted first, and whether someone decided it.
  static func distribute(_ choices: [(names: [String], isFixed: Bool)], taken: Set<String>) -> [String] {
    var level = [Int](repeating: 0, count: choices.count)
    func name(_ index: Int) -> String { choices[index].names[level[index]] }
    while true {
      var owners: [String: [Int]] = [:]
      for index in choices.indices { owners[name(index), default: []].append(index) }
      let colliding = owners.filter { $0.value.count > 1 || taken.contains($0.key) }.flatMap(\.value)
      let movable = colliding.filter { !choices[$0].isFixed && level[$0] + 1 < choices[$0].names.count }
      if movable.isEmpty { return choices.indices.map(name) }
      for index in movable { level[index] += 1 }
    }
  }
}
