/// Reads values that manifests write as text. The checker and the program share these functions, so they agree.
package enum ValueText {
  /// Whether the text is an absolute URL according to RFC 3986. Non-ASCII letters are allowed in path, query and
  /// fragment.
  package static func isURL(_ text: String) -> Bool {
    var rest = Substring(text).utf8
    guard let colon = rest.firstIndex(of: UInt8(ascii: ":")), isScheme(rest[..<colon]) else { return false }
    rest = rest[rest.index(after: colon)...]
    guard !rest.isEmpty else { return false }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
      guard isAuthority(rest[..<end]) else { return false }
      rest = rest[end...]
    }
    guard let fragment = rest.firstIndex(of: UInt8(ascii: "#")) else { return isText(rest, also: "/?") }
    return isText(rest[..<fragment], also: "/?") && isText(rest[rest.index(after: fragment)...], also: "/?")
  }

  /// Whether a text may be the part of a URL before its first colon.
  static func isScheme(_ text: Substring.UTF8View) -> Bool {
    guard let first = text.first, first.isLetter else { return false }
    return text.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
  }

  private static func isAuthority(_ text: Substring.UTF8View) -> Bool {
    var host = text
    if let at = text.firstIndex(of: UInt8(ascii: "@")) {
      guard isText(text[..<at], isASCII: true) else { return false }
      host = text[text.index(after: at)...]
    }
    if host.first == UInt8(ascii: "[") {
      guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return false }
      let address = host[..<end].dropFirst()
      let port = host[host.index(after: end)...]
      return isIPv6(Substring(address))
        && (port.isEmpty || (port.first == UInt8(ascii: ":") && isPort(port.dropFirst())))
    }
    guard let colon = host.firstIndex(of: UInt8(ascii: ":")) else { return isHost(host) }
    return isHost(host[..<colon]) && isPort(host[host.index(after: colon)...])
  }

  private static func isHost(_ text: Substring.UTF8View) -> Bool {
    text.allSatisfy { $0.isLetter || $0.isDigit || "-._~".utf8.contains($0) }
  }

  private static func isPort(_ text: Substring.UTF8View) -> Bool {
    text.isEmpty || (text.allSatisfy(\.isDigit) && UInt16(Substring(text)) != nil)
  }

  /// Whether a string is an IPv6 address: eight groups of hexadecimal digits, where `::` may replace some groups.
  private static func isIPv6(_ text: Substring) -> Bool {
    func groups(_ text: Substring) -> Int? {
      if text.isEmpty { return 0 }
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      let areGroups = parts.allSatisfy {
        (1...4).contains($0.utf8.count) && $0.utf8.allSatisfy { $0.hexDigit != nil }
      }
      return areGroups ? parts.count : nil
    }
    guard let gap = text.firstRange(of: "::") else { return groups(text) == 8 }
    guard let before = groups(text[..<gap.lowerBound]), let after = groups(text[gap.upperBound...]) else {
      return false
    }
    return before + after < 8
  }

  /// Whether the text has only characters that are valid in a URL component and no incomplete escape.
  private static func isText(_ text: Substring.UTF8View, also allowed: String = "", isASCII: Bool = false) -> Bool {
    var escaped = 0
    for byte in text {
      if escaped > 0 {
        guard byte.hexDigit != nil else { return false }
        escaped -= 1
      } else if byte == UInt8(ascii: "%") {
        escaped = 2
      } else if byte >= 0x80 {
        if isASCII { return false }
      } else if !byte.isLetter, !byte.isDigit, !"-._~!$&'()*+,;=:".utf8.contains(byte),
        isASCII || (byte != UInt8(ascii: "@") && !allowed.utf8.contains(byte))
      {
        return false
      }
    }
    return escaped == 0
  }

  /// Reads the bytes of a UUID written in hexadecimal digits, grouped as `8-4-4-4-12`.
  package static func uuid(_ text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard characters.count == 36, [8, 13, 18, 23].allSatisfy({ characters[$0] == UInt8(ascii: "-") })
    else { return nil }
    let digits = characters.compactMap(\.hexDigit)
    guard digits.count == 32 else { return nil }
    return stride(from: 0, to: 32, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
