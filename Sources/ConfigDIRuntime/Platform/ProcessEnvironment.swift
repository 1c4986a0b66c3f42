#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension World {
  /// The files and the environment of this process.
  package static var process: World {
    World(files: DiskFiles(), environment: processEnvironment())
  }

  /// A copy of the environment, taken now.
  private static func processEnvironment() -> [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let pointer = entry.pointee {
      // By bytes: characters would cost a start more than the rest of its work.
      let bytes = UnsafeBufferPointer(start: pointer, count: strlen(pointer))
      if let equals = bytes.firstIndex(of: CChar(bitPattern: UInt8(ascii: "="))) {
        variables[text(bytes[..<equals])] = text(bytes[(equals + 1)...])
      }
      entry += 1
    }
    return variables
  }

  private static func text(_ bytes: Slice<UnsafeBufferPointer<CChar>>) -> String {
    String(decoding: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes)), as: UTF8.self)
  }
}
