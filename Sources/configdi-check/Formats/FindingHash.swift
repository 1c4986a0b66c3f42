import ConfigDI

/// Hashes that identify findings even after lines move.
enum FindingHash {
  /// A 128-bit hash of the parts, in hexadecimal.
  static func hex(_ parts: [String]) -> String {
    let bytes: [UInt8] = parts.reduce(into: []) { $0 += Array($1.utf8) + [0] }
    return bytes.fnv1a().hexadecimal(16) + bytes.fnv1a(seed: 0x9E37_79B9_7F4A_7C15).hexadecimal(16)
  }

  /// GitHub's own hash of each line in a file, which code scanning uses to recognize a finding. It covers 100 UTF-16
  /// units from the start of the line, without spaces and tabs. A suffix numbers the lines that have the same hash.
  static func lineHashes(_ file: SourceFile) -> [String] {
    var units: [UInt16] = []
    var wasReturn = false
    for unit in String(decoding: file.bytes, as: UTF8.self).utf16 {
      let isSecondOfEnd = wasReturn && unit == 0x0A
      wasReturn = unit == 0x0D
      if unit != 0x20, unit != 0x09, !isSecondOfEnd { units.append(wasReturn ? 0x0A : unit) }
    }
    units.append(0xFFFF)
    let starts = [0] + units.indices.filter { units[$0] == 0x0A }.map { $0 + 1 }
    var counts: [UInt64: Int] = [:]
    return starts.map { start in
      let hash = (start..<start + 100).reduce(0) { hash, index in
        hash &* 37 &+ (index < units.count ? UInt64(units[index]) : 0)
      }
      counts[hash, default: 0] += 1
      return "\(String(hash, radix: 16)):\(counts[hash] ?? 1)"
    }
  }
}
