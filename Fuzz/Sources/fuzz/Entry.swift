@testable import CheckTool

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The one that `FUZZ_TARGET` names: libFuzzer keeps the arguments for itself.
private let target: Target = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = Target.named(name) else {
    print("set FUZZ_TARGET to one of: \(Target.all.map(\.name).joined(separator: " "))")
    exit(2)
  }
  return target
}()

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ length: Int) -> Int32 {
  target.run(Array(UnsafeBufferPointer(start: bytes, count: length)))
  return 0
}
