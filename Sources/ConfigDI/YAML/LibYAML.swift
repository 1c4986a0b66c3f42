import CYAML
import ConfigDIRuntime

/// The copy of libyaml that this program calls.
///
/// Another package, such as Yams, may contain its own copy with the same symbols. The linker then binds the calls of
/// both packages to the same copy, which may have a different version.
package enum LibYAML {
  /// The version that the linked library reports, such as `0.2.5`; `nil` if it reports none.
  package static var version: String? {
    var numbers: [Int32] = [0, 0, 0]
    guard configdi_yaml_version(&numbers) == 1 else { return nil }
    return numbers.map(String.init).joined(separator: ".")
  }

  /// The reason why the linked copy cannot be used: its structures differ from those at compile time.
  package static let mismatch: String? = {
    // The sizes in the linked library, measured by the bytes that the library clears.
    let parserSize = cleared(MemoryLayout<yaml_parser_t>.size) { bytes in
      let parser = bytes.assumingMemoryBound(to: yaml_parser_t.self)
      if yaml_parser_initialize(parser) == 1 { yaml_parser_delete(parser) }
    }
    let eventSize = cleared(MemoryLayout<yaml_event_t>.size) { bytes in
      yaml_event_delete(bytes.assumingMemoryBound(to: yaml_event_t.self))
    }
    let found = (parser: parserSize, event: eventSize)
    let expected = (parser: MemoryLayout<yaml_parser_t>.size, event: MemoryLayout<yaml_event_t>.size)
    guard found != expected else { return nil }
    let name = version.map { " \($0)" } ?? ""
    let sizes = [
      ("its parser has", found.parser, expected.parser), ("its events have", found.event, expected.event),
    ]
    let differing = sizes.filter { $0.1 != $0.2 }.map { "\($0.0) \($0.1) bytes, expected \($0.2)" }
    return "libyaml\(name) differs from the one this program was compiled for: \(differing.joined(separator: "; "))"
  }()

  private static func cleared(_ size: Int, by body: (UnsafeMutableRawPointer) -> Void) -> Int {
    let room = size + 4096
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: 16)
    defer { bytes.deallocate() }
    // An event without a type has nothing to free. Its last bytes show whether the end was reached.
    bytes.initializeMemory(as: UInt8.self, repeating: 0, count: size - 8)
    (bytes + size - 8).initializeMemory(as: UInt8.self, repeating: 0xA5, count: room - size + 8)
    body(bytes)
    var end = room
    // First in words, since this runs at each start.
    let word: UInt64 = 0xA5A5_A5A5_A5A5_A5A5
    while end > size, bytes.loadUnaligned(fromByteOffset: end - 8, as: UInt64.self) == word { end -= 8 }
    while end > size - 8, bytes.load(fromByteOffset: end - 1, as: UInt8.self) == 0xA5 { end -= 1 }
    return end
  }
}
