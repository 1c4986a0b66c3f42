/// Addresses of files, `file:///folder/app.yaml`, and their paths.
enum DocumentURI {
  /// The absolute path; `nil` for an address that is not a file's.
  static func path(_ uri: String) -> String? {
    guard uri.hasPrefix("file://") else { return nil }
    var rest = uri.dropFirst("file://".count)
    if let slash = rest.firstIndex(of: "/") { rest = rest[slash...] } else { return nil }
    var bytes: [UInt8] = []
    var text = Array(rest.utf8)[...]
    while let byte = text.popFirst() {
      if byte == UInt8(ascii: "%"), text.count >= 2,
        let code = UInt8(String(decoding: text.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        text = text.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    guard !bytes.contains(0) else { return nil }
    return normalized(String(decoding: bytes, as: UTF8.self))
  }

  static func uri(_ path: String) -> String {
    "file://" + path.utf8.map { isPlain($0) ? String(Unicode.Scalar($0)) : "%" + hexadecimal($0) }.joined()
  }

  /// The path without `.`, `..`, doubled and final slashes.
  static func normalized(_ path: String) -> String {
    RepositoryPaths(root: "/").relative(path).prependingSlash
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "/-._~".utf8.contains(byte)
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 0x10 ? "0" + digits : digits
  }
}

extension String {
  fileprivate var prependingSlash: String { "/" + self }
}
