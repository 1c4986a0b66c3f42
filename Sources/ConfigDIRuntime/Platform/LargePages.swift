#if canImport(Glibc)
  import Glibc
#endif

/// Large pages, if the system offers them. The first use of each page calls into the kernel, which takes a twelfth of
/// the time of reading large files.
package enum LargePages {
  private static let least = 4 << 20

  /// Requests large pages. Call this before the memory is used. Has no effect on small buffers, or on systems without
  /// large pages.
  package static func advise(_ memory: UnsafeMutableRawBufferPointer) {
    #if canImport(Glibc)
      guard memory.count >= least, let base = memory.baseAddress else { return }
      let first = base.alignedUp(toMultipleOf: Int(getpagesize()))
      madvise(first, memory.count - (first - base), MADV_HUGEPAGE)
    #endif
  }
}
