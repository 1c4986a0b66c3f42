extension StringProtocol {
  /// The text with its first letter in upper case.
  var firstCapitalized: String { prefix(1).uppercased() + dropFirst() }
}

/// Makes names for factories that have no chosen name.
enum FactoryNames {
  /// The last component of a key's path; for a composition, the last components of all members joined together.
  static func last(of key: String) -> String {
    key.split(separator: " & ").map { part in
      String(part.prefix { $0 != "<" }.split(separator: ".").last ?? part) + part.drop { $0 != "<" }
    }.joined()
  }

  /// A type's name without that of its protocol: `oauth` for `OAuthSessionManager`, a `SessionManager`.
  static func short(_ type: String, without protocolName: String?) -> String {
    guard let protocolName, !protocolName.isEmpty, type != protocolName else { return lowerCamel(type) }
    var rest = Substring(type)
    if rest.hasSuffix(protocolName) {
      rest = rest.dropLast(protocolName.count)
    } else if rest.hasPrefix(protocolName) {
      rest = rest.dropFirst(protocolName.count)
    }
    // The rest of a longer word, as in `Pager` without `Page`, is not a name.
    let isName = rest.first.map { $0.isLetter && (rest.startIndex == type.startIndex || !$0.isLowercase) } ?? false
    return lowerCamel(isName ? String(rest) : type)
  }

  /// The name in lower camel case: `systemClock` for `SystemClock`, `httpServer` for `HTTPServer`, `oauth` for `OAuth`.
  static func lowerCamel(_ name: String) -> String {
    let capitals = name.prefix { $0.isUppercase }.count
    // The last capital begins the next word, unless the first word is a single letter.
    let beginsNext = capitals > 2 && name.dropFirst(capitals).first?.isLowercase == true
    let lowered = beginsNext ? capitals - 1 : capitals
    return name.prefix(lowered).lowercased() + name.dropFirst(lowered)
  }

  /// Gives each entry a unique name; an entry with a single possible name keeps it.
  ///
  /// - Parameter choices: For each entry, its possible names, best first.
  static func distribute(_ choices: [[String]], taken: Set<String>) -> [String] {
    var level = [Int](repeating: 0, count: choices.count)
    func name(_ index: Int) -> String { choices[index][level[index]] }
    while true {
      var owners: [String: [Int]] = [:]
      for index in choices.indices { owners[name(index), default: []].append(index) }
      let colliding = owners.filter { $0.value.count > 1 || taken.contains($0.key) }.flatMap(\.value)
      let movable = colliding.filter { level[$0] + 1 < choices[$0].count }
      if movable.isEmpty { return choices.indices.map(name) }
      for index in movable { level[index] += 1 }
    }
  }

  /// The names, with a number appended to each name that is taken or repeats an earlier name.
  static func numbered(_ names: [String], avoiding taken: Set<String> = [], separator: String = "") -> [String] {
    var used = taken
    return names.map { name in
      let candidates = (1...).lazy.map { $0 == 1 ? name : "\(name)\(separator)\($0)" }
      return candidates.first { used.insert($0).inserted } ?? name
    }
  }
}
