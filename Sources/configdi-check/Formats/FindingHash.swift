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
    var starts: [Int] = []
    var isLineStart = true
    var wasReturn = false
    func add(_ unit: UInt16) {
      if isLineStart { starts.append(units.count) }
      isLineStart = unit == 0x0A
      units.append(unit)
    }
    for unit in String(decoding: file.bytes, as: UTF8.self).utf16 {
      if unit == 0x20 || unit == 0x09 || wasReturn && unit == 0x0A {
        wasReturn = false
        continue
      }
      wasReturn = unit == 0x0D
      add(wasReturn ? 0x0A : unit)
    }
    add(0xFFFF)

    let window = 100
    let base: UInt64 = 37
    let highest = (0..<window).reduce(1) { power, _ in power &* base }
    func unit(_ index: Int) -> UInt64 { index < units.count ? UInt64(units[index]) : 0 }
    var hash = (0..<window).reduce(0) { $0 &* base &+ unit($1) }
    var result: [String] = []
    var counts: [UInt64: Int] = [:]
    for index in units.indices {
      if result.count < starts.count, starts[result.count] == index {
        counts[hash, default: 0] += 1
        result.append("\(String(hash, radix: 16)):\(counts[hash] ?? 1)")
      }
      hash = hash &* base &+ unit(index + window) &- highest &* unit(index)
    }
    return result
  }
}
