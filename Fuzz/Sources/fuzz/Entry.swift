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

/// What libFuzzer calls first. `FUZZ_SAMPLE` names the file for what the target `compiled` begins with.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafePointer<Int32>?, _ arguments: UnsafePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let path = getenv("FUZZ_SAMPLE") else { return 0 }
  let bytes = Target.compiledSample()
  let file = fopen(path, "w")
  precondition(file != nil && fwrite(bytes, 1, bytes.count, file) == bytes.count, "the sample cannot be written")
  fclose(file)
  exit(0)
}

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ length: Int) -> Int32 {
  target.run(Array(UnsafeBufferPointer(start: bytes, count: length)))
  return 0
}
