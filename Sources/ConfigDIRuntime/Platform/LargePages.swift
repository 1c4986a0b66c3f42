#if canImport(Glibc)
  import Glibc
#endif

/// Pages of megabytes, where the system has them for those who ask. Memory that is touched for the first time costs a
/// call into the kernel for each page; of the reading of large files that was a twelfth.
package enum LargePages {
  private static let least = 4 << 20

  /// To be called before the memory is touched. Too little memory for such pages, or a system without, is no error.
  package static func advise(_ memory: UnsafeMutableRawBufferPointer) {
    #if canImport(Glibc)
      guard memory.count >= least, let base = memory.baseAddress else { return }
      let first = base.alignedUp(toMultipleOf: Int(getpagesize()))
      madvise(first, memory.count - (first - base), MADV_HUGEPAGE)
    #endif
  }
}
