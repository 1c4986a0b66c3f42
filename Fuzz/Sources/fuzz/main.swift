@testable import CheckTool

/// libFuzzer's own loop, in a program whose `main` is ours.
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// The target's name comes first, and libFuzzer does not see it.
nonisolated(unsafe) private var target = Target.named(CommandLine.arguments.dropFirst().first ?? "")

if target == nil {
  print(
    "usage: fuzz TARGET [libFuzzer's options and folders]; targets: \(Target.all.map(\.name).joined(separator: " "))")
} else {
  let left = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: Int(CommandLine.argc))
  left[0] = CommandLine.unsafeArgv[0]
  for index in 2..<max(2, Int(CommandLine.argc)) { left[index - 1] = CommandLine.unsafeArgv[index] }
  left[Int(CommandLine.argc) - 1] = nil
  var count = CommandLine.argc - 1
  var arguments = left
  _ = runFuzzer(&count, &arguments) { bytes, length in
    target?.run(Array(UnsafeBufferPointer(start: bytes, count: length)))
    return 0
  }
}
